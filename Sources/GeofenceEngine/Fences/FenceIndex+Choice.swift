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
        let (leastLimit, unseen) = bound(count, among: ring, movedMeters, except: excluded, from: point, using: &search)
        let outside = min(others, unseen)
        let slots = min(count, search.bounds.count)
        // As many fences as have slots are no farther than the limit.
        let hasOthers = slots < search.bounds.count || outside < .infinity
        let limit = hasOthers ? leastLimit : .infinity
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
        guard search.bounds.count >= count, limit < outside else { return nil }
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

    /// Computes the bounds of those fences of a ring that may be near the border or inside it, into `search.bounds`.
    ///
    /// `limit` is the upper bound that `count` fences do not exceed, or the greatest where there are fewer; `unseen` a
    /// lower bound of the distance to any other fence of the ring; both in metres.
    private func bound(
        _ count: Int,
        among ring: FenceRing,
        _ movedMeters: Double,
        except excluded: Set<Int32>,
        from point: EarthPoint,
        using search: inout FenceSearch
    ) -> (limit: Double, unseen: Double) {
        // An edge comes no nearer than the distance moved. Measured distances may be off by the tolerance, there and
        // here.
        let moved = movedMeters + 2 * largestTolerance + Self.guardMeters
        // As far as the limit can be from here, unless many are excluded, or a polygon's bounds are far apart.
        var reach = Double(ring.limit) + moved
        reach += SelectionBorder.depthMeters(at: reach)
        while true {
            let unseen = computeBounds(ring, upTo: reach, moved, except: excluded, from: point, into: &search.bounds)
            search.readUppers()
            let limit = search.uppers.smallest(min(count, search.bounds.count)) ?? -.infinity
            if unseen == .infinity { return (limit, unseen) }
            let needed = search.bounds.count < count ? .infinity : limit + SelectionBorder.depthMeters(at: limit)
            if unseen >= needed { return (limit, unseen) }
            reach = needed
        }
    }

    /// Computes the bounds of those fences of a ring whose edges may be within `reach`; returns a lower bound of the
    /// distance to the others, in metres.
    private func computeBounds(
        _ ring: FenceRing,
        upTo reach: Double,
        _ moved: Double,
        except excluded: Set<Int32>,
        from point: EarthPoint,
        into bounds: inout [EdgeBounds]
    ) -> Double {
        // Space for all, which costs less than a check of the space for each.
        let none = EdgeBounds(treeIndex: 0, lower: 0, upper: 0)
        if bounds.count < ring.count {
            bounds.append(contentsOf: repeatElement(none, count: ring.count - bounds.count))
        }
        var (end, unseen) = (0, Float.infinity)
        let farthest = Float(reach + moved).nextUp
        let (treeIndices, edges) = (ring.treeIndices.span, ring.edges.span)
        bounds.withUnsafeMutableBufferPointer { bounds in
            for step in treeIndices.indices {
                guard edges[step] <= farthest else {
                    unseen = min(unseen, edges[step])
                    continue
                }
                let treeIndex = treeIndices[step]
                if !excluded.isEmpty, excluded.contains(position(at: Int(treeIndex))) { continue }
                bounds[end] = edgeBounds(treeIndex, from: point)
                end += 1
            }
        }
        bounds.removeLast(bounds.count - end)
        // Both may be infinite.
        return unseen == .infinity ? .infinity : Double(unseen) - moved
    }

    /// The bounds of the distance from a point to a fence.
    @inline(__always)
    func edgeBounds(_ treeIndex: Int32, from point: EarthPoint) -> EdgeBounds {
        // An index is not negative: unsigned, the division is a shift.
        let (number, lane) = (Int(UInt32(bitPattern: treeIndex) / 4), Int(UInt32(bitPattern: treeIndex) % 4))
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

extension Array where Element: BinaryFloatingPoint {
    /// Finds the value at a place of the ascending order, counted from 1; `nil` for the place 0.
    ///
    /// Changes the order. Hoare, "Algorithm 65: Find", CACM 4 (1961).
    mutating func smallest(_ place: Int) -> Element? {
        guard place > 0 else { return nil }
        let wanted = place - 1
        return withUnsafeMutableBufferPointer { values in
            var (low, high) = (0, values.count - 1)
            while low < high {
                let pivot = values[wanted]
                var (left, right) = (low, high)
                while left <= right {
                    while values[left] < pivot { left += 1 }
                    while pivot < values[right] { right -= 1 }
                    guard left <= right else { break }
                    values.swapAt(left, right)
                    left += 1
                    right -= 1
                }
                if right < wanted { low = left }
                if wanted < left { high = right }
            }
            return values[wanted]
        }
    }
}

extension FenceSearch {
    /// Copies the upper bounds.
    mutating func readUppers() {
        uppers.removeAll(keepingCapacity: true)
        uppers.append(contentsOf: repeatElement(0, count: bounds.count))
        uppers.withUnsafeMutableBufferPointer { uppers in
            for step in bounds.indices { uppers[step] = bounds[step].upper }
        }
    }

    /// The lower bound that so many others do not exceed; `nil` where there is none.
    fileprivate func lower(after count: Int) -> Double? {
        guard count < bounds.count else { return nil }
        var lowers = bounds.map(\.lower)
        return lowers.smallest(count + 1)
    }
}
