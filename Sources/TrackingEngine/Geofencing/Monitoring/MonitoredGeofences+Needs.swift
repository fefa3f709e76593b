public import VisitModel

/// What geofences need of the phone beside regions.
public struct GeofencingNeeds: Hashable, Sendable {
    /// When `tick(at:)` wants to be called; `nil` for never.
    public var timer: Timestamp?
    /// Whether fixes are needed as often and as exact as the phone can: the phone is in the circle round a polygon.
    public var highRate: Bool
    /// Whether one fix is needed: to confirm an exit, or to choose.
    public var fix: Bool
    /// Whether significant changes are needed (iOS, geofences-only).
    public var significantChanges: Bool
    /// Whether a stream of fixes is needed while moving (Android, geofences-only, `geofenceModeHighAccuracy`).
    public var stream: Bool
}

extension MonitoredGeofences {
    /// What is needed now; ask again after each input.
    public var needs: GeofencingNeeds {
        guard mode != .off else {
            return GeofencingNeeds(timer: nil, highRate: false, fix: false, significantChanges: false, stream: false)
        }
        let isAlone = mode == .geofencesOnly
        return GeofencingNeeds(
            timer: timer,
            highRate: watches.values.contains { $0.isInCircle && $0.isActive },
            fix: awaitsFix || watches.values.contains { $0.hold != nil },
            significantChanges: isAlone && platform == .ios && isBounded,
            stream: isAlone && rules.isHighAccuracy && isMoving
        )
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
