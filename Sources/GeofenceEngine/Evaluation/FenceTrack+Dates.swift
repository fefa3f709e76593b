internal import VisitModel

extension FenceTrack {
    /// When the stay began and ended, now that fixes beyond the edge show that it is over.
    func dates(_ rules: EvaluationPolicy.Evaluation) -> (start: Timestamp, end: Timestamp) {
        guard let doubt else { return (enteredAt, proof.lastAt) }
        if rules.datesExitAtFirstFixOutside { return (enteredAt, doubt.time) }
        // Seen at the edge before it was seen to go: nothing bridges the time since the last proof.
        if departure?.wasAbsent == true { return (enteredAt, proof.lastAt) }
        // Only ever seen driving, and far away next: it went past. Who is near by next has been there all the while.
        let isFar = doubt.edgeMeters > EvaluationPolicy.Evaluation.nearbyMeters
        if isFar, proof.isDriving { return (enteredAt, proof.lastAt) }
        guard proof.lastAt.seconds(to: doubt.time) > rules.denseGapSeconds else { return (enteredAt, proof.lastAt) }
        let travel = rules.secondsFromEdge(meters: max(0, doubt.edgeMeters), speed: doubt.speed)
        return (enteredAt, max(proof.lastAt, doubt.time.advanced(bySeconds: -travel)))
    }

    /// Whether the fixes at the edge, up to a time, tell of more than somebody who is walking away.
    func hasLingered(until time: Timestamp, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        doubt.map { $0.time.seconds(to: time) > rules.denseGapSeconds } ?? false
    }

    /// Whether one reading inside is all there was, while the phone stayed elsewhere: it was seen at one place before
    /// and after.
    ///
    /// - Parameters:
    ///   - point: where the fix lay that confirmed the exit; the first one outside may have lied itself.
    ///   - rules: the thresholds.
    /// - Returns: whether the reading lied.
    func isIsolated(before point: Coordinate, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        guard proof.count == 1 || proof.isSingleReading, let approach, let doubt else { return false }
        // Beside the edge a few steps do: there the reading lied only if there was time for no other.
        let limit = rules.isolatedFixReturnMeters
        let isSilent = proof.lastAt.seconds(to: doubt.time) > rules.denseGapSeconds
        guard isSilent || doubt.edgeMeters > limit else { return false }
        // A fix that came with a mere word of leaving shows no other place.
        return !doubt.isClaimed && approach.distance(to: doubt.coordinate) < limit
            || approach.distance(to: point) < limit
    }
}
