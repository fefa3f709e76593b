internal import VisitModel

/// Which stay of a crowd each stay point belongs to: a member is at one place at a time.
///
/// A stay point belongs to the stay at its most likely fence. A stay has the stay points between its first and its last
/// one, also shorter ones in between that fit another fence better: they are fixes with a larger error.
struct StayPointOwners {
    /// A stay at a fence of the crowd.
    struct Stay {
        let fence: Fence
        let start: Timestamp
        let end: Timestamp
    }

    /// The stay points of each stay, as indices of `StayPoints.segments`; `nil` for a stay that has none.
    private(set) var ranges: [ClosedRange<Int>?]
    /// The stay that has each stay point; `nil` for those on the way.
    private var takers: [Int?]
    /// The stay at the most likely fence of each stay point.
    private let owners: [Int?]

    init(_ stays: [Stay], in crowd: VisitCrowd) {
        let points = crowd.stayPoints
        // The weight of a stay point for a stay: the time that it was probably there.
        let weights = stays.map { stay in
            points.segments.indices.map { crowd.probableSeconds(of: $0, at: stay.fence.key, stay.start, stay.end) }
        }
        let owners = points.segments.indices.map { segment in
            stays.indices.filter { weights[$0][segment] != nil }.max { first, second in
                let (left, right) = (stays[first], stays[second])
                let (leftShare, rightShare) = (
                    crowd.share(of: segment, at: left.fence.key), crowd.share(of: segment, at: right.fence.key)
                )
                let (leftWeight, rightWeight) = (weights[first][segment] ?? 0, weights[second][segment] ?? 0)
                // Of equally likely ones the earlier gets it; the order does not depend on that of the input.
                return (leftShare, leftWeight, right.start, right.fence.facility)
                    < (rightShare, rightWeight, left.start, left.fence.facility)
            }
        }
        self.owners = owners
        ranges = stays.map { _ in nil }
        takers = owners.map { _ in nil }
        let sums = stays.indices.map { stay in
            owners.indices.reduce(0.0) { $0 + (owners[$1] == stay ? weights[stay][$1] ?? 0 : 0) }
        }
        let order = stays.indices.sorted { first, second in
            let (left, right) = (stays[first], stays[second])
            return (sums[second], left.start, left.fence.facility) < (sums[first], right.start, right.fence.facility)
        }
        for stay in order {
            let free = owners.indices.filter { owners[$0] == stay && takers[$0] == nil }
            guard let main = free.max(by: { (weights[stay][$0] ?? 0, $1) < (weights[stay][$1] ?? 0, $0) }) else {
                continue
            }
            let separates = { (segment: Int) in
                owners[segment].map { $0 != stay && crowd.isVisit(segment, at: stays[$0].fence) } ?? false
            }
            let first = reach(from: main, by: -1, of: stay, separates)
            let last = reach(from: main, by: 1, of: stay, separates)
            ranges[stay] = first...last
            for segment in first...last { takers[segment] = stay }
        }
    }

    /// The farthest stay point of a stay in one direction, before one of another stay that is a visit of its own.
    private func reach(from main: Int, by step: Int, of stay: Int, _ separates: (Int) -> Bool) -> Int {
        var (reached, segment) = (main, main + step)
        while owners.indices.contains(segment), takers[segment] == nil, !separates(segment) {
            if owners[segment] == stay { reached = segment }
            segment += step
        }
        return reached
    }

    /// The stay that has a stay point, or is at its most likely fence.
    func holder(of segment: Int) -> Int? { takers[segment] ?? owners[segment] }
}

extension VisitCrowd {
    /// The probability that a stay point was at a fence, 0...1.
    fileprivate func share(of segment: Int, at key: FenceKey) -> Double {
        place(of: key).map { stayPoints.segments[segment].shares[$0] } ?? 0
    }

    /// The time that a stay point and an interval have in common, times the probability that it was at the fence, in
    /// seconds; `nil` where they share no time.
    fileprivate func probableSeconds(
        of segment: Int,
        at key: FenceKey,
        _ start: Timestamp,
        _ end: Timestamp
    ) -> Double? {
        let span = stayPoints.span(of: segment)
        guard start <= span.last, end >= span.first else { return nil }
        let (first, last) = (stayPoints.start(of: segment), stayPoints.end(of: segment))
        return share(of: segment, at: key) * max(1, max(start, first).seconds(to: min(end, last)))
    }

    /// Whether a stay point may be a visit of its own: as long as the threshold, and probably at the fence.
    fileprivate func isVisit(_ segment: Int, at fence: Fence) -> Bool {
        let seconds = stayPoints.start(of: segment).seconds(to: stayPoints.end(of: segment))
        return seconds >= Double(fence.dwellThreshold.seconds) && share(of: segment, at: fence.key) >= 0.5
    }
}

extension StayPoints {
    /// The number of fixes of stay points.
    func fixCount(of range: ClosedRange<Int>) -> Int { range.reduce(0) { $0 + segments[$1].range.count } }

    /// Halfway between the fix before and the first one of a stay point.
    fileprivate func start(of segment: Int) -> Timestamp {
        let span = span(of: segment)
        guard segments[segment].range.lowerBound > 0 else { return span.first }
        return span.earliest.advanced(bySeconds: span.earliest.seconds(to: span.first) / 2)
    }

    /// Halfway between the last fix of a stay point and the one after.
    fileprivate func end(of segment: Int) -> Timestamp {
        let span = span(of: segment)
        guard segments[segment].range.upperBound < points.count else { return span.last }
        return span.last.advanced(bySeconds: span.last.seconds(to: span.latest) / 2)
    }
}
