/// An error in the input of the tracking engine.
public struct TrackingEngineError: Error, Hashable, Sendable {
    /// The kind of the error; stable, for programs.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// An invalid entry of a schedule.
        case schedule
        /// An invalid set of tracking options.
        case options
    }

    /// The kind of the error.
    public let code: Code
    /// A sentence for the user, without a final full stop: what went wrong and what to do.
    public let message: String
    /// The option at fault, as spelt in the document, for instance `foregroundService.text`; `nil` where it is not a
    /// single one.
    public let option: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, option: String? = nil) {
        self.code = code
        self.message = message
        self.option = option
    }
}

extension TrackingEngineError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
