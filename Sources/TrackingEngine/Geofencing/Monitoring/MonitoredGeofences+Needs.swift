import VisitModel

extension MonitoredGeofences {
    /// What is needed now; ask again after each input.
    public var needs: GeofencingNeeds {
        var needs = GeofencingNeeds()
        guard mode != .off else { return needs }
        let isAlone = mode == .geofencesOnly
        needs.timer = timer
        needs.highRate = watches.values.contains { $0.isInCircle && $0.isActive }
        needs.fix = awaitsFix || watches.values.contains { $0.hold != nil }
        needs.significantChanges = isAlone && platform == .ios && isBounded
        needs.stream = isAlone && rules.isHighAccuracy && isMoving
        return needs
    }

    private var timer: Timestamp? {
        var earliest: Timestamp?
        func consider(_ time: Timestamp?) {
            if let time, earliest.map({ time < $0 }) ?? true { earliest = time }
        }
        for (name, watch) in watches {
            consider(watch.hold?.until)
            if let record = stored[name] { consider(dwellDue(record, watch)) }
        }
        if isMoving, hasNewFix, isBounded, let evaluatedAt {
            consider(evaluatedAt.advanced(by: profile.evaluationInterval))
        }
        return earliest
    }
}
