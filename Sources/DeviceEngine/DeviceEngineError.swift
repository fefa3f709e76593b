/// An error of a device's stored state.
public struct DeviceEngineError: Error, Sendable {
    /// The kind of error; stable, for programs.
    public enum Code: String, Sendable {
        /// Stored state is damaged or of another version.
        case damagedState
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    public let message: String
    /// The underlying error.
    public let cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension DeviceEngineError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
