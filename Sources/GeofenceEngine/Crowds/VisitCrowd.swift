internal import VisitModel

/// Facilities next to each other at which one device has stays that share time, and its stay points among them.
struct VisitCrowd {
    let stayPoints: StayPoints
    /// The fences, by key; the shares of a stay point are in this order.
    private let fences: [Fence]

    /// Combines stays of one device; those without a path are ignored.
    init(_ stays: some Sequence<(fence: Fence, evidence: StayEvidence)>) {
        var places: [FenceKey: (fence: Fence, visits: Double)] = [:]
        var paths: [StayPath] = []
        for (fence, evidence) in stays {
            guard let path = evidence.proof.path else { continue }
            places[fence.key] = places[fence.key] ?? (fence, evidence.earlierVisits)
            paths.append(path)
        }
        let sorted = places.values.sorted { $0.fence.key < $1.fence.key }
        fences = sorted.map(\.fence)
        stayPoints = StayPoints(
            StayPath(joining: paths),
            at: fences,
            visits: zip(sorted.map(\.visits), Self.depths(of: fences)).map { $0 + Self.visitsOfPart * $1 }
        )
    }

    /// Combines one path and the fences along it, all of them equally familiar.
    init(_ path: StayPath, at fences: [Fence]) {
        self.fences = fences.sorted { $0.key < $1.key }
        let visits = Self.depths(of: self.fences).map { Self.visitsOfPart * $0 }
        stayPoints = StayPoints(path, at: self.fences, visits: visits)
    }

    /// How many of the other fences each is a part of.
    ///
    /// Who is in a part is in the whole too: where positions fit both, the part is the more likely place.
    private static func depths(of fences: [Fence]) -> [Double] {
        guard fences.contains(where: { $0.partOf != nil }) else { return fences.map { _ in 0 } }
        let wholes = Dictionary(fences.map { ($0.facility, $0.partOf) }) { first, _ in first }
        return fences.map { fence in
            var (depth, whole) = (0, fence.partOf)
            // Not more than there are fences: a circle must not be followed for ever.
            while let next = whole, let outer = wholes[next], depth < fences.count {
                (depth, whole) = (depth + 1, outer)
            }
            return Double(depth)
        }
    }

    /// The earlier visits to which being a part of another fence amounts: enough to double the odds of the place.
    private static let visitsOfPart = 2.0

    /// The stay point that a stay was most likely part of.
    struct Attribution {
        /// The stay point, as an index of `StayPoints.segments`.
        let segment: Int
        /// The probability that the stay point was at the stay's fence, 0...1.
        let share: Double
        /// The time that the two have in common, in seconds.
        let seconds: Double
        /// The next most likely fence, and its probability; `nil` where there is no other.
        let runnerUp: (fence: Fence, share: Double)?
    }

    /// The index of a fence among the shares of a stay point.
    func place(of key: FenceKey) -> Int? { fences.firstIndex { $0.key == key } }

    /// The time between two stay points, halfway between the last fix of the one and the first of the other.
    func border(between earlier: Int, and later: Int) -> Timestamp {
        let (last, first) = (stayPoints.span(of: earlier).last, stayPoints.span(of: later).first)
        return last.advanced(bySeconds: last.seconds(to: first) / 2)
    }

    /// Attributes a stay at a fence of the crowd to a stay point; `nil` where none shares time with it.
    func attribution(to key: FenceKey, from start: Timestamp, to end: Timestamp) -> Attribution? {
        guard let place = place(of: key), let found = stayPoints.likeliest(atPlace: place, from: start, to: end) else {
            return nil
        }
        return attribution(to: found.segment, atPlace: place, seconds: found.seconds)
    }

    /// Attributes a stay to the likeliest of the stay points that it has.
    func attribution(to key: FenceKey, among range: ClosedRange<Int>) -> Attribution? {
        guard let place = place(of: key) else { return nil }
        let seconds = range.map { segment in
            let span = stayPoints.span(of: segment)
            return max(1, span.first.seconds(to: span.last))
        }
        let weights = zip(range, seconds).map { stayPoints.segments[$0].shares[place] * $1 }
        let best = weights.indices.max { (weights[$0], $1) < (weights[$1], $0) }
        return best.map { attribution(to: range.lowerBound + $0, atPlace: place, seconds: seconds[$0]) }
    }

    private func attribution(to segment: Int, atPlace place: Int, seconds: Double) -> Attribution {
        let shares = stayPoints.segments[segment].shares
        let next = shares.indices.filter { $0 != place }.max { shares[$0] < shares[$1] }
        return Attribution(
            segment: segment,
            share: shares[place],
            seconds: seconds,
            runnerUp: next.map { (fences[$0], shares[$0]) }
        )
    }

    /// The evidence of the stay to which stay points are given.
    ///
    /// A fence that is small compared with the errors of fixes sees only some of the fixes of a stay, and one with other
    /// stay points in it sees those too (`isLimited`): there the stay point itself is the evidence. Elsewhere only the
    /// odds of inside are those of the crowd: a fix in the fence next door does not speak against the stay. Of a large
    /// fence only the fixes of the stay's own time count: a stay point may go on after a silence that ended the stay.
    func evidence(
        of range: ClosedRange<Int>,
        at fence: Fence,
        isLimited: Bool,
        from start: Timestamp,
        to end: Timestamp,
        _ own: StayEvidence,
        _ policy: EvaluationPolicy
    ) -> StayEvidence {
        if fence.isSmall { return stayPoints.evidence(of: range, at: fence, nil, own, policy) }
        if isLimited { return stayPoints.evidence(of: range, at: fence, start...max(start, end), own, policy) }
        var evidence = own
        for fence in fences {
            for segment in stayPoints.segments[range] {
                let odds = segment.position.logOddsInside(of: fence, policy.evaluation)
                evidence.proof.logOddsInside = max(evidence.proof.logOddsInside, odds)
            }
        }
        return evidence
    }
}

extension StayPoints {
    /// The evidence of a stay that is one or several stay points.
    ///
    /// Whether its fixes lie inside is left to the probabilities of the places.
    fileprivate func evidence(
        of owned: ClosedRange<Int>,
        at fence: Fence,
        _ time: ClosedRange<Timestamp>?,
        _ own: StayEvidence,
        _ policy: EvaluationPolicy
    ) -> StayEvidence {
        let whole = segments[owned.lowerBound].range.lowerBound..<segments[owned.upperBound].range.upperBound
        let range = time.flatMap { indices(of: whole, in: $0) } ?? whole
        let gaps = zip(points[range], points[range].dropFirst()).map { $0.time.seconds(to: $1.time) }
        var proof = own.proof
        proof.firstAt = points[range.lowerBound].time
        proof.lastAt = points[range.upperBound - 1].time
        proof.count = range.count
        proof.isSinglePosition = range.count == 1
        // A stay point is at one place.
        (proof.absentSeconds, proof.outsideSeconds, proof.drift) = (0, 0, StayDrift())
        proof.continuousSeconds = gaps.filter { $0 <= policy.visits.continuousGapSeconds }.reduce(0, +)
        proof.logOddsInside = StayTerms.clearLogOdds
        proof.position = owned.dropFirst().reduce(segments[owned.lowerBound].position) {
            $0.joined(with: segments[$1].position)
        }
        if range.lowerBound > 0 {
            proof.arrival = boundary(from: range.lowerBound - 1, edgeOf: range.lowerBound - 1, fence, own)
        }
        var departure = own.departure
        if range.upperBound < points.count {
            departure = boundary(from: range.upperBound - 1, edgeOf: range.upperBound, fence, own)
        }
        // The first and the last fix of a stay point may be ones on the way.
        let second = points[min(range.lowerBound + 1, range.upperBound - 1)].time
        proof.arrival.latest = max(proof.arrival.latest, second)
        let lastButOne = points[max(range.upperBound - 2, range.lowerBound)].time
        if let known = departure { departure?.earliest = min(known.earliest, lastButOne) }
        return StayEvidence(
            proof: proof,
            departure: departure,
            nightShare: own.nightShare,
            earlierVisits: own.earlierVisits
        )
    }

    /// The fixes of a range within some time; `nil` where there is none.
    private func indices(of range: Range<Int>, in time: ClosedRange<Timestamp>) -> Range<Int>? {
        guard let first = range.first(where: { time.contains(points[$0].time) }),
            let last = range.last(where: { time.contains(points[$0].time) })
        else { return nil }
        return first..<last + 1
    }

    /// One of the two fixes belongs to a stay point and the other lies outside.
    private func boundary(
        from index: Int,
        edgeOf outside: Int,
        _ fence: Fence,
        _ own: StayEvidence
    ) -> StayBoundary {
        let (before, after) = (points[index].time, points[index + 1].time)
        let coordinate = points[outside].coordinate
        return StayBoundary(
            earliest: before,
            latest: after,
            gapSeconds: before.seconds(to: after),
            edgeMeters: fence.signedDistance(to: coordinate, EarthPoint(coordinate)),
            motion: .moving,
            movingIntervalSeconds: (index == outside ? nil : own.departure?.movingIntervalSeconds)
                ?? own.proof.arrival.movingIntervalSeconds
        )
    }
}
