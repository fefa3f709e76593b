public import VisitModel

extension RadarTracking {
    /// Processes the end of an upload.
    ///
    /// - Parameters:
    ///   - id: the upload.
    ///   - answer: the response; of a failure only the status is used.
    ///   - now: the phone's time.
    /// - Returns: the effects to perform; none for an upload that is not in flight.
    public mutating func uploaded(
        _ id: RadarUpload.ID,
        answer: RadarServerAnswer,
        at now: Timestamp
    ) -> [RadarEffect] {
        let succeeded = answer.status == .success
        guard let upload = replay.end(id, succeeded: succeeded) else { return [] }
        var effects: [RadarEffect] = []
        if succeeded {
            canExit = answer.canExit ?? canExit
            if let tags = answer.geofenceTags {
                sources.apply(geofenceTags: tags)
            }
            if let newest = upload.newest {
                effects.append(.tell(.location(newest.location, isStopped: newest.isStopped)))
            }
            effects += applyConfiguration(answer, at: now)
            localFences.answered(answer.geofenceIDs)
            localFences.replace(
                answer.nearbyGeofences,
                around: upload.newest?.location.fix.coordinate,
                under: options
            )
        } else {
            localFences.failed()
            effects.append(.tell(.error(answer.status)))
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

    /// Applies the response to a configuration request.
    ///
    /// - Parameters:
    ///   - meta: the response's part about the SDK; options missing from it are removed.
    ///   - now: the phone's time.
    /// - Returns: the effects to perform.
    public mutating func configured(_ meta: RadarServerMeta, at now: Timestamp) -> [RadarEffect] {
        sources.apply(meta)
        return stored(updateTracking(location: nil, at: now))
    }

    private mutating func applyConfiguration(_ answer: RadarServerAnswer, at now: Timestamp) -> [RadarEffect] {
        if let meta = answer.meta {
            sources.apply(meta)
        }
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
