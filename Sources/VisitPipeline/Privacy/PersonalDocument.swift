internal import GeofenceEngine
package import VisitModel
package import VisitStore

/// Everything that is kept of a member as one JSON document, to be handed to the person.
///
/// Times are ISO 8601 in UTC, positions degrees of WGS84, lengths metres. It is written piece by piece: a year of fixes is
/// more than one wants in memory twice.
package struct PersonalDocument: Sendable {
    private let export: MemberExport
    /// When the document is made.
    private let time: Timestamp
    /// What a facility is called that a phone named a fence of.
    private let facility: @Sendable (FacilityKey) throws -> FacilityID?

    /// Takes what is kept of a member.
    ///
    /// - Parameters:
    ///   - export: what the store hands over.
    ///   - time: now.
    ///   - facility: tells what a facility is called that a phone named a fence of; `nil` for one that is no more.
    package init(
        _ export: MemberExport,
        at time: Timestamp,
        naming facility: @escaping @Sendable (FacilityKey) throws -> FacilityID?
    ) {
        self.export = export
        self.time = time
        self.facility = facility
    }

    /// Writes the document.
    ///
    /// - Parameter output: takes its bytes, piece by piece; what it throws ends the writing.
    /// - Throws: `VisitPipelineError` when stored fixes are damaged, and whatever `output` throws.
    package func write(_ output: @escaping ([UInt8]) throws -> Void) throws {
        var writer = JSONPieces(output)
        try writer.begin()
        try writer.member("exported_at", time.iso8601)
        try writer.member("member", MemberEntry(export.member))
        try writer.list("devices", export.devices) { writer, device in try write(device, to: &writer) }
        try writer.list("visits", export.visits) { writer, visit in
            try writer.value(VisitEntry(visit, export.reviews[visit.id]))
        }
        try writer.list("quarantine", export.quarantined) { try $0.value(QuarantineEntry($1)) }
        try writer.list("messages", export.messages) { try $0.value(MessageEntry($1)) }
        try writer.list("tokens", export.tokens) { try $0.value(TokenEntry($1)) }
        try writer.end()
        try writer.finish()
    }

    private func write(_ export: MemberExport.DeviceExport, to writer: inout JSONPieces) throws {
        try writer.begin()
        try writer.member("device", DeviceEntry(export.device))
        try writer.member("told_fences", export.toldFences.map(\.text))
        try writer.list("fixes", export.chunks) { writer, chunk in
            for input in try InputPacking.unpack(chunk.fixes).withoutClaimedRepeats {
                switch input {
                case .fix(let fix): try writer.value(FixEntry(fix))
                case .claimed(let action, let key, let fix):
                    let name = try facility(FacilityKey(rawValue: Int64(key.rawValue)))
                    try writer.value(FixEntry(fix, FixEntry.Claim(action: action.rawValue, facility: name?.text)))
                case .rebooted, .appUpdated, .changed, .passed: break
                }
            }
        }
        try writer.list("changes", export.chunks) { writer, chunk in
            for input in try InputPacking.unpack(chunk.fixes) where input.fix == nil {
                try writer.value(ChangeEntry(input))
            }
        }
        try writer.list("events", export.events) { try $0.value(EventEntry($1)) }
        try writer.list("stays", export.stays) { try $0.value(StayEntry($1)) }
        try writer.list("night_places", nightPlaces(of: export)) { writer, place in
            let name = try facility(FacilityKey(rawValue: Int64(place.key.rawValue)))
            try writer.value(NightPlaceEntry(place, facility: name?.text))
        }
        try writer.end()
    }

    /// Where the phone rests at night; empty while the stored state is of an older version.
    private func nightPlaces(of export: MemberExport.DeviceExport) throws -> [NightPlace] {
        guard let stored = export.state, stored.format == DeviceTimeline.format else { return [] }
        let timeline = try DeviceTimeline(
            stored.state,
            format: stored.format,
            device: export.device.device,
            options: SelectionOptions(ignoresLimit: true)
        )
        return timeline.builder.nightPlaces
    }
}
