/// An error between the file readers, the engine and the store.
package struct VisitPipelineError: Error, Sendable {
    /// The kind of error; stable, for programs.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case unreadableFile, unusableInput, policy, unknownDevice
            case keyFile, deliveringElsewhere, unknownEndpoint, endpoint
        }

        private let value: Value

        /// A file can't be opened or read.
        package static let unreadableFile = Code(value: .unreadableFile)
        /// The input was understood but can't be used.
        package static let unusableInput = Code(value: .unusableInput)
        /// A policy file has invalid content.
        package static let policy = Code(value: .policy)
        /// No device has the id.
        package static let unknownDevice = Code(value: .unknownDevice)

        /// The file with the key that encrypts endpoints' secrets can't be created, read or used.
        package static let keyFile = Code(value: .keyFile)
        /// Another process delivers the messages of the database.
        package static let deliveringElsewhere = Code(value: .deliveringElsewhere)
        /// No endpoint has the name.
        package static let unknownEndpoint = Code(value: .unknownEndpoint)
        /// The input is no valid endpoint.
        package static let endpoint = Code(value: .endpoint)

        /// The code as it appears in reports, for instance `unusableInput`.
        package var description: String { value.rawValue }
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
