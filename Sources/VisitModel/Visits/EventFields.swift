/// The fields of an event under the names of the Gym Visits document, shared by all output formats with events.
///
/// `docs/events.md` lists them, with the former names that output formats keep as well.
package struct EventFields: Encodable, Sendable {
    private let kind: GeofenceEvent.Kind
    private let location: Location?
    private let includesLocation: Bool

    /// Creates the fields of an event; those of the location also under their deprecated `formerNames`.
    package init(
        _ kind: GeofenceEvent.Kind,
        at location: GeofenceEvent.Location?,
        formerNames: [Location.FormerName] = [],
        includesLocation: Bool = true
    ) {
        self.kind = kind
        self.location = location.map { Location($0, formerNames: formerNames) }
        self.includesLocation = includesLocation
    }

    private enum Name: String, CodingKey {
        case geofenceId, geofenceIds, location, throwable
    }

    private struct Throwable: Encodable {
        let code: String
        let message: String
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        switch kind {
        case .registered(let ids): try fields.encode(ids.map(\.text), forKey: .geofenceIds)
        // Null means all of them, as in the document.
        case .unregistered(let ids): try fields.encode(ids?.map(\.text), forKey: .geofenceIds)
        case .entered(let id, _), .dwell(let id, _), .exited(let id, _): try fields.encode(id.text, forKey: .geofenceId)
        case .heartbeat: break
        case .error(let code, let message):
            try fields.encode(Throwable(code: code, message: message), forKey: .throwable)
        }
        guard includesLocation else { return }
        switch kind {
        case .entered, .dwell, .exited, .heartbeat: try fields.encode(location, forKey: .location)
        // The document has no location for these; it is written where one is known.
        case .registered, .unregistered, .error: try fields.encodeIfPresent(location, forKey: .location)
        }
    }
}

extension EventFields {
    /// A fix, with the fields of the document's `AFGeoLocation`.
    package struct Location: Encodable, Sendable {
        /// A deprecated name of a field.
        package enum FormerName: String, CodingKey, Sendable {
            case accuracyMeters = "accuracy_m"
            case takenAt = "taken_at"
        }

        private let location: GeofenceEvent.Location
        private let formerNames: [FormerName]

        package init(_ location: GeofenceEvent.Location, formerNames: [FormerName]) {
            self.location = location
            self.formerNames = formerNames
        }

        private enum Name: String, CodingKey {
            case latitude, longitude, accuracy, timestamp
        }

        package func encode(to encoder: any Encoder) throws {
            // JSON has no infinity.
            let accuracy = location.accuracy.flatMap { $0.isFinite ? $0 : nil }
            var fields = encoder.container(keyedBy: Name.self)
            try fields.encode(location.coordinate.latitude, forKey: .latitude)
            try fields.encode(location.coordinate.longitude, forKey: .longitude)
            try fields.encodeIfPresent(accuracy, forKey: .accuracy)
            try fields.encode(location.time.iso8601, forKey: .timestamp)
            var former = encoder.container(keyedBy: FormerName.self)
            for name in formerNames {
                switch name {
                case .accuracyMeters: try former.encodeIfPresent(accuracy, forKey: name)
                case .takenAt: try former.encode(location.time.iso8601, forKey: name)
                }
            }
        }
    }
}
