/// An error between the file readers, the engine and the store.
package struct VisitPipelineError: Error, Sendable {
    /// The kind of error; stable, for programs.
    package enum Code: String, Hashable, Sendable, CustomStringConvertible {
        /// A file can't be opened or read.
        case unreadableFile
        /// The input was understood but can't be used.
        case unusableInput
        /// A policy file has invalid content.
        case policy
        /// No device has the id.
        case unknownDevice

        /// The file with the key that encrypts endpoints' secrets can't be created, read or used.
        case keyFile
        /// Another process delivers the messages of the database.
        case deliveringElsewhere
        /// No endpoint has the name.
        case unknownEndpoint
        /// The input is no valid endpoint.
        case endpoint

        /// The code as it appears in reports, for instance `unusableInput`.
        package var description: String { rawValue }
    }

    /// The kind of error.
    package let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    package let message: String
    /// The underlying error.
    package let cause: (any Error)?

    /// Makes an error.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension VisitPipelineError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
