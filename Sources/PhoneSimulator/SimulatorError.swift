/// An error in the configuration of a simulated phone.
public struct SimulatorError: Error, Sendable {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A movement without a waypoint, or with times that do not increase.
        case movement
        /// An invalid number in a profile.
        case profile
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for people: what is wrong and what to do.
    public let message: String
    /// The underlying error.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension SimulatorError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
