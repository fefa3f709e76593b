public import PhoneOS
public import VisitModel

extension AndroidGeofences {
    /// The time of the next event without a fix: a dwell or an expiration; `nil` for never.
    ///
    /// May lie in the past if `wake` was not called in time.
    public var nextWake: Timestamp? {
        var next: Timestamp?
        for index in fences.indices where fences[index].mayWake {
            let fence = fences[index]
            if fence.awaitsLastReading { next = min(next ?? fence.addedAt, fence.addedAt) }
            if let dwell = dwellTimer(of: fence) { next = min(next ?? dwell, dwell) }
            if let expiry = fence.expiresAt { next = min(next ?? expiry, expiry) }
        }
        return next
    }

    /// Advances the clock and runs due timers.
    ///
    /// Expired fences are removed without a report, due dwells are reported. A fence that expires when its dwell is due
    /// is removed. Transitions are decided when they were due and delivered no earlier than now.
    public mutating func wake(
        at time: Timestamp,
        conditions: RegionConditions,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        var deliveries: [RegionDelivery] = []
        while let due = nextWake, due <= time {
            fences.removeAll { $0.isExpired(at: due) }
            for (findings, fix) in [(decideFromLastReading(at: due), lastFix), (emitDwells(at: due), nil)] {
                deliveries += deliver(
                    findings,
                    decidedAt: due,
                    now: time,
                    fix: fix,
                    conditions: conditions,
                    generator: &generator
                )
            }
        }
        return deliveries
    }

    /// Returns the time at which a fence's dwell is due without a fix; `nil` if there is none, or if it is unknown by
    /// then whether the phone is still inside.
    private func dwellTimer(of fence: AndroidFence) -> Timestamp? {
        guard let due = fence.tracker.dwellDue(for: fence.request) else { return nil }
        // A fence that was added again with a shorter delay may have been due before the addition.
        let timer = max(due, fence.addedAt)
        return isUncertain(fence, at: timer) ? nil : timer
    }

    private mutating func emitDwells(at time: Timestamp) -> [AndroidFinding] {
        var findings: [AndroidFinding] = []
        for index in fences.indices {
            guard let due = dwellTimer(of: fences[index]), due <= time else { continue }
            findings.append(AndroidFinding(fences[index], fences[index].tracker.emitDwell()))
        }
        return findings
    }

    /// Evaluates fences that were added since the last fix with that fix.
    private mutating func decideFromLastReading(at time: Timestamp) -> [AndroidFinding] {
        var findings: [AndroidFinding] = []
        for index in fences.indices where fences[index].awaitsLastReading && fences[index].addedAt <= time {
            fences[index].awaitsLastReading = false
            guard let lastFix else { continue }
            findings += decide(index, from: lastFix, at: EarthPoint(lastFix.coordinate), time: time)
        }
        return findings
    }
}

/// A decided transition of one fence that is to be reported.
struct AndroidFinding {
    let id: RegionID
    let transition: RegionTransition
    let channel: Channel

    init(_ fence: AndroidFence, _ transition: RegionTransition) {
        id = fence.request.id
        self.transition = transition
        channel = Channel(
            pendingIntent: fence.pendingIntent,
            responsivenessSeconds: fence.request.responsiveness / .seconds(1)
        )
    }

    /// The key by which fences share a delivery: one intent goes to one receiver at one time.
    struct Channel: Hashable {
        let pendingIntent: String
        let responsivenessSeconds: Double
    }
}
