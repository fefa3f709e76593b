public import TrackingModel
public import VisitModel

/// The options of Radar's background tracking: update intervals, accuracy, stop detection and uploads.
///
/// One type serves both platforms, with every option of the reference and its default. Start from a preset and change
/// the options that have to differ:
///
/// ```swift
/// var options = RadarTrackingOptions.presetResponsive
/// options.beacons = true
/// ```
///
/// A device is stopped or moving after each update (`RadarMotion`), and has an interval and a bubble for each state.
/// Options marked with a platform have no effect on the other one; `warnings(hasLocationBackgroundMode:)` reports them.
///
/// Source: Radar, "Tracking Options Reference".
public struct RadarTrackingOptions: Hashable, Sendable {
    /// The phone's operating system, which determines the defaults and the options with an effect.
    public let platform: Platform
    /// The preset that a document named, if any: only a label, since the options themselves are decisive.
    public var preset: RadarPreset?

    /// The requested update interval while stopped, in seconds; 0 (the default) turns location off at a stop.
    public var desiredStoppedUpdateInterval: WholeSeconds = 0
    /// Android: the fastest accepted update interval while stopped, in seconds; default 0.
    public var fastestStoppedUpdateInterval: WholeSeconds = 0
    /// The requested update interval while moving, in seconds; default 0, no timed updates.
    ///
    /// The interval is not guaranteed. iOS delays updates in Low Power Mode. Android delays them in Doze, App Standby
    /// and under its Background Location Limits, which do not apply to a foreground service. Both delay them without a
    /// connection, with a low battery or with Wi-Fi off.
    public var desiredMovingUpdateInterval: WholeSeconds = 0
    /// Android: the fastest accepted update interval while moving, in seconds; default 0.
    public var fastestMovingUpdateInterval: WholeSeconds = 0
    /// The minimum time between two uploads, in seconds; default 0.
    public var desiredSyncInterval: WholeSeconds = 0
    /// The requested accuracy; default medium.
    public var desiredAccuracy: RadarDesiredAccuracy = .medium

    /// The time in seconds that the device must stay within `stopDistance` to count as stopped; default 0.
    ///
    /// If either of the two is 0, stops are not detected by distance.
    public var stopDuration: WholeSeconds = 0
    /// The distance in metres within which the device must stay for `stopDuration` to count as stopped; default 0.
    public var stopDistance: WholeMeters = 0

    /// The time at which tracking starts; `nil` (the default) starts it when `startTracking` is called.
    public var startTrackingAfter: Timestamp?
    /// The time at which tracking stops; `nil` (the default) stops it when `stopTracking` is called.
    public var stopTrackingAfter: Timestamp?

    /// The failed uploads that are repeated later; default none.
    public var replay: RadarReplayMode = .none
    /// The updates that are uploaded (`syncLocations` on iOS); default all on iOS, stops and exits on Android.
    public var sync: RadarSyncMode
    /// iOS: whether the blue status bar flashes while tracking; default false.
    public var showBlueBar = false

    /// Whether the phone monitors a region round the device, the bubble, while stopped; default false.
    public var useStoppedGeofence = false
    /// The radius in metres of the bubble while stopped; default 0.
    ///
    /// 100 detects a departure sooner; 200 is not exited by position noise.
    public var stoppedGeofenceRadius: WholeMeters = 0
    /// Whether the phone monitors a region round the device while moving; default false.
    public var useMovingGeofence = false
    /// The radius in metres of the bubble while moving; default 0.
    public var movingGeofenceRadius: WholeMeters = 0
    /// The server's geofences near the device that the phone monitors, to detect transitions sooner; default none.
    public var syncGeofences: RadarGeofenceSync = .none
    /// Android: the number of geofences to request from the server; default 0.
    ///
    /// The server's treatment of 0 is not documented; here 0 leaves the number to the server.
    public var syncGeofencesLimit: GeofenceCount = 0

    /// iOS: whether arrivals and departures that the system detects count as updates; default false.
    public var useVisits = false
    /// iOS: whether the significant-change service wakes the app; default false.
    public var useSignificantLocationChanges = false
    /// Whether beacons are monitored; default false.
    ///
    /// The value is stored and sent to the server; beacons are not monitored. On iOS they would take up ten of the
    /// regions available for fences.
    public var beacons = false

    /// Android: whether a foreground service with a notification runs while tracking; default false.
    public var foregroundServiceEnabled = false
    /// Android: a foreground service and its notification; default none.
    ///
    /// This is the form before Android SDK 3.4.1: setting it starts the service. Use `foregroundServiceEnabled`, and
    /// `RadarTracking.setForegroundServiceOptions(_:)` for the notification.
    public var foregroundService: RadarForegroundServiceOptions?

    var spelling = RadarOptionSpelling()

    /// Creates options with the reference's defaults, under which nothing is tracked.
    public init(platform: Platform) {
        self.platform = platform
        self.sync = platform == .ios ? .all : .stopsAndExits
    }

    /// The name of `sync` on iOS.
    public var syncLocations: RadarSyncMode {
        get { sync }
        set { sync = newValue }
    }

    /// The accuracy requested from the phone: iOS has no `none` and uses medium instead, as its SDK does for any
    /// unknown word.
    public var usedAccuracy: RadarDesiredAccuracy {
        platform == .ios && desiredAccuracy == .none ? .medium : desiredAccuracy
    }

    /// Whether a foreground service runs, requested in either form.
    public var runsForegroundService: Bool {
        platform == .android && (foregroundServiceEnabled || foregroundService != nil)
    }

    /// The requested update interval in a state; zero for none.
    public func desiredInterval(whenStopped isStopped: Bool) -> WholeSeconds {
        isStopped ? desiredStoppedUpdateInterval : desiredMovingUpdateInterval
    }

    /// The fastest accepted update interval in a state (Android).
    public func fastestInterval(whenStopped isStopped: Bool) -> WholeSeconds {
        isStopped ? fastestStoppedUpdateInterval : fastestMovingUpdateInterval
    }
}

extension RadarTrackingOptions {
    var bubbleWarnings: [ConfigurationWarning] {
        bubbleWarnings("Stopped", "stopped", useStoppedGeofence, stoppedGeofenceRadius)
            + bubbleWarnings("Moving", "moving", useMovingGeofence, movingGeofenceRadius)
    }

    private func bubbleWarnings(
        _ name: String,
        _ prefix: String,
        _ isUsed: Bool,
        _ radius: WholeMeters
    ) -> [ConfigurationWarning] {
        let option = "\(prefix)GeofenceRadius"
        return [
            ConfigurationWarning(
                when: isUsed && radius == 0,
                .bubbleWithoutRadius,
                option,
                "`use\(name)Geofence` is on and `\(option)` is 0, so no region is monitored; set for instance 100"
            ),
            ConfigurationWarning(
                when: !isUsed && radius > 0,
                .withoutEffect,
                option,
                "`\(option)` does nothing while `use\(name)Geofence` is off; switch it on"
            ),
            ConfigurationWarning(
                when: isUsed && radius > 0 && radius < 100,
                .smallBubble,
                option,
                "a noisy fix leaves a geofence of \(radius) m; 100 m exits fast, 200 m avoids false exits"
            ),
        ].compactMap { $0 }
    }

    var fenceWarnings: [ConfigurationWarning] {
        [
            ConfigurationWarning(
                when: platform == .android && syncGeofences.isOn && syncGeofencesLimit == 0,
                .noFenceLimit,
                "syncGeofencesLimit",
                "`syncGeofences` is on with a limit of 0, as in the continuous preset; the server then decides how "
                    + "many it sends, so set for instance 10"
            ),
            ConfigurationWarning(
                when: platform == .android && !syncGeofences.isOn && syncGeofencesLimit > 0,
                .withoutEffect,
                "syncGeofencesLimit",
                "`syncGeofencesLimit` does nothing while `syncGeofences` is off; switch it on"
            ),
            ConfigurationWarning(
                when: beacons,
                .ignored,
                "beacons",
                "`beacons` is stored and sent to the server, but beacons are not scanned; visits come from geofences"
            ),
        ].compactMap { $0 }
    }
}

extension RadarTrackingOptions {
    /// Throws `TrackingEngineError` with code `options` for options that were created for the other platform.
    public func check(for platform: Platform) throws(TrackingEngineError) {
        guard self.platform == platform else {
            throw TrackingEngineError(
                .options,
                "the options are for \(self.platform.rawValue) and the device runs \(platform.rawValue); make "
                    + "them with `RadarTrackingOptions(platform: .\(platform.rawValue))`"
            )
        }
    }

    /// How long a device must stay in a region until Android reports a dwell: `stopDuration` and 10 s.
    var dwellDelay: Duration { stopDuration.duration + .seconds(10) }
}
