internal import TrackingModel

/// How exact the readings should be that Radar asks the phone for; what it costs is power.
///
/// Strings and numbers as in Radar's tracking options; the systems' names as in Radar's tracking options reference.
public enum RadarDesiredAccuracy: String, Hashable, Sendable, CaseIterable, Codable {
    /// iOS: `kCLLocationAccuracyBest`. Android: `PRIORITY_HIGH_ACCURACY`. Satellites.
    case high
    /// iOS: `kCLLocationAccuracyHundredMeters`. Android: `PRIORITY_BALANCED_POWER_ACCURACY`. The default.
    case medium
    /// iOS: `kCLLocationAccuracyKilometer`. Android: `PRIORITY_LOW_POWER`. Readings of a kilometre and worse are used
    /// too.
    case low
    /// Android only: `PRIORITY_NO_POWER`, readings that other apps asked for.
    case none
}

/// Which updates that could not be uploaded are uploaded later.
public enum RadarReplayMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// All of them, also those that were made without a connection.
    case all
    /// Those at which the device had stopped.
    case stops
    /// None: what fails is lost. The default.
    case none
}

/// Which updates are uploaded.
public enum RadarSyncMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// All of them. The default on iOS.
    case all
    /// Stops, and updates of a device that can leave something: one that the server last saw in a geofence or a place.
    /// The default on Android.
    case stopsAndExits
    /// None but those that the app asks for (`trackOnce`, `startTrip`, a position that it hands in).
    ///
    /// The vendor's SDKs upload the very first update and each new stop all the same: `RadarProfile.vendor`.
    case none
    /// Those in which the phone itself sees that the device has come into, left or dwelled in one of the server's
    /// geofences (newer SDKs; not in the reference of options).
    ///
    /// It needs `syncGeofences`: without a list of geofences that holds where the device is, all are uploaded. New stops
    /// pass under it as under the others.
    case events
}

/// Which geofences near the device the server sends to it, to be watched by the phone itself.
public enum RadarGeofenceSync: String, Hashable, Sendable, CaseIterable, Codable {
    /// None.
    case none
    /// The nearest; what `true` means.
    case nearest
    /// Only those that belong to a campaign (Android, newer SDKs). Which they are is for the server to know.
    case campaignOnly = "campaign-only"

    /// Whether any are wanted.
    public var isOn: Bool { self != .none }
}

extension RadarGeofenceSync: ExpressibleByBooleanLiteral {
    /// Takes what the reference of options writes: `true` is `nearest`.
    ///
    /// - Parameter value: whether geofences are wanted.
    public init(booleanLiteral value: Bool) {
        self = value ? .nearest : .none
    }
}
