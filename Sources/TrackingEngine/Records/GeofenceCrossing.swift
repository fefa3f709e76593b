public import TrackingModel
public import VisitModel

/// A transition of a geofence (the `geofence` of a `GeofenceEvent`).
///
/// Transistor, BGGeo.onGeofence; Transistor types, GeofenceEvent.
public struct GeofenceCrossing: Hashable, Sendable, Codable {
    /// The kind of a transition.
    public enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        /// The phone entered the fence.
        case enter = "ENTER"
        /// The phone left the fence.
        case exit = "EXIT"
        /// The phone has been inside for the fence's loitering delay.
        case dwell = "DWELL"
    }

    /// The fence's name.
    public var identifier: String
    /// The kind of the transition.
    public var action: Action
    /// When the system reported it, which may be later than it happened.
    public var timestamp: Timestamp
    /// The fence's own values, set by the app.
    public var extras: [String: ConfigValue]

    /// Creates a transition.
    ///
    /// - Parameters:
    ///   - identifier: the fence's name.
    ///   - action: the kind of the transition.
    ///   - timestamp: when the system reported it.
    ///   - extras: the fence's own values, set by the app.
    public init(identifier: String, action: Action, timestamp: Timestamp, extras: [String: ConfigValue] = [:]) {
        self.identifier = identifier
        self.action = action
        self.timestamp = timestamp
        self.extras = extras
    }
}
