internal import Foundation
internal import VisitModel
internal import WebhookDelivery

/// The result of one request: the response and what is displayed.
struct ReceivedMessage: Hashable, Sendable {
    let receivedAt: Timestamp
    /// The `webhook-id`; `nil` without one.
    let id: String?
    let check: Check
    /// Whether a message with this id was accepted before.
    let isRepeated: Bool
    /// The content; `nil` for a refused message, which can't be trusted.
    let content: ReceivedContent?
    /// The body's exact bytes; empty for a refused message.
    let body: [UInt8]
    let answer: Response

    enum Check: Hashable, Sendable {
        case verified
        /// There is no key to check with.
        case unchecked
        case refused(Refusal)
    }

    struct Refusal: Hashable, Sendable {
        /// A short name, for programs.
        let code: String
        /// What is wrong and what to do, in a sentence.
        let text: String
        let status: Int

        static func unverified(_ error: WebhookVerificationError) -> Refusal {
            Refusal(code: error.code.description, text: error.message, status: 401)
        }

        static let tooLong = Refusal(
            code: "too_long",
            text: "the body has more than \(ReceivedRequest.longestBody) bytes",
            status: 413
        )

        static let notAMessage = Refusal(
            code: "not_a_message",
            text: "the body is not a JSON object with a `type`, as Standard Webhooks requires",
            status: 400
        )
    }

    struct Response: Hashable, Sendable {
        let status: Int
        /// A line of text; empty for no body.
        var text = ""
    }
}

/// The content of one request, before it is verified.
struct ReceivedRequest: Hashable, Sendable {
    /// The longest body that is read, in bytes; Standard Webhooks advises messages below 20 kB.
    static let longestBody = 1_000_000

    /// The three headers of a signed webhook, where present.
    let headers: WebhookHeaders
    /// The body's exact bytes; `nil` where it is longer than `longestBody`.
    let body: [UInt8]?
}

/// The displayed content of a message.
struct ReceivedContent: Hashable, Sendable {
    let type: String
    /// The message's sequence number within its visit; `nil` without one.
    let sequence: Int?
    /// The subject in a few words; empty where it is unknown.
    let about: String

    /// Parses a body, also one of another sender than Footfall; fails for anything but a JSON object with a `type`.
    init?(body: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(body)) else { return nil }
        type = message.type
        sequence = message.data?.sequence
        about = message.data.map(Self.about) ?? ""
    }

    private static func about(_ data: Message.Body) -> String {
        if let member = data.member, let facility = data.facility { return "\(member) at \(facility.id)" }
        if let device = data.device, let member = data.member {
            return "\(device) of \(member)" + (data.code.map { ": \($0)" } ?? "")
        }
        if let endpoint = data.endpoint { return endpoint + (data.reason.map { ": \($0)" } ?? "") }
        let changes = [(data.added, "added"), (data.updated, "updated"), (data.retired, "retired")]
        return changes.compactMap { count, word in count.map { "\($0) \(word)" } }.joined(separator: ", ")
    }

    /// Everything but the type may be missing or have another type.
    private struct Message: Decodable {
        let type: String
        let data: Body?

        enum CodingKeys: String, CodingKey {
            case type, data
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            type = try members.decode(String.self, forKey: .type)
            data = try? members.decode(Body.self, forKey: .data)
        }

        struct Body: Decodable {
            let sequence: Int?
            let member, device, code: String?
            let facility: Place?
            let endpoint, reason: String?
            let added, updated, retired: Int?
        }

        struct Place: Decodable {
            let id: String
        }
    }
}
