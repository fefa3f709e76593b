public import TrackingModel
public import VisitModel

/// A location as the SDK delivers, stores and uploads it (`LocationEvent`).
///
/// A fix with everything that the SDK adds when it records it. The app receives the same value that is uploaded.
/// Transistor, BGGeo.onLocation; Transistor reference, "Location data".
public struct TrackedLocation: Hashable, Sendable, Codable {
    /// The identifier by which a server deduplicates.
    public var uuid: String
    /// The fix.
    public var fix: Fix
    /// When it was recorded, by the phone's clock.
    public var recordedAt: Timestamp
    /// Why it was recorded; `nil` for a location update while moving.
    public var event: Reason?
    /// Whether the phone was in the moving state.
    public var isMoving: Bool
    /// The odometer, in metres.
    public var odometerMeters = 0.0
    /// The error bound of the odometer, in metres.
    public var odometerErrorMeters = 0.0
    /// The confidence of the motion service in the fix's activity, in percent; always 100 on Android.
    public var activityConfidence = 0
    /// Whether the phone was charging; the level is in the fix.
    public var isCharging = false
    /// The transition for which it was recorded; only with the reason `geofence`.
    public var geofence: GeofenceCrossing?
    /// The state of the location services; only with the reason `providerChange`.
    public var provider: ProviderState?
    /// The app's own values.
    public var extras: [String: ConfigValue] = [:]
    /// Whether it is one of several samples from which the best was chosen: delivered, never stored.
    public var isSample = false

    /// The reason why a location was recorded.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The phone began to move, or stopped.
        case motionChange = "motionchange"
        /// A geofence was entered, left or dwelt in.
        case geofence
        /// The app stored a heartbeat.
        case heartbeat
        /// Permission or location services changed.
        case providerChange = "providerchange"
    }

    /// Creates a location; the other properties are 0, false or empty.
    public init(uuid: String, fix: Fix, recordedAt: Timestamp, event: Reason? = nil, isMoving: Bool) {
        self.uuid = uuid
        self.fix = fix
        self.recordedAt = recordedAt
        self.event = event
        self.isMoving = isMoving
    }

    /// The age of the fix when it was recorded, in milliseconds, 0 or more.
    public var ageMilliseconds: Int64 { max(0, recordedAt.milliseconds - fix.time.milliseconds) }
}

/// A transition of a geofence (Transistor, BGGeo.onGeofence; Transistor types, GeofenceEvent, `geofence`).
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
    public init(identifier: String, action: Action, timestamp: Timestamp, extras: [String: ConfigValue] = [:]) {
        self.identifier = identifier
        self.action = action
        self.timestamp = timestamp
        self.extras = extras
    }
}
