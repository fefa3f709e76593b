internal import TrackingModel
public import VisitModel

/// The SDK's state that is stored across processes, besides its configuration (`State`).
///
/// Transistor, BGGeo.state; Transistor types, State.
public struct TrackingState: Hashable, Sendable, Codable {
    /// What is tracked while tracking is on.
    public enum Mode: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Geofences alone.
        case geofences = 0
        /// Locations and geofences.
        case location = 1
    }

    /// Whether tracking is on: from `start` or `startGeofences` until `stop`, across restarts.
    public internal(set) var isEnabled = false
    /// What is tracked.
    public internal(set) var mode = Mode.location
    /// Whether the schedule is followed.
    public internal(set) var isSchedulerEnabled = false
    /// Whether the phone was restarted since the previous process.
    public internal(set) var didDeviceReboot = false
    /// Whether the system started the process in the background.
    public internal(set) var didLaunchInBackground = false
    /// Whether it is the first launch after the installation.
    public internal(set) var isFirstLaunch = true
    /// When tracking was last turned on; `nil` while it is off.
    public internal(set) var startedAt: Timestamp?
    /// The last fix from the phone, even if it was filtered out.
    public internal(set) var lastFix: Fix?
    /// The last fix that was recorded.
    public internal(set) var lastRecorded: Fix?
    /// The center of the stationary region.
    public internal(set) var stationaryCenter: Coordinate?

    /// A phone on which nothing was ever tracked.
    public init() {}
}
