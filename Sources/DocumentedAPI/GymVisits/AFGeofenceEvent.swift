public import VisitModel

/// An event of the Gym Visits document, with the document's fields.
///
/// `geofenceId` is the facility's id. `VisitModel.GeofenceEvent` is the same event with its times and its visit.
public enum AFGeofenceEvent: Hashable, Sendable {
    /// Geofences were registered with the operating system.
    case registered(geofenceIds: [String])
    /// Geofences were removed; `nil` means all were cleared.
    case unregistered(geofenceIds: [String]?)
    /// The device entered a geofence: the start of a potential visit.
    case entered(geofenceId: String, location: AFGeoLocation?)
    /// The device left a geofence.
    case exited(geofenceId: String, location: AFGeoLocation?)
    /// The device stayed inside long enough to qualify as a visit.
    case dwell(geofenceId: String, location: AFGeoLocation?)
    /// A periodic location for diagnostics (Android only).
    case heartbeat(location: AFGeoLocation?)
    /// The geofencing service failed.
    case error(throwable: AFGeofenceError)

    init(_ event: VisitModel.GeofenceEvent) {
        let location = event.location.map(AFGeoLocation.init)
        switch event.kind {
        case .registered(let ids): self = .registered(geofenceIds: ids.map(\.text))
        case .unregistered(let ids): self = .unregistered(geofenceIds: ids?.map(\.text))
        case .entered(let id, _): self = .entered(geofenceId: id.text, location: location)
        case .exited(let id, _): self = .exited(geofenceId: id.text, location: location)
        case .dwell(let id, _): self = .dwell(geofenceId: id.text, location: location)
        case .heartbeat: self = .heartbeat(location: location)
        case .error(let code, let message):
            self = .error(throwable: AFGeofenceError(code: code, message: message))
        }
    }

    /// The geofence of an Entered, Exited or Dwell event; `nil` for any other.
    public var geofenceId: String? {
        switch self {
        case .entered(let id, _), .exited(let id, _), .dwell(let id, _): id
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }

    /// The location, of the kinds of events that have one and where it is known.
    public var location: AFGeoLocation? {
        switch self {
        case .entered(_, let location), .exited(_, let location), .dwell(_, let location), .heartbeat(let location):
            location
        case .registered, .unregistered, .error: nil
        }
    }
}

/// Raw coordinates of an event, not a facility.
public struct AFGeoLocation: Hashable, Sendable {
    /// The latitude in degrees.
    public let latitude: Double
    /// The longitude in degrees.
    public let longitude: Double
    /// The 68 % radius in metres; `nil` where it is unknown.
    public let accuracy: Double?
    /// When the fix was taken.
    public let timestamp: Timestamp

    init(_ location: VisitModel.GeofenceEvent.Location) {
        latitude = location.coordinate.latitude
        longitude = location.coordinate.longitude
        accuracy = location.accuracy
        timestamp = location.time
    }
}

/// The failure of an Error event.
public struct AFGeofenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code, for instance `too_many_geofences`; stable, for programs.
    public let code: String
    /// A sentence for people.
    public let message: String

    /// The message alone.
    public var description: String { message }
}
