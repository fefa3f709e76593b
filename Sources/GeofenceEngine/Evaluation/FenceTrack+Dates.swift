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
        if isFar, proof.pace == .driving { return (enteredAt, proof.lastAt) }
        let silence = proof.lastAt.seconds(to: doubt.time)
        if proof.pace.isOnTheMove, silence <= Self.passingSeconds, doubt.hasPassed(in: silence, rules) {
            return (enteredAt, proof.lastAt)
        }
        guard silence > rules.denseGapSeconds else { return (enteredAt, proof.lastAt) }
        let travel = rules.secondsFromEdge(meters: max(0, doubt.edgeMeters), speed: doubt.speed)
        return (enteredAt, max(proof.lastAt, doubt.time.advanced(bySeconds: -travel)))
    }

    /// How long a silence may be, in seconds, behind which whoever was only seen on the move inside may have passed.
    ///
    /// Half an hour: trackers at rest send every 5 to 20 minutes, and most visits last longer.
    private static let passingSeconds = 1800.0

    /// Whether the reading that began the doubt lied: the device came to rest inside, one reading at rest lay just outside,
    /// and after a silence it sets out.
    ///
    /// Nobody who has come to rest walks out and comes to rest again without being seen on the way; over-confident
    /// readings are common where a phone has just come indoors.
    ///
    /// - Parameters:
    ///   - sighting: the first fix behind the silence.
    ///   - heardBefore: the time of the last fix before it.
    ///   - rules: the thresholds.
    /// - Returns: whether the exit is to be dated by the sighting instead.
    func isBelied(
        by sighting: FenceSighting,
        after heardBefore: Timestamp,
        _ rules: EvaluationPolicy.Evaluation
    ) -> Bool {
        guard let doubt, proof.pace == .resting, !doubt.isClaimed, doubt.edgeMeters <= rules.isolatedFixReturnMeters,
            doubt.speed.map({ $0 < rules.movingSpeed }) == true,
            doubt.time == heardBefore, departure?.wasAbsent != true
        else { return false }
        let isMoving = sighting.fix.speed.map { $0 >= rules.movingSpeed } == true
        return isMoving && heardBefore.seconds(to: sighting.fix.time) > rules.denseGapSeconds
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

extension FenceTrack.Doubt {
    /// Whether somebody who was seen on the move inside has come this far by moving on, or has gone past and come to rest.
    ///
    /// Who leaves after a visit is on the move when the silence ends, and has not come far.
    ///
    /// - Parameters:
    ///   - silence: seconds between the last fix inside and this one.
    ///   - rules: the thresholds.
    /// - Returns: whether nothing speaks for a stay between the two.
    fileprivate func hasPassed(in silence: Double, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        guard let speed else { return false }
        if speed < rules.movingSpeed { return true }
        return edgeMeters > EvaluationPolicy.Evaluation.nearbyMeters && edgeMeters >= rules.movingSpeed * silence
    }
}
