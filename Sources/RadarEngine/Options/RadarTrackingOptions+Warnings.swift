public import TrackingModel
internal import VisitModel
extension RadarTrackingOptions {
    /// Warnings about options that may be unintended.
    ///
    /// - Parameter hasLocationBackgroundMode: whether the iOS app was built with the background mode `location`; `nil`
    ///   where unknown.
    /// - Returns: the warnings, in the order of the options.
    public func warnings(hasLocationBackgroundMode: Bool? = nil) -> [ConfigurationWarning] {
        foreignOptionWarnings + intervalWarnings + wakingWarnings + stopRuleWarnings + periodWarnings + uploadWarnings
            + bubbleWarnings + fenceWarnings + systemWarnings(hasLocationBackgroundMode)
            + (foregroundService.map { [.deprecatedForegroundService] + $0.warnings } ?? [])
    }

    /// Warnings about options that belong to the other platform.
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
        if (stopDistance == 0) != (stopDuration == 0) {
            let (given, lacking) =
                stopDistance == 0 ? ("stopDuration", "stopDistance") : ("stopDistance", "stopDuration")
            return [
                ConfigurationWarning(
                    .incompleteStopRule,
                    lacking,
                    "`\(given)` does nothing while `\(lacking)` is 0: stops are detected by distance only if both "
                        + "are set"
                )
            ]
        }
        guard stopDistance == 0 else { return [] }
        switch platform {
        case .ios where !useVisits:
            return [
                ConfigurationWarning(
                    .noStopDetection,
                    "stopDistance",
                    "without `stopDistance` and `stopDuration` only an arrival detected by the system is a stop; "
                        + "set both, or `useVisits`"
                )
            ]
        case .android where !useMovingGeofence && !syncGeofences.isOn:
            return [
                ConfigurationWarning(
                    .noStopDetection,
                    "stopDistance",
                    "without `stopDistance` and `stopDuration` only a dwell in a monitored region is a stop; set "
                        + "both, or `useMovingGeofence`"
                )
            ]
        default: return []
        }
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
        switch sync {
        case .none:
            return [
                ConfigurationWarning(
                    .nothingUploaded,
                    option,
                    "no update is uploaded unless the app requests it, as with `trackOnce`; choose all, or stops and "
                        + "exits (Radar's own SDKs upload the first update and each new stop anyway)"
                )
            ]
        case .events where syncGeofences != .nearest:
            return [
                ConfigurationWarning(
                    .withoutEffect,
                    option,
                    "`events` uploads everything while the phone has no list of the nearest geofences; switch "
                        + "`syncGeofences` on"
                )
            ]
        default: return []
        }
    }
}
