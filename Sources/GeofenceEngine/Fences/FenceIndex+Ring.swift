internal import VisitModel

/// The fences nearest to a point, from which the nearest to other points near by are chosen.
struct FenceRing: Sendable {
    /// Their indices in tree order, each once.
    let treeIndices: [Int32]
    /// Lower bounds of the distances of their edges from the ring's origin, in metres.
    let edges: [Float]
    /// The bound that as many edges as there are slots do not exceed, in metres; infinite where there are fewer.
    let limit: Float

    fileprivate init(treeIndices: [Int32], edges: [Float], slots: Int) {
        (self.treeIndices, self.edges) = (treeIndices, edges)
        var unordered = edges
        limit = slots <= edges.count ? unordered.smallest(slots) ?? -.infinity : .infinity
    }

    /// Creates a ring of measured fences, from which so many are chosen.
    init(_ found: [NearbyFence], slots: Int, in index: FenceIndex) {
        self.init(
            treeIndices: found.map { index.treeIndices[$0.position] },
            edges: found.map { Float($0.edgeMeters).nextDown },
            slots: slots
        )
    }

    var count: Int { treeIndices.count }
}

/// Collects the entries whose edges may be within a distance, until there are too many.
private struct RangeCollector: FenceCollector {
    /// The distance in metres; minus infinity, which nothing is within, once there are too many.
    private(set) var limit: Float
    private(set) var treeIndices: [Int32] = []
    /// Lower bounds of the distances of their edges, in metres.
    private(set) var edges: [Float] = []
    private let most: Int

    init(limit: Float, most: Int) {
        self.limit = limit
        self.most = most
        treeIndices.reserveCapacity(most)
        edges.reserveCapacity(most)
    }

    @inline(__always)
    mutating func collect(_ block: FoundBlock, reach: SIMD4<Double>) {
        let lowerBounds = SIMD4<Float>(block.chords - (reach + FenceIndex.guardMeters))
        for lane in 0..<4 where block.isWithin[lane] {
            treeIndices.append(Int32(truncatingIfNeeded: block.index * 4 + lane))
            edges.append(lowerBounds[lane].nextDown)
        }
        if treeIndices.count > most { limit = -.infinity }
    }
}

extension FenceIndex {
    /// Finds all fences whose edges may be within a distance of a point; `nil` where there are more than `most`.
    ///
    /// The measured distance of every other one is greater.
    func ring(
        within distanceMeters: Float,
        of point: EarthPoint,
        most: Int,
        slots: Int,
        using search: inout FenceSearch
    ) -> FenceRing? {
        var collector = RangeCollector(limit: distanceMeters, most: most)
        walk(from: point, pending: &search.pending, into: &collector)
        guard collector.treeIndices.count <= most else { return nil }
        return FenceRing(treeIndices: collector.treeIndices, edges: collector.edges, slots: slots)
    }
}

extension FenceIndex {
    /// Finds the nearest of some fences, each given once, into `search.found`, in selection order.
    func nearest(
        _ count: Int,
        among positions: [Int32],
        to coordinate: Coordinate,
        _ point: EarthPoint,
        using search: inout FenceSearch,
        visits: (FenceKey) -> Int
    ) {
        search.found.removeAll(keepingCapacity: true)
        guard count > 0, !positions.isEmpty else { return }
        search.nearest.reset(count: min(count, positions.count), index: self)
        for position in positions {
            search.nearest.collect(edgeBounds(treeIndices[Int(position)], from: point))
        }
        search.nearest.shortlist.forEach { treeIndex in
            search.found.append(measured(treeIndex, to: coordinate, point))
        }
        rank(&search.found, keeping: count, visits: visits)
    }
}
