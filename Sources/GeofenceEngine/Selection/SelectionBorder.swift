internal import VisitModel

/// The border between the selected fences and the others, as the bounds of their distances showed it at one point.
///
/// Near that point only a few fences can have crossed it: a movement by m brings an edge nearer by at most m, and
/// another farther away by at most m. Only the bounds of those are computed again.
struct SelectionBorder: Sendable {
    /// The place where the fences were divided; `nil` where they must be divided first.
    private var origin: EarthPoint?
    /// The fences near the border, on either side.
    private var near: [EdgeBounds] = []
    /// The greatest upper bound of a selected fence, in metres.
    private var limit = 0.0
    /// The greatest upper bound of the other selected fences, in metres.
    private var farthestInside = 0.0
    /// The least lower bound of the other fences that are not selected, in metres.
    private var nearestOutside = 0.0

    mutating func forget() { origin = nil }

    /// Moves the border to a place where the bounds divided the fences.
    ///
    /// `count` is the number of selected fences.
    mutating func move(
        to origin: EarthPoint,
        _ division: RingDivision,
        of bounds: [EdgeBounds],
        selected count: Int
    ) {
        self.origin = origin
        limit = division.farthestChosen
        (farthestInside, nearestOutside) = (-.infinity, division.outside)
        near.removeAll(keepingCapacity: true)
        let depth = Self.depthMeters(at: limit, among: count)
        for edge in bounds {
            if edge.upper <= limit {
                if edge.upper >= limit - depth {
                    near.append(edge)
                } else {
                    farthestInside = max(farthestInside, edge.upper)
                }
            } else if edge.lower <= division.nearestOther + depth {
                near.append(edge)
            } else {
                nearestOutside = min(nearestOutside, edge.lower)
            }
        }
    }

    /// The margin in metres between the farthest selected fence and the nearest other one at a point, less their
    /// tolerances; `nil` where a fence may have crossed the border.
    func gap(at point: EarthPoint, in index: FenceIndex) -> Double? {
        guard let origin else { return nil }
        let chord = origin.chordSquared(to: point).squareRoot()
        let moved = WGS84.longestWay(overChord: chord) + FenceIndex.guardMeters
        var farthest = farthestInside + moved
        var nearest = min(nearestOutside - moved, FenceIndex.farthestProof)
        guard farthest < nearest else { return nil }
        for edge in near {
            if edge.upper <= limit {
                guard edge.upper + moved > farthest else { continue }
                farthest = max(farthest, index.edgeBounds(edge.treeIndex, from: point).upper)
            } else {
                guard edge.lower - moved < nearest else { continue }
                nearest = min(nearest, index.edgeBounds(edge.treeIndex, from: point).lower)
            }
            guard farthest < nearest else { return nil }
        }
        return nearest - farthest
    }

    /// How far from the border a fence is near it, which is also how far the device may move until the border has to be
    /// found again; in metres.
    ///
    /// `limit` is the distance of the farthest of `count` selected fences. Where fences are evenly spread, another one
    /// becomes one of the nearest with each movement by 1.6 times the limit divided by the count.
    static func depthMeters(at limit: Double, among count: Int) -> Double { max(50, 3 * limit / Double(max(1, count))) }
}
