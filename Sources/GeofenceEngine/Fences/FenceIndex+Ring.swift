internal import VisitModel

/// A subset of fences to choose the nearest from.
struct FenceRing: Sendable {
    /// Their indices in tree order, each once.
    let treeIndices: [Int32]
    /// The distances of the edges from the ring's origin, in metres, rounded down, in ascending order.
    ///
    /// Empty where they are not known; then every fence is measured.
    let edges: [Float]

    /// Creates a ring of fences with unknown distances.
    init(_ positions: some Sequence<Int32>, in index: FenceIndex) {
        self.treeIndices = positions.map { index.treeIndices[Int($0)] }
        self.edges = []
    }

    /// The results are in ascending order of distance.
    init(_ found: [NearbyFence], in index: FenceIndex) {
        self.treeIndices = found.map { index.treeIndices[$0.position] }
        self.edges = found.map { Float($0.edgeMeters).nextDown }
    }

    var count: Int { treeIndices.count }
}

extension FenceIndex {
    /// Finds the nearest among the fences of a ring into `search.found`, without the indices `excluded`.
    ///
    /// Where the point is near the ring's origin, only the beginning of the ring is examined: an edge comes no nearer
    /// than the distance moved. `movedMeters` is an upper bound of the distance of the point from the ring's origin.
    func nearest(
        _ count: Int,
        among ring: FenceRing,
        movedMeters: Double,
        except excluded: Set<Int32>,
        to coordinate: Coordinate,
        _ point: EarthPoint,
        using search: inout FenceSearch,
        visits: (FenceKey) -> Int
    ) {
        search.found.removeAll(keepingCapacity: true)
        guard count > 0, ring.count > 0 else { return }
        search.nearest.reset(count: min(count, ring.count), index: self)
        // Measured distances may be off by the tolerance, there and here.
        let moved = Float(movedMeters + 2 * largestTolerance + Self.guardMeters).nextUp
        for (step, treeIndex) in ring.treeIndices.enumerated() {
            if step < ring.edges.count, (ring.edges[step] - moved).nextDown > search.nearest.limit { break }
            let treeIndex = Int(treeIndex)
            if !excluded.isEmpty, excluded.contains(position(at: treeIndex)) { continue }
            let (block, lane) = (blocks[treeIndex / 4], treeIndex % 4)
            let way = SIMD3(block.x[lane], block.y[lane], block.z[lane]) - point.position
            search.nearest.collect(
                treeIndex,
                chord: (way * way).sum().squareRoot(),
                reach: block.reach[lane],
                looseness: looseness.isEmpty ? 0 : Double(looseness[treeIndex / 4][lane])
            )
        }
        search.nearest.shortlist.forEach { treeIndex in
            search.found.append(measured(treeIndex, to: coordinate, point))
        }
        rank(&search.found, keeping: count, visits: visits)
    }

    private func position(at treeIndex: Int) -> Int32 {
        positions[treeIndex] >= 0 ? positions[treeIndex] : ~positions[treeIndex]
    }
}
