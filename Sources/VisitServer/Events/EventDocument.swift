internal import VisitModel

/// An event as programs read it: the words and fields of the Gym Visits document.
struct EventDocument: Encodable, Sendable {
    let eventID: String
    let kind: String
    let device: String
    let occurredAt: String
    let observedAt: String
    /// Of Entered, Dwell and Exited.
    let facility: String?
    /// Of the same: one visit has one id in all three.
    let visitID: String?
    /// Of Registered and Unregistered; of the latter absent where all were cleared.
    let facilities: [String]?
    let location: Location?
    /// Of Error.
    let code: String?
    let message: String?

    struct Location: Encodable, Sendable {
        let latitude: Double
        let longitude: Double
        let accuracyMeters: Double?
        let timestamp: String

        enum CodingKeys: String, CodingKey {
            case latitude, longitude, timestamp
            case accuracyMeters = "accuracy_m"
        }
    }

    enum CodingKeys: String, CodingKey {
        case kind, device, facility, facilities, location, code, message
        case eventID = "event_id"
        case visitID = "visit_id"
        case occurredAt = "occurred_at"
        case observedAt = "observed_at"
    }

    init(_ event: GeofenceEvent) {
        eventID = event.id.text
        kind = event.kind.name
        device = event.device.text
        occurredAt = event.occurredAt.iso8601
        observedAt = event.observedAt.iso8601
        facility = event.kind.facility?.text
        visitID = event.kind.visit?.text
        location = event.location.map { location in
            Location(
                latitude: location.coordinate.latitude,
                longitude: location.coordinate.longitude,
                accuracyMeters: location.accuracy,
                timestamp: location.time.iso8601
            )
        }
        switch event.kind {
        case .registered(let ids): (facilities, code, message) = (ids.map(\.text), nil, nil)
        case .unregistered(let ids): (facilities, code, message) = (ids.map { $0.map(\.text) }, nil, nil)
        case .error(let error, let sentence): (facilities, code, message) = (nil, error, sentence)
        case .entered, .dwell, .exited, .heartbeat: (facilities, code, message) = (nil, nil, nil)
        }
    }
}
