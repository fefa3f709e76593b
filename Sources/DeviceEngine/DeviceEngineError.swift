/// An error of a device's stored state.
package struct DeviceEngineError: Error, Sendable {
    /// The kind of error; stable, for programs.
    package enum Code: String, Sendable {
        /// Stored state is damaged or of another version.
        case damagedState
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

extension DeviceEngineError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
