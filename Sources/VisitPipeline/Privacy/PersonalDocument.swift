internal import DeviceEngine
internal import Foundation
internal import GeofenceEngine
package import VisitModel
package import VisitStore

/// The stored data of a member as one JSON document, for the data subject.
///
/// Times are ISO 8601 in UTC, coordinates are degrees of WGS84, lengths are metres. The document is written in pieces,
/// because a year of fixes should not be in memory twice.
package struct PersonalDocument: Sendable {
    private let export: MemberExport
    private let time: Timestamp
    /// Returns the facility of a geofence that a phone reported; `nil` for a deleted one.
    private let facility: @Sendable (FacilityKey) throws -> FacilityID?

    package init(
        _ export: MemberExport,
        at time: Timestamp,
        naming facility: @escaping @Sendable (FacilityKey) throws -> FacilityID?
    ) {
        self.export = export
        self.time = time
        self.facility = facility
    }

    /// Writes the document, with each value on a line.
    ///
    /// Throws `VisitPipelineError` when stored fixes are damaged, and the errors of `output`.
    package func write(_ output: @escaping ([UInt8]) throws -> Void) throws {
        var writer = PersonalDocumentWriter(output: output)
        try writer.member("exported_at", time.iso8601)
        try writer.member("member", MemberEntry(export.member))
        try writer.list("devices", export.devices) { writer, device in try write(device, to: &writer) }
        try writer.list("visits", export.visits) { writer, visit in
            try writer.value(VisitEntry(visit, export.reviews[visit.id]))
        }
        try writer.list("quarantine", export.quarantined) { try $0.value(QuarantineEntry($1)) }
        try writer.list("messages", export.messages) { try $0.value(MessageEntry($1)) }
        try writer.list("tokens", export.tokens) { try $0.value(TokenEntry($1)) }
        try writer.finish()
    }

    private func write(_ export: MemberExport.DeviceExport, to writer: inout PersonalDocumentWriter) throws {
        try writer.object {
            try $0.member("device", DeviceEntry(export.device))
            try $0.member("told_fences", export.assignedFences.map(\.text))
            try $0.list("fixes", export.chunks) { writer, chunk in
                for input in try chunk.unpacked().withoutReportedRepeats {
                    switch input {
                    case .fix(let fix): try writer.value(FixEntry(fix))
                    case .reported(let action, let key, let fix):
                        let name = try facility(FacilityKey(rawValue: Int64(key.rawValue)))
                        try writer.value(
                            FixEntry(fix, FixEntry.TransitionReport(action: action.rawValue, facility: name?.text))
                        )
                    case .rebooted, .appUpdated, .changed, .passed: break
                    }
                }
            }
            try $0.list("changes", export.chunks) { writer, chunk in
                for input in try chunk.unpacked() where input.fix == nil {
                    try writer.value(ChangeEntry(input))
                }
            }
            try $0.list("events", export.events) { try $0.value(EventEntry($1)) }
            try $0.list("stays", export.stays) { try $0.value(StayEntry($1)) }
            let builder = try builder(of: export)
            try $0.list("night_places", builder?.nightPlaces ?? []) { writer, place in
                let name = try facility(FacilityKey(rawValue: Int64(place.key.rawValue)))
                try writer.value(NightPlaceEntry(place, facility: name?.text))
            }
            try $0.list("familiar_places", builder?.familiarPlaces ?? []) { writer, place in
                let name = try facility(FacilityKey(rawValue: Int64(place.key.rawValue)))
                try writer.value(FamiliarPlaceEntry(place, facility: name?.text))
            }
        }
    }

    /// The phone's stays and what is derived from them; `nil` while the stored state is of an older version.
    private func builder(of export: MemberExport.DeviceExport) throws -> VisitBuilder? {
        guard let stored = export.state, stored.format == DeviceTimeline.format else { return nil }
        let timeline = try DeviceTimeline(
            stored.state,
            format: stored.format,
            device: export.device.device,
            options: SelectionOptions(ignoresLimit: true)
        )
        return timeline.builder
    }
}

extension PersonalDocument {
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
