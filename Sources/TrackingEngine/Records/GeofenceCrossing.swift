public import TrackingModel
public import VisitModel

/// A geofence that was entered, left or dwelt in (the `geofence` of a `GeofenceEvent`).
///
/// Transistor, BGGeo.onGeofence; Transistor types, GeofenceEvent.
public struct GeofenceCrossing: Hashable, Sendable, Codable {
    /// What happened at the fence.
    public enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        /// It was entered.
        case enter = "ENTER"
        /// It was left.
        case exit = "EXIT"
        /// The phone has been inside for its loitering delay.
        case dwell = "DWELL"
    }

    /// The fence's name.
    public var identifier: String
    /// What happened.
    public var action: Action
    /// When the system told of it, which may be later than it happened.
    public var timestamp: Timestamp
    /// The values that the app gave the fence.
    public var extras: [String: ConfigValue]

    /// Makes a crossing.
    ///
    /// - Parameters:
    ///   - identifier: the fence's name.
    ///   - action: what happened.
    ///   - timestamp: when the system told of it.
    ///   - extras: the values that the app gave the fence.
    public init(identifier: String, action: Action, timestamp: Timestamp, extras: [String: ConfigValue] = [:]) {
        self.identifier = identifier
        self.action = action
        self.timestamp = timestamp
        self.extras = extras
    }
}
