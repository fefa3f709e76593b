internal import VisitModel

/// Some fences to choose the nearest from.
struct FenceRing: Sendable {
    /// Their places in the order of the tree, each once.
    let places: [Int32]
    /// The edges' distances from where the ring was made, in metres, rounded down, in rising order.
    ///
    /// Empty where they are not known; then every fence is measured.
    let edges: [Float]

    /// Takes fences whose distances are not known.
    ///
    /// - Parameters:
    ///   - positions: the fences as places in `index.fences`, each once.
    ///   - index: what the positions refer to.
    init(_ positions: some Sequence<Int32>, in index: FenceIndex) {
        self.places = positions.map { index.places[Int($0)] }
        self.edges = []
    }

    /// Takes what a search found.
    ///
    /// - Parameters:
    ///   - found: in rising order of distance.
    ///   - index: what was searched.
    init(_ found: [NearbyFence], in index: FenceIndex) {
        self.places = found.map { index.places[$0.position] }
        self.edges = found.map { Float($0.edgeMeters).nextDown }
    }

    /// How many fences there are.
    var count: Int { places.count }
}

extension FenceIndex {
    /// Finds the nearest among some of the fences.
    ///
    /// Where the point lies near the place that the ring was made at, only the beginning of the ring is looked at: an edge
    /// comes no nearer than the way that was gone.
    ///
    /// - Parameters:
    ///   - count: how many, 0 or more.
    ///   - ring: the fences to choose from.
    ///   - movedMeters: how far at most the point lies from where the ring was made.
    ///   - excluded: fences not to choose, as places in `fences`.
    ///   - coordinate: the point in degrees.
    ///   - point: the same point as a vector.
    ///   - search: a workspace; afterwards `search.found` is the answer.
    ///   - visits: how often the member visited a facility.
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
        for (step, place) in ring.places.enumerated() {
            if step < ring.edges.count, (ring.edges[step] - moved).nextDown > search.nearest.limit { break }
            let place = Int(place)
            if !excluded.isEmpty, excluded.contains(position(at: place)) { continue }
            let (block, lane) = (blocks[place / 4], place % 4)
            let way = SIMD3(block.x[lane], block.y[lane], block.z[lane]) - point.position
            search.nearest.take(
                place,
                chord: (way * way).sum().squareRoot(),
                reach: block.reach[lane],
                looseness: looseness.isEmpty ? 0 : Double(looseness[place / 4][lane])
            )
        }
        search.nearest.shortlist.forEach { place in
            search.found.append(measured(place, to: coordinate, point))
        }
        rank(&search.found, visits: visits)
        if search.found.count > count {
            search.found.removeLast(search.found.count - count)
        }
    }

    /// The fence at a place in the order of the tree, as a place in `fences`.
    private func position(at place: Int) -> Int32 {
        positions[place] >= 0 ? positions[place] : ~positions[place]
    }
}
