internal import TrackingModel
public import VisitModel

/// One update on its way to the server: everything of Radar's track body that depends on the update and on tracking.
///
/// What belongs to the installation (ids, device, app, permissions, language) is added by whoever writes the body.
/// Source: Radar SDK for iOS, RadarAPIClient track; Radar SDK for Android, RadarApiClient track.
public struct RadarTrackRecord: Hashable, Sendable, Codable {
    /// The record's number on this device, which never comes again.
    public let id: Int
    /// The position and its accuracies, and the time at which it was taken (`locationMs`).
    public let location: RadarLocation
    /// What made it come (`source`).
    public let source: RadarLocationSource
    /// Whether the device was stopped (`stopped`).
    public let isStopped: Bool
    /// Whether the app was on the screen (`foreground`).
    public let isForeground: Bool
    /// When the phone handled it.
    public let handledAt: Timestamp
    /// The options in force (`trackingOptions`).
    public let options: RadarTrackingOptions
    /// Whether those came from the server (`usingRemoteTrackingOptions`).
    public let usesRemoteOptions: Bool
    /// The trip that the device was on (`tripOptions`).
    public let trip: RadarTripOptions?
    /// Whether it is sent after a failure (`replayed`).
    public private(set) var isReplayed: Bool
    /// Whether its time is sent as a date and not as an age: so it is in a list of replays.
    public private(set) var isDated = false

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - id: the record's number.
    ///   - location: the update.
    ///   - source: what made it come.
    ///   - isStopped: whether the device was stopped.
    ///   - isForeground: whether the app was on the screen.
    ///   - handledAt: when the phone handled it.
    ///   - options: the options in force.
    ///   - usesRemoteOptions: whether those came from the server.
    ///   - trip: the trip that the device was on.
    ///   - isReplayed: whether it is sent after a failure.
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

    /// The record as it stands in a list of replays.
    var asReplay: RadarTrackRecord {
        var record = self
        record.isReplayed = true
        record.isDated = true
        return record
    }
}

extension RadarTrackRecord {
    /// The age of the reading when the phone handled it, in milliseconds (`updatedAtMsDiff`); `nil` in a list of
    /// replays.
    public var updatedAtMsDiff: Int64? {
        isDated ? nil : location.fix.time.milliseconds(to: handledAt)
    }

    /// When the phone handled it, in milliseconds since 1970 (`updatedAtMs`); only in a list of replays.
    public var updatedAtMs: Int64? { isDated ? handledAt.milliseconds : nil }

    /// The accuracy in metres (`accuracy`): what is unknown is sent as 1.
    public var accuracyMeters: Double { location.fix.horizontalAccuracy ?? 1 }

    /// Whether the server is asked for geofences near the device (`nearbyGeofences`).
    public var wantsNearbyGeofences: Bool { options.syncGeofences.isOn }

    /// How many it is asked for (`nearbyGeofencesLimit`, Android); `nil` leaves that to the server.
    public var nearbyGeofencesLimit: Int? {
        guard options.platform == .android, wantsNearbyGeofences, options.syncGeofencesLimit > 0 else { return nil }
        return options.syncGeofencesLimit.count
    }
}
