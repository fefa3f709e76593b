/// A failure of the flow between the readers, the engine and the store.
public struct VisitPipelineError: Error, Sendable {
    /// What kind of failure it was; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case unreadableFile, damagedState, unusableInput, policy, unknownDevice
            case keyFile, deliveringElsewhere, unknownEndpoint, endpoint
        }

        private let value: Value

        /// A file can't be opened or read.
        public static let unreadableFile = Code(value: .unreadableFile)
        /// Stored engine state is not what this version writes.
        public static let damagedState = Code(value: .damagedState)
        /// What was given was understood and can not be used.
        public static let unusableInput = Code(value: .unusableInput)
        /// A policy file says something that is not a policy.
        public static let policy = Code(value: .policy)
        /// No device has the name.
        public static let unknownDevice = Code(value: .unknownDevice)

        /// The file that holds the key of endpoints' secrets can't be made, read or used.
        public static let keyFile = Code(value: .keyFile)
        /// Another process sends the messages of the database.
        public static let deliveringElsewhere = Code(value: .deliveringElsewhere)
        /// No endpoint has the name.
        public static let unknownEndpoint = Code(value: .unknownEndpoint)
        /// What was given does not make an endpoint.
        public static let endpoint = Code(value: .endpoint)

        /// The code as it appears in reports, for instance `damagedState`.
        public var description: String { value.rawValue }
    }

    /// What kind of failure it was.
    public let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    public let message: String
    /// The failure underneath, where there was one.
    public let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it was.
    ///   - message: what is wrong and what to do.
    ///   - cause: the failure underneath.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension VisitPipelineError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
