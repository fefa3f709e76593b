internal import Tables
internal import VisitModel

/// The columns of exported events.
enum ExportDisplay {
    struct EventRow: Sendable {
        let event: GeofenceEvent
        let member: MemberID?
    }

    static let events: [Column<EventRow>] = [
        Column("event_id") { .text($0.event.id.text) },
        Column("member") { .optional($0.member?.text) },
        Column("device") { .text($0.event.device.text) },
        Column("kind") { .text($0.event.kind.name) },
        Column("facility") { .optional($0.event.kind.facility?.text) },
        Column("facilities") { EventDisplay.facilities($0.event) },
        Column("visit_id") { .optional($0.event.kind.visit?.text) },
        Column("occurred_at") { .time($0.event.occurredAt) },
        Column("observed_at") { .time($0.event.observedAt) },
        Column("latitude") { .optional($0.event.location?.coordinate.latitude, decimals: 6) },
        Column("longitude") { .optional($0.event.location?.coordinate.longitude, decimals: 6) },
        Column("accuracy") { .optional($0.event.location?.accuracy, decimals: 1) },
        Column("code") { EventDisplay.error($0.event).map { .text($0.code) } ?? .nothing },
        Column("message") { EventDisplay.error($0.event).map { .text($0.message) } ?? .nothing },
    ]
}
