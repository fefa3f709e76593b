internal import VisitModel

/// How the nearest fences of a ring were found.
struct RingChoice {
    /// The margin in metres between the farthest chosen fence and the nearest other one, less their tolerances; may be
    /// negative.
    var gapMeters: Double
    /// Whether there are as many as wanted, each nearer than any fence outside the ring.
    var isProven: Bool
    /// How the bounds divide the fences; `nil` where they do not, or there is nothing to choose instead.
    var division: RingDivision?
}

/// How bounds divide fences into chosen and other ones; distances in metres.
struct RingDivision {
    /// The greatest upper bound of a chosen one.
    let farthestChosen: Double
    /// The least lower bound of another one.
    let nearestOther: Double
    /// A lower bound of the distance to those among them of which there are no bounds.
    let outside: Double
}

/// The bounds of the distance to the edge of a fence, in metres, wide enough for the errors of measuring it.
struct EdgeBounds: Sendable {
    let treeIndex: Int32
    var lower: Double
    var upper: Double
}

extension FenceIndex {
    /// Finds the indices of the nearest fences of a ring into `search.chosen`, in no order, without those `excluded`.
    ///
    /// The bounds of the distances decide. Only the fences that these leave on either side, as at a tie, are measured.
    /// `movedMeters` is an upper bound of the distance of the point from the ring's origin, `others` a lower bound of
    /// the distance to any fence outside the ring.
    func choose(
        _ count: Int,
        among ring: FenceRing,
        movedMeters: Double,
        except excluded: Set<Int32>,
        others: Double,
        from coordinate: Coordinate,
        _ point: EarthPoint,
        using search: inout FenceSearch,
        visits: (FenceKey) -> Int
    ) -> RingChoice {
        search.chosen.removeAll(keepingCapacity: true)
        search.found.removeAll(keepingCapacity: true)
        let unseen = bound(count, among: ring, movedMeters, except: excluded, from: point, using: &search)
        let outside = min(others, unseen)
        let slots = search.uppers.count
        // As many fences as have slots are no farther than the limit.
        let hasOthers = slots < search.bounds.count || outside < .infinity
        let limit = hasOthers ? search.uppers.last ?? -.infinity : .infinity
        if let division = divide(at: limit, count, outside: outside, &search) {
            return RingChoice(
                gapMeters: min(division.nearestOther, Self.farthestProof) - division.farthestChosen,
                isProven: true,
                division: division
            )
        }
        // No more of them than have slots are nearer than this.
        let leastOther = min(outside, search.lower(after: slots) ?? .infinity)
        var (farthest, nearestOther) = (-Double.infinity, outside)
        for bounds in search.bounds {
            if bounds.upper < leastOther {
                search.chosen.append(position(at: Int(bounds.treeIndex)))
                farthest = max(farthest, bounds.upper)
            } else if bounds.lower <= limit {
                search.found.append(measured(Int(bounds.treeIndex), to: coordinate, point))
            } else {
                nearestOther = min(nearestOther, bounds.lower)
            }
        }
        // Those that the bounds leave on either side: a few at most, unless all are hundreds of kilometres away.
        rank(&search.found, keeping: search.found.count, visits: visits)
        let left = slots - search.chosen.count
        let near = search.found.prefix(left)
        for fence in near { search.chosen.append(Int32(fence.position)) }
        let isProven =
            others == .infinity || search.chosen.count == count && near.last.map { $0.edgeMeters < others } ?? true
        if search.found.count == left, nearestOther == .infinity {
            return RingChoice(gapMeters: .infinity, isProven: isProven)
        }
        let rest = nearest(of: search.found.dropFirst(left), limit: min(nearestOther, Self.farthestProof))
        let gap = gap(after: left, of: search.found, others: nearestOther)
        return RingChoice(gapMeters: min(rest - farthest, gap), isProven: isProven)
    }

    /// Chooses the fences whose upper bounds are within the limit; `nil` where there are others, or too few.
    private func divide(
        at limit: Double,
        _ count: Int,
        outside: Double,
        _ search: inout FenceSearch
    ) -> RingDivision? {
        guard search.uppers.count == count, limit < outside else { return nil }
        var nearestOther = outside
        for bounds in search.bounds {
            if bounds.upper <= limit {
                search.chosen.append(position(at: Int(bounds.treeIndex)))
            } else {
                nearestOther = min(nearestOther, bounds.lower)
            }
        }
        guard search.chosen.count == count, limit < nearestOther else {
            search.chosen.removeAll(keepingCapacity: true)
            return nil
        }
        return RingDivision(farthestChosen: limit, nearestOther: nearestOther, outside: outside)
    }

    /// Computes the bounds of the fences at the beginning of a ring, and the `count` smallest upper ones in order;
    /// returns a lower bound of the distance to any other fence of the ring, in metres.
    ///
    /// An edge comes no nearer than the distance moved: the beginning ends where no fence is near the border.
    private func bound(
        _ count: Int,
        among ring: FenceRing,
        _ movedMeters: Double,
        except excluded: Set<Int32>,
        from point: EarthPoint,
        using search: inout FenceSearch
    ) -> Double {
        var bounds: [EdgeBounds] = []
        var uppers: [Double] = []
        swap(&bounds, &search.bounds)
        swap(&uppers, &search.uppers)
        defer {
            swap(&bounds, &search.bounds)
            swap(&uppers, &search.uppers)
        }
        bounds.removeAll(keepingCapacity: true)
        bounds.reserveCapacity(ring.count)
        // Infinite where there is no fence yet: the last one is the limit at any time.
        uppers.removeAll(keepingCapacity: true)
        uppers.append(contentsOf: repeatElement(.infinity, count: count))
        // Measured distances may be off by the tolerance, there and here.
        let moved = movedMeters + 2 * largestTolerance + Self.guardMeters
        var unseen = Double.infinity
        uppers.withUnsafeMutableBufferPointer { uppers in
            for (step, treeIndex) in ring.treeIndices.enumerated() {
                let least = Double(ring.edges[step]) - moved
                let limit = uppers.last ?? .infinity
                if least > limit, least > limit + SelectionBorder.depthMeters(at: limit, among: count) {
                    unseen = least
                    return
                }
                if !excluded.isEmpty, excluded.contains(position(at: Int(treeIndex))) { continue }
                let edge = edgeBounds(treeIndex, from: point)
                bounds.append(edge)
                if count > 0, edge.upper < limit { Self.insert(edge.upper, into: uppers) }
            }
        }
        if let end = uppers.firstIndex(of: .infinity) { uppers.removeSubrange(end...) }
        return unseen
    }

    /// Inserts an upper bound that is smaller than the last one, which it replaces, among the smallest ones, in order.
    @inline(__always)
    private static func insert(_ upper: Double, into uppers: UnsafeMutableBufferPointer<Double>) {
        var index = uppers.count - 1
        while index > 0, uppers[index - 1] > upper {
            uppers[index] = uppers[index - 1]
            index -= 1
        }
        uppers[index] = upper
    }

    /// The bounds of the distance from a point to a fence.
    @inline(__always)
    func edgeBounds(_ treeIndex: Int32, from point: EarthPoint) -> EdgeBounds {
        let (number, lane) = (Int(treeIndex) / 4, Int(treeIndex) % 4)
        let block = blocks[number]
        let way = SIMD3(block.x[lane], block.y[lane], block.z[lane]) - point.position
        let (chord, reach) = ((way * way).sum().squareRoot(), block.reach[lane])
        var edge = EdgeBounds(
            treeIndex: treeIndex,
            lower: chord - reach - Self.guardMeters,
            upper: WGS84.longestWay(overChord: chord) - reach + Self.guardMeters
        )
        if !looseness.isEmpty {
            // A measured distance may be off by the tolerance, here and at the device's next point.
            edge.lower -= 2 * tolerance(of: Int(position(at: Int(treeIndex))))
            edge.upper += Double(looseness[number][lane])
        }
        return edge
    }
}

extension FenceSearch {
    /// The lower bound that so many others do not exceed; `nil` where there is none.
    fileprivate func lower(after count: Int) -> Double? {
        count < bounds.count ? bounds.map(\.lower).sorted()[count] : nil
    }
}
