internal import PhoneOS
public import VisitModel

extension AndroidGeofences {
    /// When something happens without a reading: a dwell is due, a fence expires; `nil` for never.
    ///
    /// May lie in the past where `wake` was not called in time.
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

    /// Lets time pass.
    ///
    /// Fences that have expired are forgotten without a word, dwells that are due are told. A fence that expires when its
    /// dwell is due is forgotten.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - surroundings: how the phone is at the moment.
    ///   - generator: where delays are drawn from.
    /// - Returns: what is to be delivered, decided when it was due and handed over no earlier than now.
    public mutating func wake(
        at time: Timestamp,
        surroundings: RegionSurroundings,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        var deliveries: [RegionDelivery] = []
        while let due = nextWake, due <= time {
            fences.removeAll { $0.isExpired(at: due) }
            for (findings, reading) in [(decideFromLastReading(at: due), lastReading), (tellDwells(at: due), nil)] {
                deliveries += deliver(
                    findings,
                    decidedAt: due,
                    now: time,
                    reading: reading,
                    surroundings: surroundings,
                    generator: &generator
                )
            }
        }
        return deliveries
    }

    /// When a fence's dwell is due without a reading; `nil` where there is none, or where it is not known by then whether
    /// the phone is still inside.
    private func dwellTimer(of fence: AndroidFence) -> Timestamp? {
        guard let due = fence.tracker.dwellDue(for: fence.request) else { return nil }
        // A fence that was added again with a shorter delay may have been due before that.
        let timer = max(due, fence.addedAt)
        return isUncertain(fence, at: timer) ? nil : timer
    }

    /// Tells the dwells that are due.
    private mutating func tellDwells(at time: Timestamp) -> [AndroidFinding] {
        var findings: [AndroidFinding] = []
        for index in fences.indices {
            guard let due = dwellTimer(of: fences[index]), due <= time else { continue }
            findings.append(AndroidFinding(fences[index], fences[index].tracker.tellDwell()))
        }
        return findings
    }

    /// Lets the last reading decide about fences that were added since.
    private mutating func decideFromLastReading(at time: Timestamp) -> [AndroidFinding] {
        var findings: [AndroidFinding] = []
        for index in fences.indices where fences[index].awaitsLastReading && fences[index].addedAt <= time {
            fences[index].awaitsLastReading = false
            guard let lastReading else { continue }
            findings += decide(index, from: lastReading, at: EarthPoint(lastReading.coordinate), time: time)
        }
        return findings
    }
}
