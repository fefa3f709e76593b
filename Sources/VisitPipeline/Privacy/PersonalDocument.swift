internal import DeviceEngine
internal import GeofenceEngine
package import VisitModel
package import VisitStore

/// The stored data of a member as one JSON document, for the data subject.
///
/// Times are ISO 8601 in UTC, coordinates are degrees of WGS84, lengths are metres. The document is written in pieces,
/// because a year of fixes should not be in memory twice.
package struct PersonalDocument: Sendable {
    private let export: MemberExport
    /// The time of the export.
    private let time: Timestamp
    /// Returns the facility of a geofence that a phone reported.
    private let facility: @Sendable (FacilityKey) throws -> FacilityID?

    /// Makes a document of a member's stored data.
    ///
    /// - Parameters:
    ///   - export: the member's data.
    ///   - time: the current time.
    ///   - facility: returns the facility of a geofence that a phone reported; `nil` for a deleted one.
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
    /// - Parameter output: called with each piece of its bytes; an error ends the writing.
    /// - Throws: `VisitPipelineError` when stored fixes are damaged, and the errors of `output`.
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
                    try writer.value(
                        FixEntry(fix, FixEntry.TransitionReport(action: action.rawValue, facility: name?.text))
                    )
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

    /// The geofences in which the phone rests at night; empty while the stored state is of an older version.
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
