internal import TrackingModel
/// The kinds of records that are stored, and so can be uploaded.
///
/// Events are delivered regardless. Transistor types, PersistMode.
public enum PersistMode: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Locations and geofence events.
    case all = 2
    /// Locations alone.
    case location = 1
    /// Geofence events alone.
    case geofence = -1
    /// Nothing.
    case none = 0

    /// Whether plain locations are stored.
    public var storesLocations: Bool { self == .all || self == .location }
    /// Whether geofence events are stored.
    public var storesGeofenceEvents: Bool { self == .all || self == .geofence }
}

extension PersistMode: ConfigNumber {}
