public import VisitModel

/// How Radar tracks a device in the background: how often, how exactly, when it rests, and what it uploads.
///
/// One value for both platforms, with every option of the reference and the default it names. Begin with a preset and
/// change what has to differ:
///
/// ```swift
/// var options = RadarTrackingOptions.presetResponsive
/// options.beacons = true
/// ```
///
/// A device is stopped or moving after each update (`RadarMotion`), and has one interval and one bubble for either.
/// What is marked with a platform does nothing on the other one; `warnings(hasLocationBackgroundMode:)` says so.
///
/// Source: Radar, "Tracking Options Reference".
public struct RadarTrackingOptions: Hashable, Sendable {
    /// The phone's operating system, which decides the defaults and which options count.
    public let platform: Platform
    /// The preset that a document named, if it named one.
    ///
    /// A label: what counts are the options.
    public var preset: RadarPreset?

    /// How often to ask for an update while stopped, in seconds; 0 (the default) shuts location down at a stop.
    public var desiredStoppedUpdateInterval: WholeSeconds = 0
    /// Android: how often at most to take an update while stopped, in seconds; default 0.
    public var fastestStoppedUpdateInterval: WholeSeconds = 0
    /// How often to ask for an update while moving, in seconds; default 0, no timed updates.
    ///
    /// A wish. iOS makes it wait in Low Power Mode; Android in Doze, App Standby and under its Background Location
    /// Limits, from which a foreground service is free; both without a connection, with a low battery or with Wi-Fi
    /// off.
    public var desiredMovingUpdateInterval: WholeSeconds = 0
    /// Android: how often at most to take an update while moving, in seconds; default 0.
    public var fastestMovingUpdateInterval: WholeSeconds = 0
    /// The least time between two uploads, in seconds; default 0.
    public var desiredSyncInterval: WholeSeconds = 0
    /// How exact the updates should be; default medium.
    public var desiredAccuracy: RadarDesiredAccuracy = .medium

    /// For how long, in seconds, the device has to stay within `stopDistance` to count as stopped; default 0.
    ///
    /// With either of the two at 0 no stop is found by distance.
    public var stopDuration: WholeSeconds = 0
    /// Within how many metres the device has to stay for `stopDuration` to count as stopped; default 0.
    public var stopDistance: WholeMeters = 0

    /// When to start tracking; `nil` (the default) is when `startTracking` is called.
    public var startTrackingAfter: Timestamp?
    /// When to stop tracking; `nil` (the default) is when `stopTracking` is called.
    public var stopTrackingAfter: Timestamp?

    /// Which failed updates to upload later; default none.
    public var replay: RadarReplayMode = .none
    /// Which updates to upload; default all on iOS, stops and exits on Android.
    ///
    /// iOS calls it `syncLocations`.
    public var sync: RadarSyncMode
    /// iOS: whether the blue status bar flashes while tracking; default false.
    public var showBlueBar = false

    /// Whether the phone watches a region round the device, the bubble, while stopped; default false.
    public var useStoppedGeofence = false
    /// The radius in metres of the bubble while stopped; default 0.
    ///
    /// 100 notices a departure sooner, 200 is not left by a jumpy position.
    public var stoppedGeofenceRadius: WholeMeters = 0
    /// Whether the phone watches a region round the device while moving; default false.
    public var useMovingGeofence = false
    /// The radius in metres of the bubble while moving; default 0.
    public var movingGeofenceRadius: WholeMeters = 0
    /// Whether the server's geofences near the device are watched by the phone, which notices crossings sooner; default
    /// none.
    public var syncGeofences: RadarGeofenceSync = .none
    /// Android: how many geofences to ask the server for; default 0.
    ///
    /// What the server makes of 0 is not published; here it leaves the number to the server.
    public var syncGeofencesLimit: GeofenceCount = 0

    /// iOS: whether arrivals and departures that the system finds count as updates; default false.
    public var useVisits = false
    /// iOS: whether the significant-change service wakes the app; default false.
    public var useSignificantLocationChanges = false
    /// Whether beacons are watched; default false.
    ///
    /// Stored and sent to the server; no beacon is looked for.
    ///
    /// On iOS they take ten of the slots that fences would have.
    public var beacons = false

    /// Android: whether a foreground service with a notification runs while tracking; default false.
    public var foregroundServiceEnabled = false
    /// Android: a foreground service and its notification; default none.
    ///
    /// The old way, before Android SDK 3.4.1: setting it starts the service. Use `foregroundServiceEnabled`, and
    /// `RadarTracking.setForegroundServiceOptions(_:)` for the notification.
    public var foregroundService: RadarForegroundServiceOptions?

    /// How the document spelled what can be spelled in two ways.
    var spelling = RadarOptionSpelling()

    /// Makes options with the reference's defaults, under which nothing is tracked yet.
    ///
    /// - Parameter platform: the phone's operating system.
    public init(platform: Platform) {
        self.platform = platform
        self.sync = platform == .ios ? .all : .stopsAndExits
    }

    /// iOS's name of `sync`.
    public var syncLocations: RadarSyncMode {
        get { sync }
        set { sync = newValue }
    }

    /// The accuracy that the phone is asked for: iOS, which has no `none`, takes medium for it, as its SDK takes for
    /// any word that it does not know.
    public var usedAccuracy: RadarDesiredAccuracy {
        platform == .ios && desiredAccuracy == .none ? .medium : desiredAccuracy
    }

    /// Whether a foreground service belongs to these options, by either way to ask for one.
    public var runsForegroundService: Bool {
        platform == .android && (foregroundServiceEnabled || foregroundService != nil)
    }

    /// How often to ask for an update in a state; zero where none is asked for.
    ///
    /// - Parameter isStopped: whether the device is stopped.
    /// - Returns: the desired interval.
    public func desiredInterval(whenStopped isStopped: Bool) -> WholeSeconds {
        isStopped ? desiredStoppedUpdateInterval : desiredMovingUpdateInterval
    }

    /// How often at most to take an update in a state (Android).
    ///
    /// - Parameter isStopped: whether the device is stopped.
    /// - Returns: the fastest interval.
    public func fastestInterval(whenStopped isStopped: Bool) -> WholeSeconds {
        isStopped ? fastestStoppedUpdateInterval : fastestMovingUpdateInterval
    }
}
