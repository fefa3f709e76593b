internal import VisitModel

/// The JSON of an event: the names and fields of the Gym Visits document, listed in `docs/events.md`.
struct EventDocument: Encodable, Sendable {
    private let event: GeofenceEvent

    init(_ event: GeofenceEvent) {
        self.event = event
    }

    private enum Member: String, CodingKey {
        case eventID = "event_id"
        case visitID = "visit_id"
        case occurredAt = "occurred_at"
        case observedAt = "observed_at"
        case kind, device
        // Deprecated: `geofenceId`, `geofenceIds` and the members of `throwable`.
        case facility, facilities, code, message
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(event.id.text, forKey: .eventID)
        try members.encode(event.kind.name, forKey: .kind)
        try members.encode(event.device.text, forKey: .device)
        try members.encode(event.occurredAt.iso8601, forKey: .occurredAt)
        try members.encode(event.observedAt.iso8601, forKey: .observedAt)
        try members.encodeIfPresent(event.kind.visit?.text, forKey: .visitID)
        try EventFields(event.kind, at: event.location, formerNames: [.accuracyMeters]).encode(to: encoder)
        switch event.kind {
        case .registered(let ids): try members.encode(ids.map(\.text), forKey: .facilities)
        case .unregistered(let ids): try members.encodeIfPresent(ids?.map(\.text), forKey: .facilities)
        case .entered(let id, _), .dwell(let id, _), .exited(let id, _): try members.encode(id.text, forKey: .facility)
        case .heartbeat: break
        case .error(let code, let message):
            try members.encode(code, forKey: .code)
            try members.encode(message, forKey: .message)
        }
    }
}
