/// A failure of the flow between the readers, the engine and the store.
package struct VisitPipelineError: Error, Sendable {
    /// What kind of failure it was; stable, for programs.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case unreadableFile, damagedState, unusableInput, policy, unknownDevice
            case keyFile, deliveringElsewhere, unknownEndpoint, endpoint
        }

        private let value: Value

        /// A file can't be opened or read.
        package static let unreadableFile = Code(value: .unreadableFile)
        /// Stored engine state is not what this version writes.
        package static let damagedState = Code(value: .damagedState)
        /// What was given was understood and can not be used.
        package static let unusableInput = Code(value: .unusableInput)
        /// A policy file says something that is not a policy.
        package static let policy = Code(value: .policy)
        /// No device has the name.
        package static let unknownDevice = Code(value: .unknownDevice)

        /// The file that holds the key of endpoints' secrets can't be made, read or used.
        package static let keyFile = Code(value: .keyFile)
        /// Another process sends the messages of the database.
        package static let deliveringElsewhere = Code(value: .deliveringElsewhere)
        /// No endpoint has the name.
        package static let unknownEndpoint = Code(value: .unknownEndpoint)
        /// What was given does not make an endpoint.
        package static let endpoint = Code(value: .endpoint)

        /// The code as it appears in reports, for instance `damagedState`.
        package var description: String { value.rawValue }
    }

    /// What kind of failure it was.
    package let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    package let message: String
    /// The failure underneath, where there was one.
    package let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it was.
    ///   - message: what is wrong and what to do.
    ///   - cause: the failure underneath.
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
