public import VisitModel

/// Makes stays out of entries and exits.
///
/// A value: it holds the stays that are open and those closed so recently that a re-entry would continue them.
public struct VisitBuilder: Hashable, Sendable {
    /// The stays that go on.
    public internal(set) var open: [Stay]
    /// The stays that ended a short while ago.
    public internal(set) var recent: [Recent]
    /// Where the device rests at night, by key.
    public internal(set) var nightPlaces: [NightPlace]

    /// A stay that a re-entry may continue.
    public struct Recent: Hashable, Sendable {
        /// The stay.
        public var stay: Stay
        /// How far beyond the edge, in metres less accuracy, the device has been since.
        public var beyondMeters: Double
        /// The one reading that all fixes beyond the edge have been since, where they were one: it may have lied.
        public var reading: RepeatedReading?

        /// Makes an entry of the list.
        ///
        /// - Parameters:
        ///   - stay: the stay.
        ///   - beyondMeters: how far beyond the edge the device has been since.
        ///   - reading: the one reading that all fixes beyond the edge have been since.
        public init(stay: Stay, beyondMeters: Double, reading: RepeatedReading?) {
            self.reading = reading
            self.stay = stay
            self.beyondMeters = beyondMeters
        }
    }

    /// Begins without stays, or goes on from stored parts.
    ///
    /// - Parameters:
    ///   - open: the stays that go on.
    ///   - recent: the stays that ended a short while ago.
    ///   - nightPlaces: where the device rests at night.
    public init(open: [Stay] = [], recent: [Recent] = [], nightPlaces: [NightPlace] = []) {
        self.open = open
        self.recent = recent
        self.nightPlaces = nightPlaces
    }

    /// What happened to a stay.
    public enum Change: Hashable, Sendable {
        /// It began, or a merged one goes on.
        case entered(Stay, at: Timestamp)
        /// It has lasted for the threshold.
        case dwelled(Stay, at: Timestamp)
        /// It ended.
        case exited(Stay, at: Timestamp)
        /// It goes on; only its proof grew.
        case grew(Stay)
    }

    /// Takes what changed at a fence.
    ///
    /// - Parameters:
    ///   - transition: from the evaluator.
    ///   - fence: the fence it is about.
    ///   - device: whose stays these are.
    ///   - policy: the thresholds.
    ///   - emit: gets what happened, in order.
    public mutating func apply(
        _ transition: FenceTransition,
        fence: Fence,
        device: DeviceID,
        policy: EvaluationPolicy,
        emit: (Change) -> Void
    ) {
        switch transition {
        case .entered(_, let time, let proof):
            enter(fence, at: time, proof, device: device, policy: policy, emit)
        case .presumed(_, let time, let proof):
            presume(fence, at: time, proof, device: device, policy: policy, emit)
        case .lapsed(let key, let isSilent, let proof):
            lapse(key, as: isSilent ? .timedOut : .closed, proof, emit)
        case .stayed(_, let proof):
            grow(fence, proof, policy: policy, emit)
        case .left(_, let time, let beyond, let reading, let evidence):
            end(fence, at: time, as: .closed, evidence, beyondMeters: beyond, reading: reading, policy: policy, emit)
        case .fellSilent(_, let proof):
            end(
                fence,
                at: proof.lastAt,
                as: .timedOut,
                StayEvidence(proof: proof),
                beyondMeters: .infinity,
                reading: nil,
                policy: policy,
                emit
            )
        case .fenceChanged(let key, let proof):
            markChanged(key)
            end(
                fence,
                at: proof.lastAt,
                as: .closed,
                StayEvidence(proof: proof),
                beyondMeters: .infinity,
                reading: nil,
                policy: policy,
                emit
            )
        }
    }

    /// Looks where the device has gone since its last stays ended, and forgets those too long ago to go on.
    ///
    /// - Parameters:
    ///   - fix: a believed fix, before its own transitions are applied.
    ///   - point: its coordinate, converted.
    ///   - catalog: the fences of the fix's day.
    ///   - policy: the thresholds.
    ///   - isTracked: whether something is going on at a fence: then the fix inside decides, however late it is told.
    public mutating func noteWhereabouts(
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
                recent.remove(at: index)
                continue
            }
            guard policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: fence.breadthMeters) else {
                continue
            }
            let edge = fence.signedDistance(to: fix.coordinate, point)
            recent[index].note(fix, beyondMeters: edge - accuracy, policy)
        }
    }

    /// Gives a stay the name under which it has already been told.
    ///
    /// - Parameters:
    ///   - current: the name it has now.
    ///   - id: the name it was told under.
    public mutating func rename(_ current: StayID, to id: StayID) {
        for index in open.indices where open[index].id == current { open[index].id = id }
        for index in recent.indices where recent[index].stay.id == current { recent[index].stay.id = id }
    }
}
