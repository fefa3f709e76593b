internal import TrackingModel
public import VisitModel

extension RadarTracking {
    /// Processes the end of an upload; one that is not in flight has no effects, and of a failure only the status is
    /// used.
    public mutating func uploaded(
        _ id: RadarUpload.ID,
        answer: RadarServerResponse,
        at now: Timestamp
    ) -> [RadarEffect] {
        let succeeded = answer.status == .success
        guard let upload = replay.end(id, succeeded: succeeded) else { return [] }
        var effects: [RadarEffect] = []
        if succeeded {
            canExit = answer.canExit ?? canExit
            if let tags = answer.geofenceTags { sources.apply(geofenceTags: tags) }
            if let newest = upload.newest {
                effects.append(.emit(.location(newest.location, isStopped: newest.isStopped)))
            }
            effects += applyConfiguration(answer, at: now)
            localFences.answered(answer.geofenceIDs)
            localFences.replace(answer.nearbyGeofences, around: upload.newest?.location.fix.coordinate, under: options)
        } else {
            localFences.failed()
            effects.append(.emit(.error(answer.status)))
        }
        effects += Self.regionEffects(
            syncedFences.replace(
                answer.nearbyGeofences,
                succeeded: succeeded,
                under: options,
                isTracking: isTracking && availability.isUsable
            )
        )
        effects += endForegroundServiceOfUpload(upload)
        return stored(effects + updateTracking(location: nil, at: now))
    }

    /// Applies the response to a configuration request; options missing from it are removed.
    public mutating func configured(_ meta: RadarServerMeta, at now: Timestamp) -> [RadarEffect] {
        sources.apply(meta)
        return stored(updateTracking(location: nil, at: now))
    }

    private mutating func applyConfiguration(_ answer: RadarServerResponse, at now: Timestamp) -> [RadarEffect] {
        if let meta = answer.meta { sources.apply(meta) }
        guard answer.hasTrip == false, trip != nil else { return [] }
        trip = nil
        return restoreBeforeTrip(at: now)
    }

    /// Removes a notification that shows only during uploads, after the last one.
    private mutating func endForegroundServiceOfUpload(_ upload: RadarUpload) -> [RadarEffect] {
        guard let options = upload.newest?.options, replay.underWay.isEmpty else { return [] }
        let service = options.foregroundService ?? foregroundServiceOptions
        return options.runsForegroundService && service.updatesOnly ? stopForegroundService() : []
    }
}

/// The server's response to an upload, or the failure of the upload.
public struct RadarServerResponse: Hashable, Sendable, Codable {
    /// The status of the upload.
    public var status: RadarStatus
    /// Whether the server sees the device in a geofence or a place that it can exit; `nil` where it does not say.
    public var canExit: Bool?
    /// The ids of the geofences that the server sees the device in; `nil` where it does not say.
    public var geofenceIDs: Set<String>?
    /// The tags of the geofences that the server sees the device in; `nil` where it does not say.
    public var geofenceTags: Set<String>?
    /// The geofences near the device, nearest first; `nil` where the response has no list.
    public var nearbyGeofences: [RadarNearbyGeofence]?
    /// The response's part about the SDK itself; `nil` where it has none, which changes nothing.
    public var meta: RadarServerMeta?
    /// Whether the server has a trip of the device; `nil` where it does not say.
    public var hasTrip: Bool?

    /// Creates a response; a field is `nil` where the response does not contain it.
    public init(
        status: RadarStatus,
        canExit: Bool? = nil,
        geofenceIDs: Set<String>? = nil,
        geofenceTags: Set<String>? = nil,
        nearbyGeofences: [RadarNearbyGeofence]? = nil,
        meta: RadarServerMeta? = nil,
        hasTrip: Bool? = nil
    ) {
        self.status = status
        self.canExit = canExit
        self.geofenceIDs = geofenceIDs
        self.geofenceTags = geofenceTags
        self.nearbyGeofences = nearbyGeofences
        self.meta = meta
        self.hasTrip = hasTrip
    }
}
