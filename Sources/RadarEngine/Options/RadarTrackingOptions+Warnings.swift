public import TrackingModel
internal import VisitModel

extension RadarTrackingOptions {
    /// Warnings about options that may be unintended, in the order of the options.
    ///
    /// `nil` means that it is unknown whether the iOS app was built with the background mode `location`.
    public func warnings(hasLocationBackgroundMode: Bool? = nil) -> [ConfigurationWarning] {
        foreignOptionWarnings + intervalWarnings + wakingWarnings + stopRuleWarnings + periodWarnings + uploadWarnings
            + bubbleWarnings + fenceWarnings + systemWarnings(hasLocationBackgroundMode)
            + (foregroundService.map { [.deprecatedForegroundService] + $0.warnings } ?? [])
    }

    private var foreignOptionWarnings: [ConfigurationWarning] {
        let (owner, reader) = platform == .ios ? ("Android", "iOS") : ("iOS", "Android")
        let foreign: [(String, Bool)] =
            switch platform {
            case .ios:
                [
                    ("fastestStoppedUpdateInterval", fastestStoppedUpdateInterval != 0),
                    ("fastestMovingUpdateInterval", fastestMovingUpdateInterval != 0),
                    ("desiredAccuracy", desiredAccuracy == .none),
                    ("syncGeofences", syncGeofences == .campaignOnly),
                    ("syncGeofencesLimit", syncGeofencesLimit != 0),
                    ("foregroundServiceEnabled", foregroundServiceEnabled),
                    ("foregroundService", foregroundService != nil),
                ]
            case .android:
                [
                    ("showBlueBar", showBlueBar), ("useVisits", useVisits),
                    ("useSignificantLocationChanges", useSignificantLocationChanges),
                ]
            }
        return foreign.filter(\.1).map { name, _ in
            ConfigurationWarning(
                .ignoredByPlatform,
                name,
                "this value of `\(name)` is for \(owner) and has no effect on \(reader); omit it"
            )
        }
    }

    private var stopRuleWarnings: [ConfigurationWarning] {
        let lacksBoth = stopDistance == 0 && stopDuration == 0
        let (given, lacking) = stopDistance == 0 ? ("stopDuration", "stopDistance") : ("stopDistance", "stopDuration")
        return [
            ConfigurationWarning(
                when: (stopDistance == 0) != (stopDuration == 0),
                .incompleteStopRule,
                lacking,
                "`\(given)` does nothing while `\(lacking)` is 0: stops are detected by distance only if both are set"
            ),
            ConfigurationWarning(
                when: lacksBoth && platform == .ios && !useVisits,
                .noStopDetection,
                "stopDistance",
                "without `stopDistance` and `stopDuration` only an arrival detected by the system is a stop; set both, "
                    + "or `useVisits`"
            ),
            ConfigurationWarning(
                when: lacksBoth && platform == .android && !useMovingGeofence && !syncGeofences.isOn,
                .noStopDetection,
                "stopDistance",
                "without `stopDistance` and `stopDuration` only a dwell in a monitored region is a stop; set both, or "
                    + "`useMovingGeofence`"
            ),
        ].compactMap { $0 }
    }

    private var periodWarnings: [ConfigurationWarning] {
        guard let startTrackingAfter, let stopTrackingAfter, stopTrackingAfter <= startTrackingAfter else { return [] }
        return [
            ConfigurationWarning(
                .emptyPeriod,
                "stopTrackingAfter",
                "tracking stops at \(stopTrackingAfter), before it starts at \(startTrackingAfter); swap the two times"
            )
        ]
    }

    private var uploadWarnings: [ConfigurationWarning] {
        let option = platform == .ios ? "syncLocations" : "sync"
        return [
            ConfigurationWarning(
                when: sync == .none,
                .nothingUploaded,
                option,
                "no update is uploaded unless the app requests it, as with `trackOnce`; choose all, or stops and exits "
                    + "(Radar's own SDKs upload the first update and each new stop anyway)"
            ),
            ConfigurationWarning(
                when: sync == .events && syncGeofences != .nearest,
                .withoutEffect,
                option,
                "`events` uploads everything while the phone has no list of the nearest geofences; switch "
                    + "`syncGeofences` on"
            ),
        ].compactMap { $0 }
    }
}

extension RadarTrackingOptions {
    private var intervalWarnings: [ConfigurationWarning] {
        guard platform == .android else { return [] }
        return [
            ("Stopped", desiredStoppedUpdateInterval, fastestStoppedUpdateInterval),
            ("Moving", desiredMovingUpdateInterval, fastestMovingUpdateInterval),
        ].filter { $0.2 > $0.1 }.map { state, desired, fastest in
            ConfigurationWarning(
                .fastestAboveDesired,
                "fastest\(state)UpdateInterval",
                "`fastest\(state)UpdateInterval` is \(fastest) s and `desired\(state)UpdateInterval` \(desired) s; "
                    + "the fastest is the lower bound, so lower it"
            )
        }
    }

    private var wakingWarnings: [ConfigurationWarning] {
        let isWokenBySystem = platform == .ios && (useVisits || useSignificantLocationChanges) || syncGeofences.isOn
        return [
            ("Stopped", desiredStoppedUpdateInterval, useStoppedGeofence && stoppedGeofenceRadius > 0),
            ("Moving", desiredMovingUpdateInterval, useMovingGeofence && movingGeofenceRadius > 0),
        ].filter { $0.1 == 0 && !$0.2 && !isWokenBySystem }.map { state, _, _ in
            ConfigurationWarning(
                .nothingWakes,
                "desired\(state)UpdateInterval",
                "nothing triggers the next update while \(state.lowercased()); set an interval or "
                    + "`use\(state)Geofence`" + (platform == .ios ? ", or `useSignificantLocationChanges`" : "")
            )
        }
    }

    private func systemWarnings(_ hasLocationBackgroundMode: Bool?) -> [ConfigurationWarning] {
        switch platform {
        case .ios: iosWarnings(hasLocationBackgroundMode)
        case .android: androidWarnings
        }
    }

    private func iosWarnings(_ hasLocationBackgroundMode: Bool?) -> [ConfigurationWarning] {
        guard let option = timedOption else { return [] }
        return [
            ConfigurationWarning(
                when: hasLocationBackgroundMode == false,
                .missingBackgroundMode,
                option,
                "timed updates need the background mode `location`; add it to `UIBackgroundModes`, or use the "
                    + "efficient preset"
            ),
            ConfigurationWarning(
                .delayedUpdates,
                option,
                "updates may come much later than requested in Low Power Mode, without a connection, with a low "
                    + "battery or with Wi-Fi off"
            ),
        ].compactMap { $0 }
    }

    private var androidWarnings: [ConfigurationWarning] {
        guard let option = timedOption else { return [] }
        guard !runsForegroundService else { return [] }
        return [
            ConfigurationWarning(
                when: hasInterval(below: Self.androidBackgroundInterval),
                .missingForegroundService,
                "foregroundServiceEnabled",
                "Android gives an app in the background a few updates an hour, fewer than one every "
                    + "\(Self.androidBackgroundInterval.count / 60) minutes would be; set `foregroundServiceEnabled`"
            ),
            ConfigurationWarning(
                when: hasInterval(below: Self.androidVitalsInterval),
                .vitalsThresholds,
                option,
                "the app may pass Android vitals' thresholds for excessive wakeups and Wi-Fi scans; the efficient "
                    + "preset does not"
            ),
            ConfigurationWarning(
                .delayedUpdates,
                option,
                "updates may come much later than requested because of Doze, App Standby and Background Location "
                    + "Limits, without a connection, with a low battery or with Wi-Fi off; a foreground service avoids "
                    + "the first three"
            ),
        ].compactMap { $0 }
    }

    private var timedOption: String? {
        if desiredMovingUpdateInterval > 0 { return "desiredMovingUpdateInterval" }
        return desiredStoppedUpdateInterval > 0 ? "desiredStoppedUpdateInterval" : nil
    }

    private func hasInterval(below limit: WholeSeconds) -> Bool {
        [desiredMovingUpdateInterval, desiredStoppedUpdateInterval].contains { $0 > 0 && $0 < limit }
    }

    /// 15 minutes: Android gives an app in the background its location "a few times each hour" (Google, "Background
    /// Location Limits"), here interpreted as four.
    private static var androidBackgroundInterval: WholeSeconds { 900 }

    /// 6 minutes, the fastest interval of the efficient preset, which stays within the thresholds: 10 wakeups an hour
    /// (Google, "Android vitals", excessive wakeups).
    private static var androidVitalsInterval: WholeSeconds { 360 }
}

extension RadarTrackingOptions {
    /// Keys that may be missing from a document without a warning.
    private static let optionalKeys: Set<String> = [
        "preset", "startTrackingAfter", "stopTrackingAfter", "foregroundService",
    ]

    static func missingKeys(_ keys: [String], platform: Platform, preset: RadarPreset?) -> [ConfigurationWarning] {
        // In a document with a preset, missing keys intentionally have the preset's values.
        guard preset == nil else { return [] }
        return keys.filter { !optionalKeys.contains($0) }.map { key in
            ConfigurationWarning(
                .missingKey,
                key,
                "`\(key)` is missing and has the default \(defaultText(key, platform)); "
                    + "\(vendorText(key, platform)), so declare it"
            )
        }
    }

    /// The reference's default of a key, as text.
    private static func defaultText(_ key: String, _ platform: Platform) -> String {
        switch key {
        case "desiredAccuracy": "medium"
        case "replay": "none"
        case "sync": platform == .ios ? "all" : "stopsAndExits"
        case "desiredStoppedUpdateInterval", "fastestStoppedUpdateInterval", "desiredMovingUpdateInterval",
            "fastestMovingUpdateInterval", "desiredSyncInterval", "stopDuration":
            "0 s"
        case "stopDistance", "stoppedGeofenceRadius", "movingGeofenceRadius": "0 m"
        case "syncGeofencesLimit": "0"
        default: "false"
        }
    }

    /// The behaviour of the vendor's decoder for a missing key (Radar SDKs for iOS and Android, RadarTrackingOptions).
    private static func vendorText(_ key: String, _ platform: Platform) -> String {
        switch (platform, key) {
        case (.android, "desiredAccuracy"): "the vendor's decoder reads a missing number as 0, which disables it"
        case (.android, "sync"): "the vendor's decoder reads a missing number as 0, which uploads nothing"
        case (.android, "stoppedGeofenceRadius"), (.android, "movingGeofenceRadius"):
            "the vendor's decoder uses 100 m"
        case (.android, "syncGeofencesLimit"): "the vendor's decoder uses 10"
        default: "the vendor's decoder uses the same"
        }
    }
}

extension ConfigurationWarning {
    /// `nil` unless the condition holds.
    init?(when condition: Bool, _ code: Code, _ option: String, _ message: String) {
        guard condition else { return nil }
        self.init(code, option, message)
    }

    /// Options of newer SDKs, which are not in the reference.
    private static let newerKeys: Set<String> = [
        "useIndoorScan", "useMotion", "usePressure", "batchSize", "batchInterval", "type",
    ]
    private static let iosKeys: Set<String> = ["showBlueBar", "useVisits", "useSignificantLocationChanges"]
    private static let androidKeys: Set<String> = [
        "fastestStoppedUpdateInterval", "fastestMovingUpdateInterval", "syncGeofencesLimit",
        "foregroundServiceEnabled", "foregroundService",
    ]

    /// The warning for a key that the reader did not use.
    static func surplusKey(_ key: String, platform: Platform) -> ConfigurationWarning {
        if (platform == .ios ? androidKeys : iosKeys).contains(key) {
            let (owner, reader) = platform == .ios ? ("Android", "iOS") : ("iOS", "Android")
            return ConfigurationWarning(
                .ignoredByPlatform,
                key,
                "`\(key)` is an option of \(owner), \(reader) ignores it; omit it"
            )
        }
        if newerKeys.contains(key) {
            return ConfigurationWarning(
                .unsupportedKey,
                key,
                "`\(key)` is an option of newer SDKs that is not in the reference; it is ignored"
            )
        }
        return ConfigurationWarning(.unknownKey, key, "`\(key)` is not a tracking option; check the spelling")
    }

    static var deprecatedForegroundService: ConfigurationWarning {
        ConfigurationWarning(
            .deprecated,
            "foregroundService",
            "`foregroundService` is deprecated since Android SDK 3.4.1; set `foregroundServiceEnabled` and give the "
                + "notification's options to `setForegroundServiceOptions`"
        )
    }

    static func implausibleTime(_ time: Timestamp, of key: String) -> ConfigurationWarning {
        ConfigurationWarning(
            .implausibleTime,
            key,
            "`\(key)` is \(time); a number counts milliseconds since 1970, not seconds"
        )
    }

    static var unknownGeofenceSync: ConfigurationWarning {
        ConfigurationWarning(
            .unknownKey,
            "syncGeofences",
            "`syncGeofences` is not one of \"none\", \"nearest\" and \"campaign-only\", so none are synced"
        )
    }
}
