import VisitModel

extension MonitoredGeofences {
    /// The current needs; read them after each input.
    public var needs: GeofencingNeeds {
        var needs = GeofencingNeeds()
        guard mode != .off else { return needs }
        let isAlone = mode == .geofencesOnly
        needs.timer = timer
        needs.highRate = watches.busy.contains { watches[$0].map { $0.isInCircle && $0.isActive } ?? false }
        needs.fix = awaitsFix || watches.busy.contains { watches[$0]?.hold != nil }
        needs.significantChanges = isAlone && platform == .ios && isBounded
        needs.stream = isAlone && rules.isHighAccuracy && isMoving
        return needs
    }

    private var timer: Timestamp? {
        var earliest: Timestamp?
        func consider(_ time: Timestamp?) {
            if let time, earliest.map({ time < $0 }) ?? true { earliest = time }
        }
        for name in watches.busy {
            guard let watch = watches[name] else { continue }
            consider(watch.hold?.until)
            if let record = stored[name] { consider(dwellDue(record, watch)) }
        }
        if isMoving, hasNewFix, isBounded, let evaluatedAt {
            consider(evaluatedAt.advanced(by: profile.evaluationInterval))
        }
        return earliest
    }
}
