internal import Foundation

/// The displayed content of a message.
struct ReceivedContent: Hashable, Sendable {
    /// The message type.
    let type: String
    /// The message's sequence number within its visit; `nil` without one.
    let sequence: Int?
    /// The subject in a few words; empty where it is unknown.
    let about: String

    /// Parses a body, also one of another sender than Footfall; fails for anything but a JSON object with a `type`.
    ///
    /// - Parameter body: the body's exact bytes.
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

    /// The JSON of a body, in which everything but the type may be missing or have another type.
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
