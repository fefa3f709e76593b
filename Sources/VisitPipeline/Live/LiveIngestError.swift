/// The reason why a live intake refused a request.
package struct LiveIngestError: Error, Sendable {
    /// The kind of refusal; stable, for programs.
    package enum Code: String, Hashable, Sendable {
        /// Too much waits already.
        case overloaded
        /// The service is stopping.
        case stopping
        /// The device was erased while the request waited.
        case erased
    }

    /// The kind of refusal.
    package let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    package let message: String

    static let overloaded = LiveIngestError(
        code: .overloaded,
        message: "fixes arrive faster than they can be written; retry in a moment"
    )
    static let erased = LiveIngestError(
        code: .erased,
        message: "the device was erased in the meantime; send it again to add it again"
    )
    static let stopping = LiveIngestError(code: .stopping, message: "the service is shutting down; retry in a moment")
}

extension LiveIngestError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
