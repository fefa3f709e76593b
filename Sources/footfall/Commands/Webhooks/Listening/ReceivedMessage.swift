internal import VisitModel
internal import WebhookDelivery

/// What became of one request: what is answered and what is shown.
struct ReceivedMessage: Hashable, Sendable {
    /// When it came.
    let receivedAt: Timestamp
    /// Its `webhook-id`, if there is one.
    let id: String?
    /// Whether it may be believed.
    let check: Check
    /// Whether a message of this id was taken before.
    let isRepeated: Bool
    /// What it says; `nil` where it is refused, as nothing of it is to be believed then.
    let content: ReceivedContent?
    /// The body to the byte; empty where it is refused.
    let body: [UInt8]
    /// What the sender is answered.
    let answer: Answer

    /// Whether a message may be believed.
    enum Check: Hashable, Sendable {
        /// A signature fits.
        case verified
        /// There is no key to check with.
        case unchecked
        /// It may not.
        case refused(Refusal)
    }

    /// Why a message is not taken.
    struct Refusal: Hashable, Sendable {
        /// A short name, for programs.
        let code: String
        /// What was wrong and what to do, in a sentence.
        let text: String
        /// What the sender is answered.
        let status: Int

        /// Its signature, time or headers do not hold.
        static func unverified(_ error: WebhookVerificationError) -> Refusal {
            Refusal(code: error.code.description, text: error.message, status: 401)
        }

        /// Its body is too long.
        static let tooLong = Refusal(
            code: "too_long",
            text: "the body has more than \(ReceivedRequest.longestBody) bytes",
            status: 413
        )

        /// Its body is not what Standard Webhooks has.
        static let notAMessage = Refusal(
            code: "not_a_message",
            text: "the body is no JSON object with a `type`, as Standard Webhooks has it",
            status: 400
        )
    }

    /// What the sender is answered.
    struct Answer: Hashable, Sendable {
        let status: Int
        /// A line of text; empty for none.
        var text = ""
    }
}
