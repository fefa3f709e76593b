internal import Foundation

/// What a message says, as far as it is shown.
struct ReceivedContent: Hashable, Sendable {
    /// What kind of message it is.
    let type: String
    /// The order among the messages of a visit, where it has one.
    let sequence: Int?
    /// What it is about, in a few words; empty where that is unknown.
    let about: String

    /// Reads a body, also one of another sender than Footfall; gives `nil` for what is no JSON object with a `type`.
    ///
    /// - Parameter body: the body to the byte.
    init?(body: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(body)) else { return nil }
        type = message.type
        sequence = message.data?.sequence
        about = message.data.map(Self.about) ?? ""
    }

    private static func about(_ data: Message.Body) -> String {
        if let member = data.member, let facility = data.facility {
            return "\(member) at \(facility.id)"
        }
        if let device = data.device, let member = data.member {
            return "\(device) of \(member)" + (data.code.map { ": \($0)" } ?? "")
        }
        if let endpoint = data.endpoint {
            return endpoint + (data.reason.map { ": \($0)" } ?? "")
        }
        let changes = [(data.added, "added"), (data.updated, "updated"), (data.retired, "retired")]
        return changes.compactMap { count, word in count.map { "\($0) \(word)" } }.joined(separator: ", ")
    }

    /// A body's JSON, of which everything but the type may be missing or otherwise.
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
