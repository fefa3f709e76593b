internal import DeviceEngine
internal import Foundation
internal import GeofenceEngine
internal import MemberEngine
internal import MonthReports
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
        try writer.member("member", JSONObject(member: export.member))
        try writer.list("devices", export.devices) { writer, device in try write(device, to: &writer) }
        try writer.list("visits", export.visits) { writer, visit in
            try writer.value(JSONObject(visit: visit, export.reviews[visit.id], export.corrections[visit.id] ?? []))
        }
        try writer.list("month_lines", export.monthLines) { try $0.value(JSONObject(monthLine: $1)) }
        try writer.list("payouts", export.payouts) { try $0.value(JSONObject(payout: $1)) }
        try writer.list("quarantine", export.quarantined) { try $0.value(JSONObject(quarantined: $1)) }
        try writer.list("messages", export.messages) { try $0.value(JSONObject(message: $1)) }
        try writer.list("tokens", export.tokens) { try $0.value(JSONObject(token: $1)) }
        try writer.list("accesses", export.accesses) { try $0.value(JSONObject(access: $1)) }
        try writer.finish()
    }

    private func write(_ export: MemberExport.DeviceExport, to writer: inout PersonalDocumentWriter) throws {
        try writer.object {
            try $0.member("device", JSONObject(device: export.device))
            try $0.member("told_fences", export.assignedFences.map(\.text))
            try $0.list("fixes", export.chunks) { writer, chunk in
                for input in try chunk.unpacked()[...].withoutReportedRepeats {
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
                for input in try chunk.unpacked() {
                    guard let change = JSONObject(change: input) else { continue }
                    try writer.value(change)
                }
            }
            try $0.list("events", export.events) { try $0.value(EventEntry($1)) }
            try $0.list("stays", export.stays) { try $0.value(JSONObject(stay: $1)) }
            let builder = try builder(of: export)
            try $0.list("night_places", builder?.nightPlaces.places ?? []) { writer, place in
                try writer.value(JSONObject(nightPlace: place))
            }
            try $0.list("familiar_places", builder?.familiarPlaces ?? []) { writer, place in
                let name = try facility(FacilityKey(rawValue: Int64(place.key.rawValue)))
                try writer.value(JSONObject(familiarPlace: place, facility: name))
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

extension JSONObject {
    fileprivate init(member stored: StoredMember) {
        self.init()
        self["id"] = stored.member.id.text
        add("name", ifPresent: stored.name?.text)
        self["groups"] = stored.groups.map { period in
            var json = JSONObject()
            json["from"] = period.since?.description
            json.add("group", ifPresent: period.group?.text)
            return json
        }
        self["has_list"] = stored.member.facilities != nil
        self["facilities"] = (stored.member.facilities ?? []).sorted().map(\.text)
        add("time_zone", ifPresent: stored.timeZone?.identifier)
    }

    /// A line in the file of a closed month.
    fileprivate init(monthLine entry: MemberExport.ClosedMonthEntry<MonthLine>) {
        self.init()
        let visit = entry.line.visit
        self["closed_month"] = entry.closedMonth.description
        self["change"] = entry.line.change.rawValue
        add("visit_id", ifPresent: visit.visit?.text)
        self["facility"] = visit.facility.text
        add("group", ifPresent: visit.group?.text)
        self["month"] = visit.month.description
        self["local_date"] = visit.localDate.description
        add("entered_at", ifPresent: visit.enteredAt?.iso8601)
        add("exited_at", ifPresent: visit.exitedAt?.iso8601)
        self["minutes"] = visit.minutes
    }

    fileprivate init(payout entry: MemberExport.ClosedMonthEntry<PayoutLine>) {
        self.init()
        self["closed_month"] = entry.closedMonth.description
        self["month"] = entry.line.month.description
        add("group", ifPresent: entry.line.group?.text)
        self["amount"] = Money.text(entry.line.amount.cents)
        self["currency"] = entry.line.amount.currency.code
    }

    fileprivate init(device stored: StoredDevice) {
        self.init()
        self["id"] = stored.device.id.text
        self["platform"] = stored.device.platform.rawValue
        add("time_zone", ifPresent: stored.timeZone?.identifier)
        add("newest_fix_at", ifPresent: stored.newestFixAt?.iso8601)
        // The lead of the phone's clock.
        add("clock_offset_seconds", ifPresent: stored.clockOffsetSeconds)
        self["clock_seems_behind"] = stored.clockSeemsBehind
    }

    /// An access token, without its digest.
    fileprivate init(token: AccessTokenRecord) {
        self.init()
        self["id"] = token.id.text
        self["note"] = token.note
        self["role"] = token.role.rawValue
        add("member", ifPresent: token.member?.text)
        add("device", ifPresent: token.device?.text)
        self["environment"] = token.environment.rawValue
        add("platform", ifPresent: token.platform?.rawValue)
        self["created_at"] = token.createdAt.iso8601
        add("expires_at", ifPresent: token.expiresAt?.iso8601)
        add("last_used_at", ifPresent: token.lastUsedAt?.iso8601)
    }

    /// An access to the data, without the caller: the person has a right to its time and purpose, and not to the names
    /// of employees (Court of Justice of the European Union, C-579/21).
    fileprivate init(access entry: AccessEntry) {
        self.init()
        self["action"] = entry.action.rawValue
        self["via"] = entry.caller.interface.rawValue
        self["first_at"] = entry.firstAt.iso8601
        self["last_at"] = entry.lastAt.iso8601
        self["count"] = entry.count
    }

    /// A message to other systems, with its body as it was sent.
    fileprivate init(message: MemberExport.MessageExport) {
        self.init()
        self["id"] = message.id.text
        self["type"] = message.type.rawValue
        self["occurred_at"] = message.occurredAt.iso8601
        self["queued_at"] = message.queuedAt.iso8601
        self["body"] = String(decoding: message.body, as: UTF8.self)
    }

    /// A quarantined record: as text where it is valid UTF-8, and always in base 64, so that no byte is lost.
    fileprivate init(quarantined record: QuarantinedRecord) {
        self.init()
        self["app"] = record.app
        self["code"] = record.code
        self["message"] = record.message
        self["received_at"] = record.receivedAt.iso8601
        self["repeats"] = record.repeats
        self["record"] = String(decoding: record.record, as: UTF8.self)
        self["record_base64"] = Data(record.record).base64EncodedString()
    }
}
