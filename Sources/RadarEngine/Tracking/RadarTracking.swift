public import TrackingModel
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
    var running = RadarRunning()
    var nextRecord = 0

    /// Creates the tracking of a device on which Radar was never started.
    ///
    /// `installation` distinguishes this device's region identifiers from another's, for instance an installation id.
    /// The fence rules matter under `sync` `events`.
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

extension RadarTracking {
    /// Processes a trip that the server has accepted (`Radar.startTrip`); a trip that it refused must not be passed.
    ///
    /// Given options start tracking at once, or are only stored when they have a time to start at. Without options,
    /// tracking starts if the trip requires it and it is off. Then one update is requested. Throws
    /// `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func tripStarted(
        _ trip: RadarTripOptions,
        options: RadarTrackingOptions? = nil,
        at now: Timestamp
    ) throws(TrackingEngineError) -> [RadarEffect] {
        try options?.check(for: platform)
        // After consecutive trips, the options from before the first one are restored.
        if self.trip == nil { sources.beforeTrip = isTracking ? sources.local : nil }
        self.trip = trip
        var effects: [RadarEffect] = []
        if let options {
            if options.startTrackingAfter == nil {
                effects += startChecked(options, at: now)
            } else {
                sources.local = options
                effects += updateTracking(location: nil, at: now)
            }
        } else if trip.startsTracking, !isTracking {
            effects += startChecked(self.options, at: now)
        } else {
            effects += updateTracking(location: nil, at: now)
        }
        return stored(effects + trackOnce(at: now))
    }

    /// Processes an update of the trip that the server has accepted (`Radar.updateTrip`); ignored without a trip.
    public mutating func tripUpdated(_ trip: RadarTripOptions) -> [RadarEffect] {
        guard self.trip != nil else { return [] }
        self.trip = trip
        return [.store]
    }

    /// Processes the end of a request to complete or cancel a trip (`Radar.completeTrip`, `Radar.cancelTrip`).
    ///
    /// The options from before the trip are restored, and without any tracking stops, even if the request failed. The
    /// trip itself ends only if the server ended it or does not know it.
    public mutating func tripEnded(_ status: RadarStatus, at now: Timestamp) -> [RadarEffect] {
        if status == .success || status == .errorNotFound { trip = nil }
        return restoreBeforeTrip(at: now)
    }

    mutating func restoreBeforeTrip(at now: Timestamp) -> [RadarEffect] {
        defer { sources.beforeTrip = nil }
        return sources.beforeTrip.map { startChecked($0, at: now) } ?? stop(at: now)
    }
}

extension RadarTracking {
    static let fixTimeout = Duration.seconds(20)

    /// Starts tracking (`Radar.startTracking`).
    ///
    /// With a `startTrackingAfter` in the future the options are only stored: tracking starts at the first refresh
    /// after that time. Refreshes happen at an update, at the end of an upload, when the app enters the foreground, and
    /// in `refresh(at:)`; no timer is armed for them. Without the permission the only effect is an error for the app,
    /// and the state is unchanged. Throws `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func start(
        _ options: RadarTrackingOptions,
        at now: Timestamp
    ) throws(TrackingEngineError) -> [RadarEffect] {
        try options.check(for: platform)
        return startChecked(options, at: now)
    }

    /// The options are known to be for this platform.
    mutating func startChecked(_ options: RadarTrackingOptions, at now: Timestamp) -> [RadarEffect] {
        guard availability.hasPermission else { return [.emit(.error(.errorPermissions))] }
        sources.local = options
        isTracking = options.startTrackingAfter.map { $0 <= now } ?? true
        let problem = availability.problem.map { [RadarEffect.emit(.error($0))] } ?? []
        return stored(problem + updateTracking(location: nil, at: now))
    }

    /// Stops tracking (`Radar.stopTracking`), and removes the times to start and stop at.
    public mutating func stop(at now: Timestamp) -> [RadarEffect] {
        isTracking = false
        sources.local?.startTrackingAfter = nil
        sources.local?.stopTrackingAfter = nil
        return stored(updateTracking(location: nil, at: now))
    }

    /// Refreshes the requests to the phone, without an update.
    public mutating func refresh(at now: Timestamp) -> [RadarEffect] {
        stored(updateTracking(location: nil, at: now))
    }

    /// Requests one fix and uploads it (`Radar.trackOnce`).
    ///
    /// The fix arrives through `receive(_:from:at:)` with the source `foregroundLocation`.
    public mutating func trackOnce(_ accuracy: RadarDesiredAccuracy = .medium, at now: Timestamp) -> [RadarEffect] {
        guard availability.hasPermission else {
            return [.emit(.error(.errorPermissions)), .emit(.once(.errorPermissions, nil))]
        }
        running.isCallerWaiting = true
        return [.requestFix(accuracy), .armTimer(.fixTimeout, at: now.advanced(by: Self.fixTimeout)), .store]
    }

    /// Sets Android's notification for the foreground service (`Radar.setForegroundServiceOptions`); one that is
    /// already shown does not change.
    public mutating func setForegroundServiceOptions(_ options: RadarForegroundServiceOptions) {
        foregroundServiceOptions = options
    }

    /// Moves a single effect to store the state to the end.
    func stored(_ effects: [RadarEffect]) -> [RadarEffect] { effects.filter { $0 != .store } + [.store] }
}

/// The availability of the phone's location to Radar.
public struct RadarAvailability: Hashable, Sendable, Codable {
    /// Whether the app has permission to use the location.
    public var hasPermission: Bool
    /// Whether the phone's location services are on.
    public var isLocationOn: Bool

    /// Creates an availability; by default the location is available.
    public init(hasPermission: Bool = true, isLocationOn: Bool = true) {
        self.hasPermission = hasPermission
        self.isLocationOn = isLocationOn
    }

    /// Whether the phone can provide fixes.
    public var isUsable: Bool { hasPermission && isLocationOn }

    /// The error to report to the app; `nil` while fixes are available.
    var problem: RadarStatus? {
        guard hasPermission else { return .errorPermissions }
        return isLocationOn ? nil : .errorLocation
    }
}
