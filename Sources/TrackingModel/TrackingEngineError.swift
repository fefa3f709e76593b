/// Something that the tracking engine was told and can't do.
public struct TrackingEngineError: Error, Hashable, Sendable {
    /// What kind of thing went wrong; stable, for programs.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// An entry of a schedule that can't be read.
        case schedule
        /// A set of tracking options that can't be used.
        case options
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String
    /// The option that is to blame, as the document spells it, for instance `foregroundService.text`; `nil` where it is
    /// none alone.
    public let option: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of thing went wrong.
    ///   - message: what went wrong and what to do, without a final full stop.
    ///   - option: the option that is to blame, as the document spells it.
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
