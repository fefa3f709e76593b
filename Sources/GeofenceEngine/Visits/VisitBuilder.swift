public import VisitModel

/// Builds stays from the entries and exits of one device.
///
/// A value type: it holds the open stays, and those closed so recently that a re-entry would continue them.
public struct VisitBuilder: Hashable, Sendable {
    /// The open stays.
    public internal(set) var open: [Stay]
    /// The recently ended stays.
    public internal(set) var recent: [Recent]
    /// The places where the device rests at night.
    public internal(set) var nightPlaces: NightPlaces
    /// The fences with neighbours that the device visited, by key.
    public internal(set) var familiarPlaces: [FamiliarPlace]
    /// The fingerprints of the last stays, by which fixes that are sent again are recognized.
    public internal(set) var fingerprints: TrackFingerprints

    /// An ended stay that a re-entry may continue.
    public struct Recent: Hashable, Sendable {
        /// The ended stay.
        public var stay: Stay
        /// How far beyond the edge the device has been since, in metres less accuracy.
        public var beyondMeters: Double
        /// The repeated position that all fixes beyond the edge share; `nil` where they differ.
        ///
        /// Such a position may be wrong.
        public var repeatedPosition: RepeatedPosition?

        /// Creates an entry of the list.
        public init(stay: Stay, beyondMeters: Double, repeatedPosition: RepeatedPosition?) {
            self.repeatedPosition = repeatedPosition
            self.stay = stay
            self.beyondMeters = beyondMeters
        }
    }

    /// Creates a builder, empty or restored.
    public init(
        open: [Stay] = [],
        recent: [Recent] = [],
        nightPlaces: NightPlaces = NightPlaces(),
        familiarPlaces: [FamiliarPlace] = [],
        fingerprints: TrackFingerprints = TrackFingerprints()
    ) {
        self.fingerprints = fingerprints
        self.open = open
        self.recent = recent
        self.nightPlaces = nightPlaces
        self.familiarPlaces = familiarPlaces
    }

    /// A change of one stay.
    public enum Change: Hashable, Sendable {
        /// The stay began, or a recently ended one continues.
        case entered(Stay, at: Timestamp)
        /// The stay has lasted for the threshold.
        case dwelled(Stay, at: Timestamp)
        /// The stay ended.
        case exited(Stay, at: Timestamp)
        /// The stay continues; only its proof grew.
        case grew(Stay)
    }

    /// Applies a transition of the evaluator at a fence of the catalogue; changes are emitted in order.
    ///
    /// `tracks` are those of the evaluator after all transitions of the fix.
    public mutating func apply(
        _ transition: FenceTransition,
        catalog: FenceCatalog,
        tracks: [FenceTrack],
        device: DeviceID,
        policy: EvaluationPolicy,
        emit: (consuming Change) -> Void
    ) {
        guard let fence = catalog[transition.key] else { return }
        let surroundings = Surroundings(catalog: catalog, tracks: tracks)
        switch transition {
        case .entered(_, let time, let proof):
            enter(fence, in: surroundings, at: time, proof, device: device, policy: policy, emit)
        case .presumed(_, let time, let proof):
            presume(fence, at: time, proof, device: device, policy: policy, emit)
        case .lapsed(let key, let isTimeout, let proof):
            lapse(key, as: isTimeout ? .timedOut : .closed, proof, emit)
        case .stayed(_, let proof): grow(fence, in: surroundings, proof, policy: policy, emit)
        case .exited(_, let time, let beyond, let repeatedPosition, let evidence):
            end(
                fence,
                in: surroundings,
                at: time,
                as: .closed,
                evidence,
                beyondMeters: beyond,
                repeatedPosition: repeatedPosition,
                policy: policy,
                emit
            )
        case .timedOut(_, let proof):
            end(
                fence,
                in: surroundings,
                at: proof.lastAt,
                as: .timedOut,
                StayEvidence(proof: proof),
                policy: policy,
                emit
            )
        case .fenceChanged(let key, let proof):
            markChanged(key)
            end(
                fence,
                in: surroundings,
                at: proof.lastAt,
                as: .closed,
                StayEvidence(proof: proof),
                policy: policy,
                emit
            )
        }
    }

    /// Records how far the device has gone since its last stays ended, and drops those that are too old to continue.
    ///
    /// Called with an accepted fix before its own transitions are applied; `point` is its coordinate, converted. Where
    /// `isTracked`, the fix inside decides, however late its entry is emitted.
    public mutating func recordPosition(
        _ fix: Fix,
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        isTracked: (FenceKey) -> Bool
    ) {
        guard !recent.isEmpty else { return }
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        for index in recent.indices.reversed() {
            let stay = recent[index].stay
            if isTracked(stay.key) { continue }
            guard let exitedAt = stay.exitedAt, let fence = catalog[stay.key],
                exitedAt.seconds(to: fix.time) <= recent[index].mergeGapSeconds(policy.visits)
            else {
                fingerprints.record(recent.remove(at: index).stay)
                continue
            }
            guard policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: fence.breadthMeters) else {
                continue
            }
            let edge = fence.signedDistance(to: fix.coordinate, point)
            recent[index].record(fix, beyondMeters: edge - accuracy, policy)
        }
    }

    /// Records where the device rests, by an accepted fix.
    ///
    /// Called after the fix's own transitions are applied: a stay that the clock ended before the fix, and one that the
    /// fix ends, are then measured by the same nights.
    public mutating func recordRest(_ fix: Fix, policy: EvaluationPolicy) {
        nightPlaces.observe(
            fix,
            accuracyMeters: fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        )
    }

    /// Clears the doubt of the open stays whose fixes all came while location was off by the phone's report, because
    /// later fixes have shown that it was on; returns the changed ones.
    ///
    /// `tracks` are the evaluator's, without that doubt where it is cleared.
    public mutating func contradictLocationOff(_ tracks: [FenceTrack]) -> [Stay] {
        var changed: [Stay] = []
        for index in open.indices where open[index].doubts.contains(.locationOff) {
            guard let track = tracks.first(where: { $0.key == open[index].key }), !track.proof.isLocationOff else {
                continue
            }
            open[index].proof.isLocationOff = false
            open[index].flagDoubtfulFixes()
            changed.append(open[index])
        }
        return changed
    }

    /// Gives a stay the ID under which it has already been reported.
    public mutating func rename(_ current: StayID, to id: StayID) {
        for index in open.indices where open[index].id == current { open[index].id = id }
        for index in recent.indices where recent[index].stay.id == current { recent[index].stay.id = id }
    }
}

extension VisitBuilder {
    /// Opens a stay that no fix confirms yet.
    ///
    /// It emits no dwell, because elapsed time alone proves nothing. A stay that would only continue a recent one is
    /// not opened here; the next fix continues the recent one.
    mutating func presume(
        _ fence: Fence,
        at time: Timestamp,
        _ proof: FenceTrack.Proof,
        device: DeviceID,
        policy: EvaluationPolicy,
        _ emit: (consuming Change) -> Void
    ) {
        guard !recent.contains(where: { $0.stay.key == fence.key && $0.isContinued(by: proof, policy.visits) }) else {
            return
        }
        let stay = Stay(of: device, at: fence, since: time, proof)
        emit(.entered(stay, at: time))
        open.append(stay)
    }

    /// Confirms a presumed stay with fixes, as if it began with them.
    mutating func confirm(
        at index: Int,
        in fence: Fence,
        _ surroundings: Surroundings,
        since time: Timestamp,
        _ proof: FenceTrack.Proof,
        policy: EvaluationPolicy,
        _ emit: (consuming Change) -> Void
    ) {
        // The recent stay ended too long ago for this one to continue it, and a later stay continues this one.
        for earlier in recent where earlier.stay.key == open[index].key { fingerprints.record(earlier.stay) }
        recent.removeAll { $0.stay.key == open[index].key }
        open[index].enteredAt = time
        open[index].replaceProof(proof)
        open[index].earlierVisits = earlierVisits(to: fence)
        open[index].nightShare = nightShare(of: open[index], in: fence)
        if proof.isSinglePosition || !emitDwell(at: index, in: fence, surroundings, policy, emit) {
            emit(.grew(open[index]))
        }
    }

    /// Ends a presumed stay at its last proof, without a dwell and without effect on later stays.
    mutating func lapse(
        _ key: FenceKey,
        as status: Visit.Status,
        _ proof: FenceTrack.Proof,
        _ emit: (consuming Change) -> Void
    ) {
        guard let index = open.firstIndex(where: { $0.key == key }) else { return }
        var stay = open.remove(at: index)
        stay.replaceProof(proof)
        stay.exitedAt = max(proof.lastAt, stay.enteredAt)
        stay.status = status
        emit(.exited(stay, at: stay.exitedAt ?? proof.lastAt))
    }
}
