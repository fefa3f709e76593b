import VisitModel

extension MonitoredGeofences {
    /// Runs the timers that are due: pending exits past their limit, and dwells.
    mutating func runTimers(at now: Timestamp, _ step: inout GeofencingStep) {
        for name in sortedNames(where: { $0.isHeld }) {
            guard let watch = watches[name], let record = stored[name] else { continue }
            if let hold = watch.hold, hold.until <= now {
                leave(name, at: hold.reportedAt, fix: hold.fix, .system, &step)
            } else if let due = dwellDue(record, watch), due <= now {
                dwell(name, at: due, fix: lastFix, .timer, &step)
            }
        }
    }

    /// When a timer emits a dwell; `nil` where none is due or the stay is in doubt.
    func dwellDue(_ record: TrackedGeofence, _ watch: FenceWatch) -> Timestamp? {
        guard watch.isActive, watch.hold == nil, watch.outsideSince == nil else { return nil }
        return dwellTime(record, watch)
    }

    /// When the phone has been inside for the loitering delay; `nil` where the system detects the dwell or it was
    /// emitted.
    ///
    /// Android times the dwell in a circle itself; iOS has no dwell, and neither system knows polygons. The time counts
    /// from the entry, so a process that was suspended catches up (React Native issues 2125 and 1450).
    func dwellTime(_ record: TrackedGeofence, _ watch: FenceWatch) -> Timestamp? {
        guard record.notifyOnDwell, platform == .ios || record.polygon != nil, watch.phase == .inside,
            !watch.isDwellEmitted, !watch.isRestored, let enteredAt = watch.enteredAt
        else { return nil }
        return enteredAt.advanced(by: record.loiteringDelay)
    }
}
