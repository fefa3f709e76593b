internal import Tables
internal import VisitModel

enum EventDisplay {
    /// How many ids of a registration a table shows; a hundred would hide the rest.
    private static let shownIDs = 3

    static let columns: [Column<GeofenceEvent>] = [
        Column("event_id", in: .programs) { .text($0.id.text) },
        Column("occurred_at", "occurred (UTC)") { .time($0.occurredAt) },
        Column("observed_at", in: .programs) { .time($0.observedAt) },
        Column("device") { .text($0.device.text) },
        Column("kind") { .text($0.kind.name) },
        Column("facility", in: .programs) { .optional($0.kind.facility?.text) },
        Column("facilities", in: .programs) { facilities($0) },
        Column("visit_id", in: .programs) { .optional($0.kind.visit?.text) },
        Column("facility", in: [.table]) { .text(place($0)) },
        Column("visit", in: [.table]) { .optional($0.kind.visit?.text) },
        Column("latitude", in: .programs) { .optional($0.location?.coordinate.latitude, decimals: 6) },
        Column("longitude", in: .programs) { .optional($0.location?.coordinate.longitude, decimals: 6) },
        Column("accuracy_m", in: .programs) { .optional($0.location?.accuracy, decimals: 1) },
        Column("location_time", in: .programs) { .optional($0.location?.time) },
        Column("code", in: .programs) { error($0).map { .text($0.code) } ?? .nothing },
        Column("message", in: .programs) { error($0).map { .text($0.message) } ?? .nothing },
        // The Gym Visits document's names, after the deprecated former ones; docs/events.md lists both.
        Column("geofenceId", in: .programs) { .optional($0.kind.facility?.text) },
        Column("geofenceIds", in: .programs) { facilities($0) },
        Column("location", in: [.json]) { location($0) },
        Column("accuracy", in: [.csv]) { .optional($0.location?.accuracy, decimals: 1) },
        Column("timestamp", in: [.csv]) { .optional($0.location?.time) },
        Column("throwable", in: .programs) { throwable($0) },
    ]

    private static func location(_ event: GeofenceEvent) -> Cell {
        guard let location = event.location else { return .nothing }
        return .object([
            ("latitude", .number(location.coordinate.latitude, decimals: 6)),
            ("longitude", .number(location.coordinate.longitude, decimals: 6)),
            ("accuracy", .optional(location.accuracy, decimals: 1)),
            ("timestamp", .time(location.time)),
        ])
    }

    private static func throwable(_ event: GeofenceEvent) -> Cell {
        error(event).map { .object([("code", .text($0.code)), ("message", .text($0.message))]) } ?? .nothing
    }

    /// The facilities of a registration event; nothing where all were cleared, and for other events.
    static func facilities(_ event: GeofenceEvent) -> Cell {
        switch event.kind {
        case .registered(let facilities): .list(facilities.map(\.text))
        case .unregistered(let facilities): facilities.map { .list($0.map(\.text)) } ?? .nothing
        case .entered, .dwell, .exited, .heartbeat, .error: .nothing
        }
    }

    static func error(_ event: GeofenceEvent) -> (code: String, message: String)? {
        guard case .error(let code, let message) = event.kind else { return nil }
        return (code, message)
    }

    private static func place(_ event: GeofenceEvent) -> String {
        switch event.kind {
        case .registered(let facilities): summary(facilities)
        case .unregistered(let facilities): facilities.map(summary) ?? "all"
        case .entered(let facility, _), .dwell(let facility, _), .exited(let facility, _): facility.text
        case .heartbeat: ""
        case .error(let code, let message): "\(code): \(message)"
        }
    }

    private static func summary(_ facilities: [FacilityID]) -> String {
        let shown = facilities.prefix(shownIDs).map(\.text).joined(separator: ", ")
        let rest = facilities.count - shownIDs
        return rest > 0 ? "\(shown) and \(rest) more" : shown
    }
}
