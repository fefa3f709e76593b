/// Why a live intake turned something away.
public struct LiveIngestError: Error, Sendable {
    /// What kind of refusal it was; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// Too much waits already.
        case overloaded
        /// The service is ending.
        case stopping
    }

    /// What kind of refusal it was.
    public let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    public let message: String

    static let overloaded = LiveIngestError(
        code: .overloaded,
        message: "more fixes come in than can be written; send them again in a moment"
    )
    static let stopping = LiveIngestError(code: .stopping, message: "the service is ending; send it again in a moment")
}

extension LiveIngestError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
