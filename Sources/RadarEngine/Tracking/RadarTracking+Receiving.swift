public import VisitModel

extension RadarTracking {
    /// Processes an update of the phone, or a position supplied by the app.
    ///
    /// Arrivals and departures are passed in the same way, with their sources. On iOS a background update completes a
    /// pending request of the app.
    public mutating func receive(
        _ location: RadarLocation,
        from source: RadarLocationSource,
        at now: Timestamp
    ) -> [RadarEffect] {
        let isAnswer = platform == .ios && running.isCallerWaiting && source == .backgroundLocation
        let source = isAnswer ? .foregroundLocation : source
        let options = options
        switch motion.receive(location, from: source, under: options, isTracking: isTracking, at: now) {
        case .skipped(.invalid): return [.emit(.error(.errorLocation))] + endWaiting(.errorLocation, nil)
        case .skipped(.poorAccuracy): return stored(updateTracking(location: location, at: now))
        case .skipped: return []
        case .step(let step): return stored(process(step, under: options, at: now))
        }
    }

    /// Processes one of enter, exit and dwell, with the fix that the system reported; regions that are not Radar's are
    /// ignored.
    public mutating func crossed(
        _ ids: [String],
        _ transition: RadarRegionTransitions,
        location: RadarLocation?,
        at now: Timestamp
    ) -> [RadarEffect] {
        guard ids.contains(where: RadarRegion.isRadar), let source = Self.source(of: transition) else { return [] }
        guard let location else {
            // Without a fix iOS does nothing, and Android reports an error.
            return platform == .ios ? [] : [.emit(.error(.errorLocation))]
        }
        return receive(location, from: source, at: now)
    }

    /// Processes a timer that has expired.
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
            return [.emit(.once(.errorLocation, nil)), .store]
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

    /// Completes a pending request of the app for one fix.
    mutating func endWaiting(_ status: RadarStatus, _ location: RadarLocation?) -> [RadarEffect] {
        guard running.isCallerWaiting else { return [] }
        running.isCallerWaiting = false
        return [.cancelTimer(.fixTimeout), .emit(.once(status, location))]
    }
}
