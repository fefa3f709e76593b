internal import VisitModel

extension GeofenceEvaluator {
    /// Holds a fix against every fence that something is going on at.
    mutating func advanceTracks(
        _ fix: Fix,
        _ claims: [FenceClaim],
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        var index = 0
        while index < tracks.count {
            let key = tracks[index].key
            // Changed where they lie: they are large, and nearly always go on.
            guard let position = catalog.position(of: key) else {
                tracks.remove(at: index)
                continue
            }
            if tracks[index].isSilent(at: fix.time, policy.visits) {
                tracks[index].endInSilence(emit)
                tracks.remove(at: index)
                continue
            }
            let fence = catalog.fences[position]
            let breadth = fence.breadthMeters
            let isUsable = policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: breadth)
            guard isUsable || !claims.isEmpty else {
                index += 1
                continue
            }
            let edge = fence.signedDistance(to: fix.coordinate, point)
            let side =
                claims.isEmpty
                ? nil
                : claims.heard(of: key, edgeMeters: edge, accuracyMeters: accuracy, policy)
            let sighting = FenceSighting(
                fix: fix,
                edgeMeters: edge,
                accuracyMeters: accuracy,
                breadthMeters: breadth,
                isUsable: isUsable,
                side: side
            )
            let isUnheard = !isUsable && side == nil
            if isUnheard || tracks[index].advance(sighting, policy: policy, emit) {
                index += 1
            } else {
                tracks.remove(at: index)
            }
        }
    }
}
