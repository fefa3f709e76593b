import TrackingModel
import VisitModel

extension RadarTrackingOptions {
    /// Keys that may be missing from a document without a warning.
    private static let optionalKeys: Set<String> = [
        "preset", "startTrackingAfter", "stopTrackingAfter", "foregroundService",
    ]

    /// The warnings for missing keys.
    static func missingKeys(
        _ keys: [String],
        platform: Platform,
        preset: RadarPreset?
    ) -> [ConfigurationWarning] {
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
        return ConfigurationWarning(
            .unknownKey,
            key,
            "`\(key)` is not a tracking option; check the spelling"
        )
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
