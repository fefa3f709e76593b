internal import VisitModel
internal import WebhookDelivery

/// The result of one request: the response and what is displayed.
struct ReceivedMessage: Hashable, Sendable {
    /// When it was received.
    let receivedAt: Timestamp
    /// Its `webhook-id`; `nil` without one.
    let id: String?
    /// The result of the signature check.
    let check: Check
    /// Whether a message with this id was accepted before.
    let isRepeated: Bool
    /// The content; `nil` for a refused message, which can't be trusted.
    let content: ReceivedContent?
    /// The body's exact bytes; empty for a refused message.
    let body: [UInt8]
    /// The response to the sender.
    let answer: Answer

    /// The result of a signature check.
    enum Check: Hashable, Sendable {
        /// A signature matches.
        case verified
        /// There is no key to check with.
        case unchecked
        /// The message is refused.
        case refused(Refusal)
    }

    /// Why a message is refused.
    struct Refusal: Hashable, Sendable {
        /// A short name, for programs.
        let code: String
        /// What is wrong and what to do, in a sentence.
        let text: String
        /// The status of the response.
        let status: Int

        /// The signature, time or headers are invalid.
        static func unverified(_ error: WebhookVerificationError) -> Refusal {
            Refusal(code: error.code.description, text: error.message, status: 401)
        }

        /// The body is too long.
        static let tooLong = Refusal(
            code: "too_long",
            text: "the body has more than \(ReceivedRequest.longestBody) bytes",
            status: 413
        )

        /// The body is not a message of Standard Webhooks.
        static let notAMessage = Refusal(
            code: "not_a_message",
            text: "the body is not a JSON object with a `type`, as Standard Webhooks requires",
            status: 400
        )
    }

    /// A response to the sender.
    struct Answer: Hashable, Sendable {
        let status: Int
        /// A line of text; empty for no body.
        var text = ""
    }
}
