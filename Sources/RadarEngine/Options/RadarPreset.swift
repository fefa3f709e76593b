internal import TrackingModel
public import VisitModel

/// Radar's three predefined sets of tracking options.
public enum RadarPreset: String, Hashable, Sendable, CaseIterable, Codable {
    /// iOS: only the system's visits, so a device wakes some hundred metres after a departure. Android: updates every 6
    /// to 20 minutes while moving and occasionally while stopped; a device wakes after more than 100 m and at least 15
    /// minutes. The least power, and within Android's vitals thresholds.
    case efficient
    /// An update by time about every 2.5 minutes while moving, and one at each exit from a bubble of 100 m around
    /// the last update; none while stopped, and a device wakes after more than 100 m. Little power. iOS: needs the `location`
    /// background mode. Android: may exceed the vitals thresholds, and delays the updates by time in the background.
    case responsive
    /// Updates about every 30 seconds, moving or stopped. Moderate power. iOS: the blue bar shows. Android: a
    /// foreground service runs.
    case continuous
}

extension RadarTrackingOptions {
    /// The preset that uses the least power, on iOS.
    public static var presetEfficient: RadarTrackingOptions { presetEfficient(on: .ios) }
    /// The preset for most apps, on iOS.
    public static var presetResponsive: RadarTrackingOptions { presetResponsive(on: .ios) }
    /// The preset with the most updates, on iOS.
    public static var presetContinuous: RadarTrackingOptions { presetContinuous(on: .ios) }

    /// The preset that uses the least power.
    public static func presetEfficient(on platform: Platform) -> RadarTrackingOptions {
        var options = RadarTrackingOptions(platform: platform)
        options.replay = .stops
        options.sync = .all
        options.syncGeofences = true
        switch platform {
        case .ios: options.useVisits = true
        case .android:
            options.desiredStoppedUpdateInterval = 3600
            options.fastestStoppedUpdateInterval = 1200
            options.desiredMovingUpdateInterval = 1200
            options.fastestMovingUpdateInterval = 360
            options.desiredSyncInterval = 140
            options.stopDuration = 140
            options.stopDistance = 70
            options.syncGeofencesLimit = 10
        }
        return options
    }

    /// The preset for most apps, with frequent updates while moving and none while stopped.
    public static func presetResponsive(on platform: Platform) -> RadarTrackingOptions {
        var options = RadarTrackingOptions(platform: platform)
        options.desiredMovingUpdateInterval = 150
        options.desiredSyncInterval = 20
        options.stopDuration = 140
        options.stopDistance = 70
        options.replay = .stops
        options.sync = .all
        options.useStoppedGeofence = true
        options.stoppedGeofenceRadius = 100
        options.useMovingGeofence = true
        options.movingGeofenceRadius = 100
        options.syncGeofences = true
        switch platform {
        case .ios:
            options.useVisits = true
            options.useSignificantLocationChanges = true
        case .android:
            options.fastestMovingUpdateInterval = 30
            options.syncGeofencesLimit = 10
        }
        return options
    }

    /// The preset with the most updates.
    public static func presetContinuous(on platform: Platform) -> RadarTrackingOptions {
        var options = RadarTrackingOptions(platform: platform)
        options.desiredStoppedUpdateInterval = 30
        options.desiredMovingUpdateInterval = 30
        options.desiredSyncInterval = 20
        options.desiredAccuracy = .high
        options.stopDuration = 140
        options.stopDistance = 70
        options.sync = .all
        options.syncGeofences = true
        switch platform {
        case .ios: options.showBlueBar = true
        case .android:
            options.fastestStoppedUpdateInterval = 30
            options.fastestMovingUpdateInterval = 30
            options.foregroundServiceEnabled = true
        }
        return options
    }

    /// Creates the options of a preset.
    public init(preset: RadarPreset, on platform: Platform) {
        self =
            switch preset {
            case .efficient: .presetEfficient(on: platform)
            case .responsive: .presetResponsive(on: platform)
            case .continuous: .presetContinuous(on: platform)
            }
    }
}
