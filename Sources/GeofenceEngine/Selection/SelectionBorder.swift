internal import VisitModel

/// The border between the selected fences and the others, as the bounds of their distances showed it at one point.
///
/// Near that point only a few fences can have crossed it: a movement by m brings an edge nearer by at most m, and
/// another farther away by at most m. Only the bounds of those are computed again, and mostly they divide the fences again,
/// so that the selection changes without a look at all the others.
struct SelectionBorder: Sendable {
    /// The place where the fences were divided; `nil` where they must be divided first.
    private var origin: EarthPoint?
    /// The fences near the border, on either side.
    private var near: [Neighbor] = []
    /// The greatest upper bound of a fence selected at the origin, in metres.
    private var limit = 0.0
    /// The least lower bound of a fence not selected at the origin, in metres.
    private var nearestOther = 0.0
    /// The greatest upper bound of the selected fences that are not near, in metres.
    private var farthestInside = 0.0
    /// The least lower bound of the other fences that are not near, in metres.
    private var nearestOutside = 0.0

    /// A fence near the border; the bounds of its distance from the origin are in metres.
    private struct Neighbor {
        let treeIndex: Int32
        let lower: Float
        let upper: Float
        /// Whether it was selected at the origin.
        let wasSelected: Bool
        var isSelected: Bool

        init(_ edge: EdgeBounds, isSelected: Bool) {
            treeIndex = edge.treeIndex
            lower = Float(edge.lower).nextDown
            upper = Float(edge.upper).nextUp
            wasSelected = isSelected
            self.isSelected = isSelected
        }
    }

    mutating func forget() { origin = nil }

    /// Moves the border to a place where the bounds divided the fences.
    mutating func move(
        to origin: EarthPoint,
        _ division: RingDivision,
        of bounds: [EdgeBounds]
    ) {
        self.origin = origin
        (limit, nearestOther) = (division.farthestChosen, division.nearestOther)
        (farthestInside, nearestOutside) = (-.infinity, division.outside)
        near.removeAll(keepingCapacity: true)
        let depth = Self.depthMeters(at: limit)
        for edge in bounds {
            if edge.upper <= limit {
                if edge.upper >= limit - depth {
                    near.append(Neighbor(edge, isSelected: true))
                } else {
                    farthestInside = max(farthestInside, edge.upper)
                }
            } else if edge.lower <= nearestOther + depth {
                near.append(Neighbor(edge, isSelected: false))
            } else {
                nearestOutside = min(nearestOutside, edge.lower)
            }
        }
    }

    /// Finds the fences that crossed the border, into `search.entered` and `search.left`, as indices in the catalogue.
    ///
    /// Returns the margin in metres between the farthest selected fence and the nearest other one at a point, less their
    /// tolerances; `nil` where the bounds do not tell which fences are the nearest.
    mutating func cross(to point: EarthPoint, in index: FenceIndex, using search: inout FenceSearch) -> Double? {
        search.entered.removeAll(keepingCapacity: true)
        search.left.removeAll(keepingCapacity: true)
        guard let origin else { return nil }
        let chord = origin.chordSquared(to: point).squareRoot()
        let moved = WGS84.longestWay(overChord: chord) + FenceIndex.guardMeters
        var farthest = farthestInside + moved
        var nearest = min(nearestOutside - moved, FenceIndex.farthestProof)
        guard farthest < nearest else { return nil }
        // Those selected at the origin that are not as far, and the others that are farther, need not be computed: they can't
        // have changed places.
        let (inside, outside) = (nearestOther - 2 * moved, limit + 2 * moved)
        search.bounds.removeAll(keepingCapacity: true)
        var slots = 0
        for fence in near {
            if fence.wasSelected {
                guard Double(fence.upper) >= inside else {
                    farthest = max(farthest, Double(fence.upper) + moved)
                    continue
                }
                slots += 1
            } else if Double(fence.lower) > outside {
                nearest = min(nearest, Double(fence.lower) - moved)
                continue
            }
            search.bounds.append(index.edgeBounds(fence.treeIndex, from: point))
        }
        search.readUppers()
        let newLimit = search.uppers.smallest(slots) ?? -.infinity
        farthest = max(farthest, newLimit)
        var selected = 0
        for edge in search.bounds {
            if edge.upper <= newLimit { selected += 1 } else { nearest = min(nearest, edge.lower) }
        }
        guard selected == slots, farthest < nearest else { return nil }
        select(upTo: newLimit, in: index, &search)
        return nearest - farthest
    }
}

extension SelectionBorder {
    /// Selects the computed fences up to a limit; of the others near the border, those selected at the origin.
    private mutating func select(upTo limit: Double, in index: FenceIndex, _ search: inout FenceSearch) {
        var computed = 0
        for step in near.indices {
            let fence = near[step]
            var isSelected = fence.wasSelected
            if computed < search.bounds.count, search.bounds[computed].treeIndex == fence.treeIndex {
                isSelected = search.bounds[computed].upper <= limit
                computed += 1
            }
            guard isSelected != fence.isSelected else { continue }
            near[step].isSelected = isSelected
            let position = index.position(at: Int(fence.treeIndex))
            if isSelected { search.entered.append(position) } else { search.left.append(position) }
        }
    }

    /// How far from the border a fence is near it, in metres, where so far away is the farthest selected one.
    ///
    /// The device may mostly move about as far until the border has to be found again. Of 20 to 100 selected fences, evenly
    /// spread, a third is near, and some more of the others.
    static func depthMeters(at limit: Double) -> Double { max(50, limit / 5) }
}
