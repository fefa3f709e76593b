public import VisitModel

extension RadarTracking {
    /// Takes an update of the phone, or one that the app hands in.
    ///
    /// Arrivals and departures come this way too, with their sources.
    ///
    /// - Parameters:
    ///   - location: the update.
    ///   - source: what made it come. On iOS a background update answers somebody who waits for one.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func receive(
        _ location: RadarLocation,
        from source: RadarLocationSource,
        at now: Timestamp
    ) -> [RadarEffect] {
        let isAnswer = platform == .ios && running.isCallerWaiting && source == .backgroundLocation
        let source = isAnswer ? .foregroundLocation : source
        let options = options
        switch motion.receive(location, from: source, under: options, isTracking: isTracking, at: now) {
        case .skipped(.invalid):
            return [.tell(.error(.errorLocation))] + endWaiting(.errorLocation, nil)
        case .skipped(.poorAccuracy):
            return stored(updateTracking(location: location, at: now))
        case .skipped:
            return []
        case .step(let step):
            return stored(process(step, under: options, at: now))
        }
    }

    /// Takes transitions of regions that the phone watched for Radar; those of others are none of its business.
    ///
    /// - Parameters:
    ///   - ids: the regions' names.
    ///   - transition: what happened: one of enter, exit and dwell.
    ///   - location: the reading that the system gave with it.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func crossed(
        _ ids: [String],
        _ transition: RadarRegionTransitions,
        location: RadarLocation?,
        at now: Timestamp
    ) -> [RadarEffect] {
        guard ids.contains(where: RadarRegion.isRadar), let source = Self.source(of: transition) else { return [] }
        guard let location else {
            // iOS has nothing to handle then, Android handles nothing and says so.
            return platform == .ios ? [] : [.tell(.error(.errorLocation))]
        }
        return receive(location, from: source, at: now)
    }

    /// Takes a timer that was asked for and whose time has come.
    ///
    /// - Parameters:
    ///   - timer: which one.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func timerDue(_ timer: RadarTimer, at now: Timestamp) -> [RadarEffect] {
        switch timer {
        case .update:
            guard platform == .ios, let updates = running.updates else { return [] }
            return [
                .requestFix(updates.accuracy), .armTimer(.update, at: now.advanced(by: updates.interval.duration)),
            ]
        case .shutDown:
            guard running.isShuttingDown else { return [] }
            return stored(shutDown())
        case .fixTimeout:
            guard running.isCallerWaiting else { return [] }
            running.isCallerWaiting = false
            return [.tell(.once(.errorLocation, nil)), .store]
        }
    }

    private static func source(of transition: RadarRegionTransitions) -> RadarLocationSource? {
        switch transition {
        case .enter: .geofenceEnter
        case .exit: .geofenceExit
        case .dwell: .geofenceDwell
        default: nil
        }
    }

    /// Answers somebody who waits for one reading.
    mutating func endWaiting(_ status: RadarStatus, _ location: RadarLocation?) -> [RadarEffect] {
        guard running.isCallerWaiting else { return [] }
        running.isCallerWaiting = false
        return [.cancelTimer(.fixTimeout), .tell(.once(status, location))]
    }
}
