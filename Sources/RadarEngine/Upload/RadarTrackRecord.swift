internal import TrackingModel
public import VisitModel

/// An update for upload: all members of Radar's track body that depend on the update and on tracking.
///
/// The body's writer adds the members of the installation (ids, device, app, permissions, language). Source: Radar SDK
/// for iOS, RadarAPIClient track; Radar SDK for Android, RadarApiClient track.
public struct RadarTrackRecord: Hashable, Sendable, Codable {
    /// The record's number on this device, which is never reused.
    public let id: Int
    /// The position with its accuracies and its time (`locationMs`).
    public let location: RadarLocation
    /// The cause of the update (`source`).
    public let source: RadarLocationSource
    /// Whether the device was stopped (`stopped`).
    public let isStopped: Bool
    /// Whether the app was in the foreground (`foreground`).
    public let isForeground: Bool
    /// When the phone processed the update.
    public let handledAt: Timestamp
    /// The effective options (`trackingOptions`).
    public let options: RadarTrackingOptions
    /// Whether the options came from the server (`usingRemoteTrackingOptions`).
    public let usesRemoteOptions: Bool
    /// The trip that the device was on (`tripOptions`).
    public let trip: RadarTripOptions?
    /// Whether the record is sent after a failure (`replayed`).
    public private(set) var isReplayed: Bool
    /// Whether the processing time is sent as a time instead of an age, as in a list of replays.
    public private(set) var isDated = false

    /// Creates a record.
    public init(
        id: Int,
        location: RadarLocation,
        source: RadarLocationSource,
        isStopped: Bool,
        isForeground: Bool,
        handledAt: Timestamp,
        options: RadarTrackingOptions,
        usesRemoteOptions: Bool = false,
        trip: RadarTripOptions? = nil,
        isReplayed: Bool = false
    ) {
        self.id = id
        self.location = location
        self.source = source
        self.isStopped = isStopped
        self.isForeground = isForeground
        self.handledAt = handledAt
        self.options = options
        self.usesRemoteOptions = usesRemoteOptions
        self.trip = trip
        self.isReplayed = isReplayed
    }

    /// The record in the form of a list of replays.
    var asReplay: RadarTrackRecord {
        var record = self
        record.isReplayed = true
        record.isDated = true
        return record
    }
}

extension RadarTrackRecord {
    /// The age of the fix when the phone processed it, in milliseconds (`updatedAtMsDiff`); `nil` in a list of replays.
    public var updatedAtMsDiff: Int64? { isDated ? nil : location.fix.time.milliseconds(to: handledAt) }

    /// When the phone processed the update, in milliseconds since 1970 (`updatedAtMs`); only in a list of replays.
    public var updatedAtMs: Int64? { isDated ? handledAt.milliseconds : nil }

    /// The accuracy in metres (`accuracy`); an unknown one is sent as 1.
    public var accuracyMeters: Double { location.fix.horizontalAccuracy ?? 1 }

    /// Whether geofences near the device are requested (`nearbyGeofences`).
    public var wantsNearbyGeofences: Bool { options.syncGeofences.isOn }

    /// The number of geofences to request (`nearbyGeofencesLimit`, Android); `nil` leaves it to the server.
    public var nearbyGeofencesLimit: Int? {
        guard options.platform == .android, wantsNearbyGeofences, options.syncGeofencesLimit > 0 else { return nil }
        return options.syncGeofencesLimit.count
    }
}
