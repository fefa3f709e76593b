public import VisitModel

/// A spatial index of the fences nearest to a point by the distance to their edges, exact over a million of them.
///
/// A k-d tree (Bentley, "Multidimensional binary search trees used for associative searching", CACM 18, 1975), built in
/// one pass and balanced, over the centres as vectors from the earth's centre, so that a pole or the antimeridian is no
/// special case. The straight line through the earth is a lower bound of the distance along the surface; less the
/// largest reach of a subtree it is a lower bound of every edge distance there. Only entries that these bounds can't
/// rule out are measured on the ellipsoid, so the result equals that of a scan over all fences.
public struct FenceIndex: Sendable {
    /// The fences searched; results are indices in this array.
    public let fences: [Fence]
    /// The centres and reaches in tree order, each leaf a range of blocks.
    let blocks: [Block]
    /// The fences' indices in `fences`, in tree order; the complement for a polygon.
    let positions: [Int32]
    /// The index of each fence in tree order, in the order of `fences`.
    let treeIndices: [Int32]
    /// How much farther an edge may be than that of a circle with the same reach, in the order of `blocks`; empty where
    /// all are circles.
    let looseness: [SIMD4<Float>]
    /// The boxes round the grandchildren of every node.
    ///
    /// Node 1 is the root, 2i and 2i + 1 are the halves of i, and those from `1 << depth` on are the leaves. Every
    /// other level is skipped; an odd depth begins at a node 0 above 2 and 3.
    let quarters: [Quarters]
    /// The number of levels below the root.
    let depth: Int
    /// The bounds of polygons in the order of `fences`, zero for a circle; empty where all are circles.
    let bounds: [Bounds]
    /// The largest tolerance of a polygon, or 0.
    let largestTolerance: Double

    /// Bounds of the difference between the edge of a polygon and that of the circle round it.
    struct Bounds: Sendable {
        /// How much farther than the circle's edge the polygon's may be, in metres.
        var looseness: Float = 0
        /// The largest error of the measured distance, in metres.
        var tolerance: Float = 0
    }

    /// Builds the tree.
    public init(_ fences: [Fence]) {
        self.fences = fences
        let prepared = fences.indices.map { Prepared(fences[$0]) }
        let builder = Builder(prepared)
        self.depth = builder.depth
        self.positions = builder.order.map { prepared[Int($0)].bounds.looseness == 0 ? $0 : ~$0 }
        var treeIndices = [Int32](repeating: 0, count: fences.count)
        for (treeIndex, position) in builder.order.enumerated() { treeIndices[Int(position)] = Int32(treeIndex) }
        self.treeIndices = treeIndices
        self.looseness = builder.looseness
        self.bounds = prepared.contains { $0.bounds.looseness > 0 } ? prepared.map(\.bounds) : []
        self.largestTolerance = prepared.reduce(0) { max($0, Double($1.bounds.tolerance)) }
        self.blocks = builder.blocks
        self.quarters = builder.quarters
    }
}

extension FenceIndex {
    struct Prepared {
        let center: SIMD3<Double>
        /// The edge is nowhere nearer than the centre's distance less this: the radius of a circle.
        let reach: Double
        /// How much farther the edge may be; zero for a circle.
        let bounds: Bounds

        init(_ fence: Fence) {
            center = fence.center.position
            if case .circle = fence.geofence {
                reach = fence.reachMeters
                bounds = Bounds()
                return
            }
            let tolerance = fence.geofence.polygons.reduce(0) { max($0, $1.distanceTolerance) }
            reach = fence.reachMeters + tolerance
            // A point at a distance d from the centre is at most d farther from the edge than the centre is.
            let centerToEdge = fence.signedDistance(to: fence.geofence.center, fence.center)
            bounds = Bounds(
                looseness: Float(reach + centerToEdge + 2 * tolerance).nextUp,
                tolerance: Float(tolerance).nextUp
            )
        }
    }
}

extension FenceIndex {
    /// A query point, repeated four times in single precision for comparison with four boxes at once.
    struct Query {
        private let x, y, z: SIMD4<Float>

        @inline(__always)
        init(_ point: EarthPoint) {
            self.x = SIMD4(repeating: Float(point.position.x))
            self.y = SIMD4(repeating: Float(point.position.y))
            self.z = SIMD4(repeating: Float(point.position.z))
        }

        /// The squares of the distances to four boxes in square metres, 0 inside, rounded down.
        @inline(__always)
        func squaredDistances(to quarters: Quarters) -> SIMD4<Float> {
            let outsideX = Self.positive(quarters.lowX - x) + Self.positive(x - quarters.highX)
            let outsideY = Self.positive(quarters.lowY - y) + Self.positive(y - quarters.highY)
            let outsideZ = Self.positive(quarters.lowZ - z) + Self.positive(z - quarters.highZ)
            return (outsideX * outsideX + outsideY * outsideY + outsideZ * outsideZ) * 0.999_999
        }

        @inline(__always)
        private static func positive(_ vector: SIMD4<Float>) -> SIMD4<Float> {
            vector.replacing(with: 0, where: vector .< 0)
        }

        /// The square of the distance within which a centre must lie for its edge to be within a limit; negative where
        /// none can.
        ///
        /// Rounding the point to single precision moves it by less than a metre.
        @inline(__always)
        static func squaredFarthest(_ limit: Float, reach: SIMD4<Float>) -> SIMD4<Float> {
            let farthest = reach + (limit + 1)
            return (farthest * farthest).replacing(with: -1, where: farthest .< 0)
        }
    }
}

extension FenceIndex {
    /// Sorts results by distance to the edge, then by number of visits in descending order, then by facility id, and
    /// keeps the first `count`, at least 1.
    ///
    /// `visits` is called only for fences at equal distances.
    func rank(_ found: inout [NearbyFence], keeping count: Int, visits: (FenceKey) -> Int) {
        // Shell, "A high-speed sorting procedure", CACM 2 (1959), with Ciura's gaps: in place, and the order is total,
        // so that it needn't be stable.
        guard found.count > 1 else { return }
        found.withUnsafeMutableBufferPointer { found in
            for gap in [1750, 701, 301, 132, 57, 23, 10, 4, 1] where gap == 1 || gap * 8 < found.count {
                for index in gap..<found.count {
                    let moving = found[index]
                    var hole = index
                    while hole >= gap, precedes(moving, found[hole - gap], visits: visits) {
                        found[hole] = found[hole - gap]
                        hole -= gap
                    }
                    found[hole] = moving
                }
            }
        }
        if found.count > count { found.removeLast(found.count - count) }
    }

    /// Whether a result comes before another in selection order; false for equal results.
    @inline(__always)
    func precedes(_ first: NearbyFence, _ second: NearbyFence, visits: (FenceKey) -> Int) -> Bool {
        if first.edgeMeters < second.edgeMeters { return true }
        if first.edgeMeters > second.edgeMeters { return false }
        return precedesAtEqualDistance(fences[first.position], fences[second.position], visits: visits)
    }

    private func precedesAtEqualDistance(_ first: Fence, _ second: Fence, visits: (FenceKey) -> Int) -> Bool {
        let (firstVisits, secondVisits) = (visits(first.key), visits(second.key))
        if firstVisits != secondVisits { return firstVisits > secondVisits }
        return (first.facility, first.key) < (second.facility, second.key)
    }
}

extension FenceIndex {
    /// Finds the fences with the edges nearest to a point into `search.found`.
    ///
    /// In order of the distance to the edge; equal distances by number of visits in descending order, then by facility
    /// id. The result equals that of measuring and sorting all fences. `coordinate` and `point` are the same point.
    /// `visits` is the number of the member's visits, and called only for fences at equal distances.
    public func nearest(
        _ count: Int,
        to coordinate: Coordinate,
        _ point: EarthPoint,
        using search: inout FenceSearch,
        visits: (FenceKey) -> Int = { _ in 0 }
    ) {
        search.found.removeAll(keepingCapacity: true)
        guard count > 0, !fences.isEmpty else { return }
        search.nearest.reset(count: min(count, fences.count), index: self)
        walk(from: point, pending: &search.pending, into: &search.nearest)
        search.nearest.shortlist.forEach { index in
            search.found.append(measured(index, to: coordinate, point))
        }
        rank(&search.found, keeping: count, visits: visits)
    }
}

extension FenceIndex {
    /// Four fences side by side, for SIMD.
    struct Block: Sendable {
        var x = SIMD4<Double>()
        var y = SIMD4<Double>()
        var z = SIMD4<Double>()
        /// The distance from the centre that contains the whole fence: the radius of a circle.
        ///
        /// No edge is nearer than its centre's distance less this. Minus infinity where there is no fence.
        var reach = SIMD4(repeating: -Double.infinity)

        init(_ fences: [Prepared]) {
            for (lane, fence) in fences.enumerated() {
                (x[lane], y[lane], z[lane]) = (fence.center.x, fence.center.y, fence.center.z)
                reach[lane] = fence.reach
            }
        }
    }

    /// The boxes round the centres of four subtrees side by side, and the largest reach in each.
    ///
    /// A box is low...high on each axis, rounded outwards; an empty one is infinitely far away.
    struct Quarters: Sendable {
        var lowX = SIMD4(repeating: Float.infinity)
        var lowY = SIMD4(repeating: Float.infinity)
        var lowZ = SIMD4(repeating: Float.infinity)
        var highX = SIMD4(repeating: -Float.infinity)
        var highY = SIMD4(repeating: -Float.infinity)
        var highZ = SIMD4(repeating: -Float.infinity)
        var reach = SIMD4(repeating: -Float.infinity)

        init(_ boxes: ArraySlice<Box>) {
            for (lane, box) in boxes.enumerated() {
                (lowX[lane], lowY[lane], lowZ[lane]) = (box.low.x, box.low.y, box.low.z)
                (highX[lane], highY[lane], highZ[lane]) = (box.high.x, box.high.y, box.high.z)
                reach[lane] = box.reach
            }
        }
    }

    /// A box round centres, and the largest reach.
    struct Box {
        var low = SIMD3<Float>(repeating: .infinity)
        var high = SIMD3<Float>(repeating: -.infinity)
        var reach = -Float.infinity

        mutating func hold(_ fence: Prepared) {
            let center = SIMD3<Float>(fence.center)
            // A metre exceeds the error of rounding to single precision at this distance from the earth's centre.
            low = pointwiseMin(low, center - 1)
            high = pointwiseMax(high, center + 1)
            reach = max(reach, Float(fence.reach).nextUp)
        }

        mutating func hold(_ other: Box) {
            low = pointwiseMin(low, other.low)
            high = pointwiseMax(high, other.high)
            reach = max(reach, other.reach)
        }
    }
}
