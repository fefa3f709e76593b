internal import VisitModel

/// The fences nearest to a point, from which the nearest to other points near by are chosen.
struct FenceRing: Sendable {
    /// Their indices in tree order, each once, by ascending distance.
    let treeIndices: [Int32]
    /// The distances of the edges from the ring's origin, in metres, rounded down.
    let edges: [Float]

    /// The results are in ascending order of distance.
    init(_ found: [NearbyFence], in index: FenceIndex) {
        self.treeIndices = found.map { index.treeIndices[$0.position] }
        self.edges = found.map { Float($0.edgeMeters).nextDown }
    }

    var count: Int { treeIndices.count }
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
