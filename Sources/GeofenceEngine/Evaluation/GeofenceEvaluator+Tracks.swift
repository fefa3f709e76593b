internal import VisitModel

extension GeofenceEvaluator {
    /// Holds a fix against every fence that something is going on at.
    mutating func advanceTracks(
        _ fix: Fix,
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        var kept: [FenceTrack] = []
        kept.reserveCapacity(tracks.count)
        for var track in tracks {
            guard let position = catalog.position(of: track.key) else { continue }
            if track.isSilent(at: fix.time, policy.visits) {
                track.endInSilence(emit)
                continue
            }
            let fence = catalog.fences[position]
            guard policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: fence.breadthMeters) else {
                kept.append(track)
                continue
            }
            let sighting = FenceSighting(
                fix: fix,
                edgeMeters: fence.signedDistance(to: fix.coordinate, point),
                accuracyMeters: accuracy,
                breadthMeters: fence.breadthMeters
            )
            if track.advance(sighting, policy: policy, emit) {
                kept.append(track)
            }
        }
        replaceTracks(kept)
    }
}
