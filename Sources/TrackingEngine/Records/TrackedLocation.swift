public import TrackingModel
public import VisitModel

/// A location as the SDK delivers, stores and uploads it (`LocationEvent`).
///
/// A fix with all that the SDK adds to it when it records it. What the app is given and what is uploaded is the same value.
/// Transistor, BGGeo.onLocation; Transistor reference, "Location data".
public struct TrackedLocation: Hashable, Sendable, Codable {
    /// Its name, by which a server drops what it has already.
    public var uuid: String
    /// The reading.
    public var fix: Fix
    /// When it was recorded, by the phone's clock.
    public var recordedAt: Timestamp
    /// Why it was recorded; `nil` for one that just came while moving.
    public var event: Reason?
    /// Whether the phone was in the moving state.
    public var isMoving: Bool
    /// The odometer, in metres.
    public var odometerMeters: Double
    /// What the odometer may be off by, in metres.
    public var odometerErrorMeters: Double
    /// How sure the motion service was of the fix's activity, in percent; Android always says 100.
    public var activityConfidence: Int
    /// Whether the phone was being charged; the level is in the fix.
    public var isCharging: Bool
    /// The crossing that it was recorded for; with the reason `geofence` alone.
    public var geofence: GeofenceCrossing?
    /// The state of the location services; with the reason `providerChange` alone.
    public var provider: ProviderState?
    /// Values of the app's own.
    public var extras: [String: ConfigValue]
    /// Whether it is one of several readings that the best was chosen from: delivered, never stored.
    public var isSample: Bool

    /// Why a location was recorded.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The phone began to move, or stopped.
        case motionChange = "motionchange"
        /// A geofence was crossed, or dwelt in.
        case geofence
        /// A heartbeat was stored by the app.
        case heartbeat
        /// Permission or location services changed.
        case providerChange = "providerchange"
    }

    /// Makes a location.
    ///
    /// - Parameters:
    ///   - uuid: its name.
    ///   - fix: the reading.
    ///   - recordedAt: now.
    ///   - event: why it is recorded.
    ///   - isMoving: whether the phone is in the moving state.
    public init(uuid: String, fix: Fix, recordedAt: Timestamp, event: Reason? = nil, isMoving: Bool) {
        self.uuid = uuid
        self.fix = fix
        self.recordedAt = recordedAt
        self.event = event
        self.isMoving = isMoving
        odometerMeters = 0
        odometerErrorMeters = 0
        activityConfidence = 0
        isCharging = false
        extras = [:]
        isSample = false
    }

    /// How old the reading was when it was recorded, in milliseconds, 0 or more.
    public var ageMilliseconds: Int64 { max(0, recordedAt.milliseconds - fix.time.milliseconds) }
}
