internal import TrackingModel
public import VisitModel

/// Radar's tracking on one device: options, stop detection, requests to the phone, and uploads.
///
/// Every input is a call that returns the effects to perform. The state is a value: it is persisted after `.store`. A
/// restored state resumes with `restarted(_:location:at:)`, which accounts for what was lost with the
/// process.
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
    /// The choices between the vendor's code and its documents.
    public let profile: RadarProfile
    /// Whether tracking is on.
    public internal(set) var isTracking = false
    /// The sources of the tracking options.
    public internal(set) var sources: RadarOptionSources
    /// The trip that the device is on.
    public internal(set) var trip: RadarTripOptions?
    /// Whether the device is stopped or moving.
    public internal(set) var motion: RadarMotion
    /// The last accepted update.
    public internal(set) var lastLocation: RadarLocation?
    /// The time of the last update that passed the gate; `nil` for never.
    public internal(set) var lastSentAt: Timestamp?
    /// Whether the server last saw the device in a geofence or a place.
    public internal(set) var canExit = false
    /// The updates that are in flight or have failed.
    public internal(set) var replay: RadarReplayBuffer
    /// The region round the device that wakes tracking on exit.
    public internal(set) var bubble: RadarBubble
    /// The server's geofences that the phone monitors.
    public internal(set) var syncedFences: RadarSyncedFences
    /// The server's geofences that the device is in, as far as the phone itself can determine.
    public internal(set) var localFences: RadarLocalFences
    /// The availability of the phone's location.
    public internal(set) var availability: RadarAvailability
    /// Whether the app is in the foreground.
    public internal(set) var isForeground = false

    /// Android's notification for the foreground service.
    var foregroundServiceOptions = RadarForegroundServiceOptions()
    /// The requests to the phone in this process.
    var running = RadarRunning()
    /// The number of the next record.
    var nextRecord = 0

    /// Creates the tracking of a device on which Radar was never started.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - installation: distinguishes this device's region identifiers from another's, for instance an installation
    ///     id.
    ///   - profile: the choices between the vendor's code and its documents.
    ///   - fenceRules: the rules for entries, exits and dwells, which matter under `sync` `events`.
    ///   - availability: the availability of the phone's location.
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

    /// The effective options: the server's, otherwise the app's, otherwise the efficient preset.
    public var options: RadarTrackingOptions { sources.effective(isOnTrip: trip != nil) }

    /// Whether the effective options come from the server.
    public var usesRemoteOptions: Bool { sources.remote(isOnTrip: trip != nil) != nil }
}

/// The requests to the phone that are active in one process.
struct RadarRunning: Hashable, Sendable, Codable {
    /// The updates that the system delivers (Android), or that the timer requests (iOS).
    var updates: RadarUpdateRequest?
    /// Whether coarse updates keep the app running (iOS).
    var isAwake = false
    /// Whether the coarse updates show the blue bar (iOS).
    var showsBlueBar = false
    /// Whether the coarse updates will stop soon (iOS).
    var isShuttingDown = false
    var monitorsVisits = false
    var monitorsSignificantChanges = false
    var hasForegroundService = false
    /// Whether the app waits for one requested fix.
    var isCallerWaiting = false
}
