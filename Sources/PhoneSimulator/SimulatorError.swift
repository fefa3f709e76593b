/// Something that a simulated phone can't be made of.
public struct SimulatorError: Error, Sendable {
    /// What kind of thing is wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A movement without a place, or with times that do not go forward.
        case movement
        /// A number that no phone has.
        case profile
    }

    /// What kind of thing is wrong.
    public let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    public let message: String
    /// What led to it.
    public let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of thing is wrong.
    ///   - message: what is wrong and what to do.
    ///   - cause: what led to it.
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
