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
        var kept: [FenceTrack] = []
        kept.reserveCapacity(tracks.count)
        for var track in tracks {
            guard let position = catalog.position(of: track.key) else { continue }
            if track.isSilent(at: fix.time, policy.visits) {
                track.endInSilence(emit)
                continue
            }
            let fence = catalog.fences[position]
            let claimed = claims.isEmpty ? nil : claims.side(of: track.key)
            let isUsable = policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: fence.breadthMeters)
            guard isUsable || claimed != nil else {
                kept.append(track)
                continue
            }
            let edge = fence.signedDistance(to: fix.coordinate, point)
            let side = claimed.flatMap {
                policy.evaluation.heard($0, edgeMeters: edge, accuracyMeters: accuracy)
            }
            guard isUsable || side != nil else {
                kept.append(track)
                continue
            }
            let sighting = FenceSighting(
                fix: side.map(fix.claimed) ?? fix,
                edgeMeters: edge,
                accuracyMeters: accuracy,
                breadthMeters: fence.breadthMeters,
                isUsable: isUsable,
                side: side
            )
            if track.advance(sighting, policy: policy, emit) {
                kept.append(track)
            }
        }
        replaceTracks(kept)
    }
}
