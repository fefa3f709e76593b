internal import VisitModel

extension RadarTracking {
    /// Processes an accepted update: notifies the app, refreshes tracking, and uploads what the gate passes.
    mutating func process(
        _ step: RadarMotionStep,
        under options: RadarTrackingOptions,
        at now: Timestamp
    ) -> [RadarEffect] {
        lastLocation = step.location
        var effects: [RadarEffect] = [
            .emit(.clientLocation(step.location, isStopped: step.isStopped, step.source))
        ]
        if step.source != .manualLocation { effects += updateTracking(location: step.location, at: now) }
        let isCallerWaiting = running.isCallerWaiting && step.source == .foregroundLocation
        let gate = RadarUploadGate(options: options, profile: profile)
        let takesOld =
            options.replay == .stops && !step.justStopped && step.source != .foregroundLocation
            && !gate.withholdsUnrequested
        let old = takesOld ? replay.removeFailedStop() : nil
        let look = options.sync == .events ? look(at: step) : nil
        let context = RadarUploadContext(
            lastSentAt: lastSentAt,
            now: now,
            isCallerWaiting: isCallerWaiting,
            isReplay: old != nil,
            canExit: canExit,
            hasLocalEvent: look?.finding != nil
        )
        if case .pass = gate.decide(step, context) {
            lastSentAt = now
            // A fix that the app requested is uploaded below, for its request.
            if step.source != .foregroundLocation {
                // A failed stop sent in place of this update does not contain its observation.
                if old == nil, let look { localFences.sent(look) }
                effects += send(record(of: step, replaying: old, at: now))
            }
        }
        if isCallerWaiting {
            if let look { localFences.sent(look) }
            effects += send(record(of: step, replaying: nil, at: now))
            effects += endWaiting(.success, step.location)
        }
        return effects
    }

    private func look(at step: RadarMotionStep) -> RadarObservation {
        let isOnTrip = trip != nil && sources.situation(isOnTrip: true) != .onTrip
        return localFences.look(at: step, isOnTrip: isOnTrip)
    }

    /// Creates the record of an update, or of the failed stop sent in its place.
    private mutating func record(
        of step: RadarMotionStep,
        replaying old: RadarTrackRecord?,
        at now: Timestamp
    ) -> RadarTrackRecord {
        defer { nextRecord += 1 }
        return RadarTrackRecord(
            id: nextRecord,
            location: old?.location ?? step.location,
            source: step.source,
            isStopped: old != nil || step.isStopped,
            isForeground: isForeground,
            handledAt: now,
            options: options,
            usesRemoteOptions: usesRemoteOptions,
            trip: trip,
            isReplayed: old != nil
        )
    }

    private mutating func send(_ record: RadarTrackRecord) -> [RadarEffect] {
        var effects: [RadarEffect] = []
        let service = record.options.foregroundService ?? foregroundServiceOptions
        if record.options.runsForegroundService, service.updatesOnly {
            effects += startForegroundService(service)
        }
        effects.append(.upload(replay.begin(record)))
        return effects
    }
}
