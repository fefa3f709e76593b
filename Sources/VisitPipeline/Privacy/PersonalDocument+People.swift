internal import Foundation
internal import VisitModel
internal import VisitStore

extension PersonalDocument {
    /// The member.
    struct MemberEntry: Encodable {
        let id: String
        let hasList: Bool
        let facilities: [String]
        let timeZone: String?

        enum CodingKeys: String, CodingKey {
            case id, facilities
            case hasList = "has_list"
            case timeZone = "time_zone"
        }

        init(_ member: StoredMember) {
            id = member.member.id.text
            hasList = member.member.facilities != nil
            facilities = (member.member.facilities ?? []).sorted().map(\.text)
            timeZone = member.timeZone?.identifier
        }
    }

    /// A phone.
    struct DeviceEntry: Encodable {
        let id: String
        let platform: String
        let timeZone: String?
        let newestFixAt: String?
        /// The lead of the phone's clock, in seconds.
        let clockOffsetSeconds: Int?
        let clockSeemsBehind: Bool

        enum CodingKeys: String, CodingKey {
            case id, platform
            case timeZone = "time_zone"
            case newestFixAt = "newest_fix_at"
            case clockOffsetSeconds = "clock_offset_seconds"
            case clockSeemsBehind = "clock_seems_behind"
        }

        init(_ device: StoredDevice) {
            id = device.device.id.text
            platform = device.device.platform.rawValue
            timeZone = device.timeZone?.identifier
            newestFixAt = device.newestFixAt?.iso8601
            clockOffsetSeconds = device.clockOffsetSeconds
            clockSeemsBehind = device.clockSeemsBehind
        }
    }

    /// An access token, without its digest.
    struct TokenEntry: Encodable {
        let id: String
        let note: String
        let role: String
        let member: String?
        let device: String?
        let environment: String
        let platform: String?
        let createdAt: String
        let expiresAt: String?
        let lastUsedAt: String?

        enum CodingKeys: String, CodingKey {
            case id, note, role, member, device, environment, platform
            case createdAt = "created_at"
            case expiresAt = "expires_at"
            case lastUsedAt = "last_used_at"
        }

        init(_ token: AccessTokenRecord) {
            id = token.id.text
            note = token.note
            role = token.role.rawValue
            member = token.member?.text
            device = token.device?.text
            environment = token.environment.rawValue
            platform = token.platform?.rawValue
            createdAt = token.createdAt.iso8601
            expiresAt = token.expiresAt?.iso8601
            lastUsedAt = token.lastUsedAt?.iso8601
        }
    }

    /// A message to other systems, with its body as it was sent.
    struct MessageEntry: Encodable {
        let id: String
        let type: String
        let occurredAt: String
        let queuedAt: String
        let body: String

        enum CodingKeys: String, CodingKey {
            case id, type, body
            case occurredAt = "occurred_at"
            case queuedAt = "queued_at"
        }

        init(_ message: MemberExport.MessageExport) {
            id = message.id.text
            type = message.type.rawValue
            occurredAt = message.occurredAt.iso8601
            queuedAt = message.queuedAt.iso8601
            body = String(decoding: message.body, as: UTF8.self)
        }
    }

    /// A quarantined record: as text where it is valid UTF-8, and always in base 64, so that no byte is lost.
    struct QuarantineEntry: Encodable {
        let app: String
        let code: String
        let message: String
        let receivedAt: String
        let repeats: Int
        let record: String
        let recordBase64: String

        enum CodingKeys: String, CodingKey {
            case app, code, message, repeats, record
            case receivedAt = "received_at"
            case recordBase64 = "record_base64"
        }

        init(_ record: QuarantinedRecord) {
            app = record.app
            code = record.code
            message = record.message
            receivedAt = record.receivedAt.iso8601
            repeats = record.repeats
            self.record = String(decoding: record.record, as: UTF8.self)
            recordBase64 = Data(record.record).base64EncodedString()
        }
    }
}
