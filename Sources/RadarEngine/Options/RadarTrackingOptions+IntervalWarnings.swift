import TrackingModel
import VisitModel

extension RadarTrackingOptions {
    /// Warnings about contradictory intervals (Android).
    var intervalWarnings: [ConfigurationWarning] {
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

    /// Warnings about states in which nothing triggers the next update.
    var wakingWarnings: [ConfigurationWarning] {
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

    /// Warnings about limits that the phone's system imposes.
    ///
    /// - Parameter hasLocationBackgroundMode: whether the iOS app was built with it; `nil` where unknown.
    /// - Returns: the warnings.
    func systemWarnings(_ hasLocationBackgroundMode: Bool?) -> [ConfigurationWarning] {
        switch platform {
        case .ios: iosWarnings(hasLocationBackgroundMode)
        case .android: androidWarnings
        }
    }

    private func iosWarnings(_ hasLocationBackgroundMode: Bool?) -> [ConfigurationWarning] {
        guard let option = timedOption else { return [] }
        var warnings: [ConfigurationWarning] = []
        if hasLocationBackgroundMode == false {
            warnings.append(
                ConfigurationWarning(
                    .missingBackgroundMode,
                    option,
                    "timed updates need the background mode `location`; add it to `UIBackgroundModes`, or "
                        + "use the efficient preset"
                )
            )
        }
        warnings.append(
            ConfigurationWarning(
                .delayedUpdates,
                option,
                "updates may come much later than requested in Low Power Mode, without a connection, with a "
                    + "low battery or with Wi-Fi off"
            )
        )
        return warnings
    }

    private var androidWarnings: [ConfigurationWarning] {
        guard let option = timedOption else { return [] }
        guard !runsForegroundService else { return [] }
        var warnings: [ConfigurationWarning] = []
        if hasInterval(below: Self.androidBackgroundInterval) {
            warnings.append(
                ConfigurationWarning(
                    .missingForegroundService,
                    "foregroundServiceEnabled",
                    "Android gives an app in the background a few updates an hour, fewer than one every "
                        + "\(Self.androidBackgroundInterval.count / 60) minutes would be; "
                        + "set `foregroundServiceEnabled`"
                )
            )
        }
        if hasInterval(below: Self.androidVitalsInterval) {
            warnings.append(
                ConfigurationWarning(
                    .vitalsThresholds,
                    option,
                    "the app may pass Android vitals' thresholds for excessive wakeups and Wi-Fi scans; the efficient "
                        + "preset does not"
                )
            )
        }
        warnings.append(
            ConfigurationWarning(
                .delayedUpdates,
                option,
                "updates may come much later than requested because of Doze, App Standby and Background Location "
                    + "Limits, without a connection, with a low battery or with Wi-Fi off; a foreground service "
                    + "avoids the first three"
            )
        )
        return warnings
    }

    /// The option that requests timed updates, if one does.
    private var timedOption: String? {
        if desiredMovingUpdateInterval > 0 { return "desiredMovingUpdateInterval" }
        return desiredStoppedUpdateInterval > 0 ? "desiredStoppedUpdateInterval" : nil
    }

    private func hasInterval(below limit: WholeSeconds) -> Bool {
        [desiredMovingUpdateInterval, desiredStoppedUpdateInterval].contains { $0 > 0 && $0 < limit }
    }

    /// 15 minutes: Android gives an app in the background its location "a few times each hour" (Google, "Background
    /// Location Limits"), here interpreted as four.
    static var androidBackgroundInterval: WholeSeconds { 900 }

    /// 6 minutes, the fastest interval of the efficient preset, which stays within the thresholds: 10 wakeups an hour
    /// (Google, "Android vitals", excessive wakeups).
    static var androidVitalsInterval: WholeSeconds { 360 }
}
