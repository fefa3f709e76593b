internal import Foundation
public import VisitModel

/// The input terms of the confidence model for one stay.
///
/// A term is 0 where it has nothing to contribute. The terms of the gaps before and after a stay are weighted by the
/// part of the threshold that no fix inside covers: where the first and the last fix inside are that far apart, they
/// are 0.
public struct StayTerms: Hashable, Sendable {
    /// In the order of `Visit.Term.allCases`.
    private(set) var values: [Double]

    /// The value of one term.
    public subscript(term: Visit.Term) -> Double {
        get { values[term.index] }
        set { values[term.index] = newValue }
    }

    /// Computes the terms; an open stay is evaluated as if the device were seen to leave at once.
    public init(_ evidence: StayEvidence, at fence: Fence, isOpen: Bool, policy: EvaluationPolicy) {
        values = [Double](repeating: 0, count: Visit.Term.allCases.count)
        let proof = evidence.proof
        let threshold = max(1, Double(fence.dwellThreshold.seconds))
        let isSingle = proof.isSingleReading
        let lastAt = isSingle ? proof.firstAt : proof.lastAt
        let spanSeconds = max(0, proof.firstAt.seconds(to: lastAt) - proof.absentSeconds)
        let span = min(1, spanSeconds / threshold)
        let need = 1 - span
        self[.proven] = isSingle ? 0 : min(1, proof.continuousSeconds / threshold)
        self[.span] = span
        let share = evidence.possibleShare(
            lastAt: lastAt,
            thresholdSeconds: threshold + proof.absentSeconds,
            policy
        )
        let possible = min(Self.surestShare, max(1 - Self.surestShare, share))
        self[.possible] = log(possible / (1 - possible)) / log(Self.surestShare / (1 - Self.surestShare))
        self[.singleReading] = isSingle ? 1 - (evidence.departure?.unreportedMove ?? 0) : 0
        if proof.position.mean != nil {
            let logOdds = evidence.positionLogOdds(at: fence, policy.evaluation)
            self[.position] = min(4, max(-6, logOdds)) - 4
        }
        self[.edge] = min(0, max(-6, proof.logOddsInside - Self.clearLogOdds))
        self[.restBefore] = proof.arrival.motion == .resting ? need : 0
        self[.arrivalSeen] = proof.arrival.motion == .moving ? need : 0
        self[.gapBefore] = proof.arrival.isUnknown(policy.visits) ? 0 : need * proof.arrival.unseenShare
        if let departure = evidence.departure {
            self[.silenceAfter] = need * departure.restBySilence
            self[.ordinaryGaps] = need * min(proof.arrival.ordinariness, departure.ordinariness)
            self[.restAfter] = departure.motion == .resting ? need : 0
            self[.departureSeen] = departure.motion == .moving ? need : 0
            self[.gapAfter] = need * departure.unseenShare
        } else {
            self[isOpen ? .departureSeen : .endUnseen] = need
        }
        if let passage = evidence.passage {
            self[.walkPast] = need * evidence.walkShare(passage)
            let isReturn = passage.directMeters < 250 && passage.pathMeters > 2 * passage.directMeters
            // A phone that rarely sends fixes has one fix of many true visits from home and back.
            let isOdd = 1 - Self.ordinaryReturnShare * self[.ordinaryGaps]
            self[.returned] = isReturn && isSingle && proof.arrival.motion != .moving ? isOdd : 0
        }
        self[.restInside] = proof.pace == .resting ? need : 0
        self[.motionInside] = proof.pace.isOnTheMove ? evidence.seenShare(isOpen: isOpen) : 0
        self[.absence] = min(3, proof.absentSeconds / threshold)
        self[.unseenMoves] = (proof.arrival.unseenMove * (evidence.departure?.unseenMove ?? 0)).squareRoot()
        self[.drift] = evidence.driftShare(at: fence, isOpen: isOpen, thresholdSeconds: threshold)
        self[.interrupted] = evidence.interruptedShare
        self[.onTheWay] = isSingle ? evidence.onTheWayShare : 0
        self[.nextDoor] = evidence.nextDoorShare(edge: self[.edge])
        // A long stay is unlikely where the member sleeps; elsewhere its length says nothing against it.
        let hours = proof.firstAt.seconds(to: proof.lastAt) / 3600
        self[.length] = max(0, hours - 4) * evidence.nightShare
        self[.night] = evidence.nightShare
    }
}

extension StayTerms {
    /// The terms of a certain visit: a stay with fixes that prove all of the threshold.
    static let proven: StayTerms = {
        var terms = StayTerms.nothing
        (terms[.proven], terms[.span], terms[.possible]) = (1, 1, 1)
        return terms
    }()

    /// The log odds of inside from which fixes at the edge say nothing against a stay.
    static let clearLogOdds = 4.0

    static let nothing = StayTerms(values: [Double](repeating: 0, count: Visit.Term.allCases.count))

    /// The largest share of the possible times that is distinguished from certainty: their bounds have errors
    /// themselves.
    private static let surestShare = 0.995

    /// The share of its weight that a return loses where gaps are ordinary.
    private static let ordinaryReturnShare = 0.25

    private init(values: [Double]) { self.values = values }
}

extension Visit.Term {
    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// The index in `allCases`.
    var index: Int { Self.indices[self] ?? 0 }
}

extension StayEvidence {
    func positionLogOdds(at fence: Fence, _ rules: EvaluationPolicy.Evaluation) -> Double {
        proof.position.logOddsInside(of: fence, rules)
    }

    /// Whether the fixes together, or their mean position, support "inside" by the odds a dwell requires.
    func supportsInside(at fence: Fence, _ policy: EvaluationPolicy) -> Bool {
        guard policy.visits.dwellOdds > 0 else { return true }
        let least = log(policy.visits.dwellOdds)
        return proof.logOddsInside >= least || positionLogOdds(at: fence, policy.evaluation) >= least
    }

    /// The similarity of the path to a walk past, 0...1.
    ///
    /// Straight ahead, at an even pace, and not faster than people walk and run.
    fileprivate func walkShare(_ passage: Passage) -> Double {
        guard passage.pathMeters > 1, let departure, let before = proof.arrival.gapSeconds,
            let after = departure.gapSeconds
        else { return 0 }
        let straightness = passage.directMeters / passage.pathMeters
        // The distances beyond the edge approximate the whole path: the rest is short in comparison, or the path is
        // short.
        let inside = max(0, passage.pathMeters - max(0, proof.arrival.edgeMeters) - max(0, departure.edgeMeters)) / 2
        let speeds = (
            (max(0, proof.arrival.edgeMeters) + inside) / max(1, before),
            (max(0, departure.edgeMeters) + inside) / max(1, after)
        )
        let (slower, faster) = (min(speeds.0, speeds.1), max(speeds.0, speeds.1))
        guard faster > 0 else { return 0 }
        let isEven = min(1, 2 * slower / faster)
        let isSlow = min(1, max(0, (Self.runningSpeed - slower) / (Self.runningSpeed - Self.briskSpeed)))
        return straightness * isEven * isSlow * min(1, slower / StayBoundary.slowestSpeed)
    }

    /// The certainty that the fixes inside pass through the fence at an even pace, 0...1.
    ///
    /// By the distance of their regression on time beside the breadth of the fence. A stay of several thresholds may lead
    /// through the whole place; in a small fence the errors of fixes are as large.
    fileprivate func driftShare(at fence: Fence, isOpen: Bool, thresholdSeconds: Double) -> Double {
        guard !fence.isSmall else { return 0 }
        let seconds = max(0, proof.firstAt.seconds(to: proof.lastAt))
        let isShort = min(1, max(0, (4 - seconds / thresholdSeconds) / 2))
        guard isShort > 0 else { return 0 }
        let share = proof.drift.meters(inSeconds: seconds) / (2 * fence.breadthMeters)
        return isShort * seenShare(isOpen: isOpen) * min(1, max(0, (share - 0.45) / 0.35))
    }

    /// The certainty that the fixes inside are those up to the end of the stay, 0...1.
    ///
    /// Those of a phone that is silent at rest are only those of the way in.
    fileprivate func seenShare(isOpen: Bool) -> Double {
        guard isOpen || departure != nil else { return 0 }
        let seconds = max(0, proof.firstAt.seconds(to: proof.lastAt))
        return min(1, max(0, (seconds / max(1, seconds + (departure?.gapSeconds ?? 0)) - 0.6) / 0.2))
    }

    /// The certainty that a stay consists of several passages, 0...1: by the time between them.
    fileprivate var interruptedShare: Double {
        let outsideSeconds = proof.outsideSeconds + (proof.pace.isOnTheMove ? proof.absentSeconds : 0)
        guard outsideSeconds > 0 else { return 0 }
        let share = outsideSeconds / max(1, proof.firstAt.seconds(to: proof.lastAt))
        return min(1, max(0, (share - 0.4) / 0.2))
    }

    /// The certainty that one fix inside is one of a drive past, 0...1: straight from one place of rest to another.
    ///
    /// The rarer fixes are, the less often one of them is by chance on the way: half as often for an hour's gap.
    fileprivate var onTheWayShare: Double {
        guard let passage, passage.pathMeters > 1, let departure, proof.arrival.motion == .resting,
            departure.motion == .resting, let before = proof.arrival.gapSeconds, let after = departure.gapSeconds
        else { return 0 }
        let straightness = min(1, max(0, (passage.directMeters / passage.pathMeters - 0.97) / 0.02))
        return straightness * min(1, 1800 / max(1, before, after))
    }

    /// The certainty that the device was next door, 0...1: at rest just beyond the edge before and after, or in between,
    /// and inside only near the edge.
    fileprivate func nextDoorShare(edge: Double) -> Double {
        let isNearEdge = min(1, max(0, (-edge - 1) / 3))
        guard isNearEdge > 0 else { return 0 }
        let around = min(proof.arrival.restNextDoor, departure?.restNextDoor ?? 0)
        let between = 4 * proof.absentSeconds / max(1, proof.firstAt.seconds(to: proof.lastAt))
        return isNearEdge * max(around, min(1, between))
    }

    /// The speed up to which a path may well be walked, in metres per second.
    private static let briskSpeed = 2.0
    /// The speed from which it is not walked, in metres per second.
    private static let runningSpeed = 4.0

    /// The time by which a fix may be on the other side of the edge than it seems, in seconds: its error on foot.
    private static let edgeSeconds = 20.0

    /// The share of the possible entries and exits that are at least the threshold apart, absences included.
    ///
    /// Each is evenly distributed over its bounds. Where the device was seen to come or go near the edge, at walking
    /// pace or faster, the bounds are narrow. Where nothing shows when it came, the app has just been started: of the time
    /// before the first fix only the moments until it had a position are the stay's.
    func possibleShare(lastAt: Timestamp, thresholdSeconds: Double, _ policy: EvaluationPolicy) -> Double {
        let first = proof.firstAt
        let unseenSeconds = proof.arrival.longestUnseenSeconds(policy.visits)
        let since = unseenSeconds.map { first.advanced(bySeconds: -$0) } ?? proof.arrival.earliest
        let earliest = max(proof.arrival.earliest, since)
        var entry = (first: earliest, last: max(earliest, first))
        let arrival = proof.arrival
        if arrival.isSeenMovingNear, let gap = arrival.gapSeconds {
            let slowest = first.advanced(bySeconds: arrival.edgeMeters / StayBoundary.slowestSpeed - gap)
            entry.last = min(entry.last, max(entry.first, slowest))
        }
        var exit = (first: lastAt, last: lastAt)
        if let departure {
            exit.last = max(lastAt, departure.likelyLatest(after: proof.lastAt))
            if let rested = departure.likelyEarliest(after: proof.lastAt) {
                exit.first = min(exit.last, max(lastAt, rested))
            }
            if departure.isSeenMovingNear, let gap = departure.gapSeconds {
                let slowest = proof.lastAt.advanced(bySeconds: gap - departure.edgeMeters / StayBoundary.slowestSpeed)
                exit.first = max(exit.first, min(exit.last, slowest))
            }
        }
        // A fix near the edge may be some seconds early or late.
        entry.last = entry.last.advanced(bySeconds: Self.edgeSeconds)
        exit.first = exit.first.advanced(bySeconds: -Self.edgeSeconds)
        let entrySeconds = entry.first.seconds(to: entry.last)
        let exitSeconds = exit.first.seconds(to: exit.last)
        let steps = 16
        var sum = 0.0
        for step in 0..<steps {
            let entered = entry.first.advanced(bySeconds: entrySeconds * (Double(step) + 0.5) / Double(steps))
            let spare = entered.seconds(to: exit.last) - thresholdSeconds
            sum += min(1, max(0, spare / exitSeconds))
        }
        return sum / Double(steps)
    }
}

/// The summed fixes of one stay, from which bounds, proven time and confidence are computed.
public struct StayEvidence: Hashable, Sendable {
    /// The fixes inside.
    public var proof: FenceTrack.Proof
    /// The fixes after the stay; `nil` while it is open, and after a gap that ended it.
    public var departure: StayBoundary?
    /// The certainty that the member spends the nights where the stay was, 0...1.
    public var nightShare: Double
    /// The number of earlier visits of the device, where the fence has neighbours.
    public var earlierVisits: Double
    /// The path past the place; `nil` where a fix before or after is missing.
    public var passage: Passage?

    /// Creates evidence.
    public init(
        proof: FenceTrack.Proof,
        departure: StayBoundary? = nil,
        passage: Passage? = nil,
        nightShare: Double = 0,
        earlierVisits: Double = 0
    ) {
        self.proof = proof
        self.departure = departure
        self.passage = passage
        self.nightShare = nightShare
        self.earlierVisits = earlierVisits
    }
}

extension StayEvidence {
    /// Computes the assessment, without a runner-up, from the best estimates of the beginning and the end of the stay.
    public func assessment(
        at fence: Fence,
        enteredAt: Timestamp,
        exitedAt: Timestamp?,
        policy: EvaluationPolicy
    ) -> Visit.Assessment {
        let terms = StayTerms(self, at: fence, isOpen: exitedAt == nil, policy: policy)
        let proven = proof.isSingleReading ? 0 : proof.continuousSeconds
        let lasted = enteredAt.seconds(to: exitedAt ?? proof.lastAt)
        let wayIn = fence.breadthMeters / StayBoundary.doorSpeed
        return Visit.Assessment(
            confidence: Self.hundredths(policy.confidence.probability(terms)),
            provenSeconds: Int(proven),
            bridgedSeconds: Int(max(0, lasted - proven - proof.absentSeconds)),
            enteredBetween: bounds(proof.arrival.earliest, latestEntry(wayInSeconds: wayIn), with: enteredAt),
            exitedBetween: exitedAt.map { exit in
                bounds(earliestExit(wayOutSeconds: wayIn), departure?.latest ?? latestUnseenExit(policy), with: exit)
            },
            reasons: policy.confidence.reasons(terms)
        )
    }

    /// The latest moment at which the member can have come to the place, after the way in from the edge.
    private func latestEntry(wayInSeconds: Double) -> Timestamp {
        let latest = proof.arrival.latest
        return max(latest, min(proof.lastAt, latest.advanced(bySeconds: wayInSeconds)))
    }

    /// The latest moment of an exit that no fix shows: the end of the gap that the policy allows in a stay.
    private func latestUnseenExit(_ policy: EvaluationPolicy) -> Timestamp {
        let limit = policy.visits.longestGapSeconds(
            isStationary: proof.isStationary,
            movingIntervalSeconds: proof.arrival.movingIntervalSeconds
        )
        return proof.lastAt.advanced(bySeconds: limit ?? 0)
    }

    /// The earliest moment at which the member can have left the place, before the way out to the edge.
    private func earliestExit(wayOutSeconds: Double) -> Timestamp {
        guard let departure, !departure.isRestBySilence else { return self.departure?.earliest ?? proof.lastAt }
        let left = departure.earliest.advanced(bySeconds: -wayOutSeconds)
        return min(departure.earliest, max(proof.firstAt, left))
    }

    /// The probability of a visit, regardless of overlapping visits, in hundredths as in the assessment.
    func confidence(at fence: Fence, isOpen: Bool, _ policy: EvaluationPolicy) -> Double {
        Self.hundredths(policy.confidence.probability(StayTerms(self, at: fence, isOpen: isOpen, policy: policy)))
    }

    private static func hundredths(_ probability: Double) -> Double { (probability * 100).rounded() / 100 }

    /// Extended to include the best estimate.
    private func bounds(
        _ earliest: Timestamp,
        _ latest: Timestamp,
        with estimate: Timestamp
    ) -> ClosedRange<Timestamp> {
        min(earliest, estimate)...max(latest, estimate)
    }
}

/// The path from the last fix before a stay, past its first and last fix inside, to the first fix after it.
///
/// A member who only walks past moves at an even pace and straight ahead; a visitor stops, and often goes back.
public struct Passage: Hashable, Sendable {
    /// Metres from the last fix before to the first inside, plus metres from the last inside to the first after.
    public var pathMeters: Double
    /// Metres from the fix before to the fix after.
    public var directMeters: Double

    /// Creates a passage.
    public init(pathMeters: Double, directMeters: Double) {
        self.pathMeters = pathMeters
        self.directMeters = directMeters
    }
}
