internal import TrackingModel
public import VisitModel

/// Radar's tracking on one device: the options in force, stopped or moving, what the phone is asked for, what is
/// uploaded.
///
/// Every input is a call that returns what has to be done. The state is a value: after `.store` it is written away, and
/// read again it goes on where it was, after `restarted(_:location:at:)` has told it what was lost with the process.
///
/// ```swift
/// var tracking = RadarTracking(platform: .ios, installation: "i-1")
/// perform(try tracking.start(.presetResponsive, at: now))
/// perform(tracking.receive(RadarLocation(fix), from: .backgroundLocation, at: now))
/// ```
///
/// Source: Radar SDK for iOS, RadarLocationManager, RadarAPIClient, Radar; Radar SDK for Android, RadarLocationManager.
public struct RadarTracking: Hashable, Sendable, Codable {
    /// The phone's operating system.
    public let platform: Platform
    /// Where the vendor's code is followed rather than its documents.
    public let profile: RadarProfile
    /// Whether tracking is on.
    public internal(set) var isTracking = false
    /// Where the options come from.
    public internal(set) var sources: RadarOptionSources
    /// The trip that the device is on.
    public internal(set) var trip: RadarTripOptions?
    /// Whether the device is stopped or moving.
    public internal(set) var motion: RadarMotion
    /// The last update that counted.
    public internal(set) var lastLocation: RadarLocation?
    /// When an update last passed the gate; `nil` for never.
    public internal(set) var lastSentAt: Timestamp?
    /// Whether the server last saw the device in a geofence or a place.
    public internal(set) var canExit = false
    /// The updates that are on their way or failed.
    public internal(set) var replay: RadarReplayBuffer
    /// The region round the device.
    public internal(set) var bubble: RadarBubble
    /// The server's geofences that the phone watches.
    public internal(set) var syncedFences: RadarSyncedFences
    /// Which of them the device is in, as far as the phone itself can tell.
    public internal(set) var localFences: RadarLocalFences
    /// What the phone lets Radar see.
    public internal(set) var availability: RadarAvailability
    /// Whether the app is on the screen.
    public internal(set) var isForeground = false

    /// What Android's notification says.
    var foregroundServiceOptions = RadarForegroundServiceOptions()
    /// What the phone is doing for Radar in this process.
    var running = RadarRunning()
    /// The number of the next record.
    var nextRecord = 0

    /// Makes the tracking of a device on which Radar was never started.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - installation: what keeps this device's region names apart from another's, for instance an installation id.
    ///   - profile: where the vendor's code is followed rather than its documents.
    ///   - fenceRules: when a reading enters, leaves and dwells in a geofence, which decides under `sync` `events`.
    ///   - availability: what the phone lets Radar see.
    public init(
        platform: Platform,
        installation: String,
        profile: RadarProfile = .documented,
        fenceRules: RadarFenceRules = RadarFenceRules(),
        availability: RadarAvailability = RadarAvailability()
    ) {
        self.platform = platform
        self.profile = profile
        self.availability = availability
        self.sources = RadarOptionSources(platform: platform)
        self.motion = RadarMotion(platform: platform)
        self.replay = RadarReplayBuffer(profile: profile.replay)
        self.bubble = RadarBubble(platform: platform, salt: installation)
        self.syncedFences = RadarSyncedFences(platform: platform, dropsWithoutList: profile.dropsFencesWithoutList)
        self.localFences = RadarLocalFences(rules: fenceRules)
    }

    /// The options in force: the server's, else the app's, else the efficient preset.
    public var options: RadarTrackingOptions { sources.effective(isOnTrip: trip != nil) }

    /// Whether the options in force come from the server.
    public var usesRemoteOptions: Bool { sources.remote(isOnTrip: trip != nil) != nil }
}

/// What the phone does for Radar in one process, as far as Radar asked for it.
struct RadarRunning: Hashable, Sendable, Codable {
    /// The updates that the system gives (Android), or at whose interval the timer fires (iOS).
    var updates: RadarUpdateRequest?
    /// Whether coarse updates keep the app running (iOS).
    var isAwake = false
    /// Whether they show the blue bar (iOS).
    var showsBlueBar = false
    /// Whether the end of that is on its way (iOS).
    var isShuttingDown = false
    var monitorsVisits = false
    var monitorsSignificantChanges = false
    var hasForegroundService = false
    /// Whether somebody in the app waits for one reading.
    var isCallerWaiting = false
}
