internal import TrackingModel
/// The accuracy that Radar requests from the phone; higher accuracy costs power.
///
/// The raw values are those of Radar's tracking options, and the system constants those of its tracking options
/// reference.
public enum RadarDesiredAccuracy: String, Hashable, Sendable, CaseIterable, Codable {
    /// iOS: `kCLLocationAccuracyBest`. Android: `PRIORITY_HIGH_ACCURACY`. Uses satellites.
    case high
    /// iOS: `kCLLocationAccuracyHundredMeters`. Android: `PRIORITY_BALANCED_POWER_ACCURACY`. The default.
    case medium
    /// iOS: `kCLLocationAccuracyKilometer`. Android: `PRIORITY_LOW_POWER`. Fixes with an accuracy of a kilometre or
    /// worse are used too.
    case low
    /// Android only: `PRIORITY_NO_POWER`, only fixes that other apps requested.
    case none
}

/// The failed uploads that are repeated later.
public enum RadarReplayMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// All of them, including updates made without a connection.
    case all
    /// Those in which the device had stopped.
    case stops
    /// None: failed updates are lost. The default.
    case none
}

/// The updates that are uploaded.
public enum RadarSyncMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// All of them. The default on iOS.
    case all
    /// Stops, and updates of a device that may exit: one that the server last saw in a geofence or a place. The default
    /// on Android.
    case stopsAndExits
    /// None but those that the app requests (`trackOnce`, `startTrip`, a manual position).
    ///
    /// The vendor's SDKs upload the very first update and each new stop all the same: `RadarProfile.vendor`.
    case none
    /// Those in which the phone itself detects an entry, exit or dwell in one of the server's geofences (newer SDKs;
    /// not in the reference of options).
    ///
    /// It needs `syncGeofences`: without a list of geofences that covers the device's position, all updates are
    /// uploaded. New stops are uploaded as under the other modes.
    case events
}

/// The nearby geofences that the server sends to the device for monitoring.
public enum RadarGeofenceSync: String, Hashable, Sendable, CaseIterable, Codable {
    /// None.
    case none
    /// The nearest; equivalent to `true`.
    case nearest
    /// Only those of a campaign (Android, newer SDKs), as selected by the server.
    case campaignOnly = "campaign-only"

    /// Whether any geofences are synced.
    public var isOn: Bool { self != .none }
}

extension RadarGeofenceSync: ExpressibleByBooleanLiteral {
    /// Creates the case for a boolean of the reference of options: `true` is `nearest`.
    public init(booleanLiteral value: Bool) { self = value ? .nearest : .none }
}
