internal import VisitModel

extension VisitBuilder {
    /// The fences among which a device is.
    struct Surroundings {
        let catalog: FenceCatalog
        /// The stays that go on after the fix, confirmed or not.
        let tracks: [FenceTrack]
    }

    /// Whether no other fence with a stay at the same time is a more likely place, by the stay points of the fixes.
    ///
    /// A dwell is emitted at the likeliest place of the moment. `now` is the fix that shows it. Only stays that the clock
    /// cannot have ended by then are compared: the others depend on when it was advanced.
    func isLikeliest(
        _ stay: Stay,
        at fence: Fence,
        in surroundings: Surroundings,
        now: Timestamp,
        _ policy: EvaluationPolicy
    ) -> Bool {
        guard !policy.visits.countsOverlapping, let path = stay.proof.path else { return true }
        let end = stay.exitedAt ?? stay.proof.lastAt
        let limits = [policy.visits.silenceLimitSeconds, policy.visits.stationarySilenceLimitSeconds]
        let longest = (limits.compactMap(\.self).min() ?? .infinity) / 2
        // The fix may end the others after this one. An entry of one fix is only presumed.
        let seen = (open + recent.map(\.stay)).filter { other in
            other.proof.path != nil && other.proof.count > 1 && other.enteredAt < end
                && other.exitedAt.map { $0 > stay.enteredAt } ?? true && other.proof.lastAt.seconds(to: now) <= longest
        }
        let tracked = surroundings.tracks.filter { $0.proof.path != nil && $0.lastFixAt.seconds(to: now) <= longest }
        let others = Set(seen.map(\.key) + tracked.map(\.key)).subtracting([stay.key])
        let fences = others.sorted().compactMap { surroundings.catalog[$0] }
        return stay.isLikeliest(at: fence, among: fences, path)
    }

    /// The same of a stay that no fix ended: among all fences that one of its fixes lies in.
    ///
    /// Which of the others have ended before depends on when the clock was advanced.
    func isLikeliestUnseen(_ stay: Stay, at fence: Fence, in catalog: FenceCatalog, _ policy: EvaluationPolicy) -> Bool
    {
        guard !policy.visits.countsOverlapping, let path = stay.proof.path else { return true }
        let fences = catalog.neighbors(of: fence).filter { neighbor in
            path.points.contains { neighbor.signedDistance(to: $0.coordinate, EarthPoint($0.coordinate)) <= 0 }
        }
        return stay.isLikeliest(at: fence, among: fences, path)
    }
}

extension Stay {
    fileprivate func isLikeliest(at fence: Fence, among fences: [Fence], _ path: StayPath) -> Bool {
        guard !fences.isEmpty else { return true }
        let crowd = VisitCrowd(path, at: [fence] + fences)
        guard let attribution = crowd.attribution(to: key, from: enteredAt, to: exitedAt ?? proof.lastAt) else {
            return true
        }
        return attribution.runnerUp.map { attribution.share > $0.share } ?? true
    }
}
