internal import VisitModel

extension FenceIndex {
    /// What bounds and measured distances may be wrong by, in metres: rounding, and 0.1 mm of Vincenty's solution.
    static let guardMeters = 0.001

    /// Shows a collector every entry within its limit, the nearest subtrees first.
    ///
    /// - Parameters:
    ///   - point: the point to measure from.
    ///   - pending: a workspace.
    ///   - collector: what takes the entries.
    @inline(__always)
    func walk(from point: EarthPoint, pending: inout [FenceSearch.Pending], into collector: inout some FenceCollector) {
        let query = Query(point)
        let leafCount = 1 << depth
        pending.removeAll(keepingCapacity: true)
        let root: Int32 = depth.isMultiple(of: 2) ? 1 : 0
        pending.append(FenceSearch.Pending(node: root, reach: .infinity, squaredDistance: 0))
        quarters.withUnsafeBufferPointer { quarters in
            while let next = pending.popLast() {
                let node = Int(next.node)
                let farthest = next.reach + (collector.limit + 1)
                guard farthest >= 0, next.squaredDistance <= farthest * farthest else { continue }
                if node < leafCount {
                    push(quarters[node], of: node, for: query, limit: collector.limit, onto: &pending)
                } else {
                    scan(leaf: node - leafCount, for: query, into: &collector)
                }
            }
        }
    }

    /// Puts those of four subtrees that may hold something within a limit on a stack, the nearest on top.
    @inline(__always)
    private func push(
        _ quarters: Quarters,
        of node: Int,
        for query: Query,
        limit: Float,
        onto pending: inout [FenceSearch.Pending]
    ) {
        let squares = query.squaredDistances(to: quarters)
        let isWithin = squares .<= Query.squaredFarthest(limit, reach: quarters.reach)
        let bottom = pending.count
        for lane in 0..<4 where isWithin[lane] {
            let subtree = FenceSearch.Pending(
                node: Int32(truncatingIfNeeded: 4 * node + lane),
                reach: quarters.reach[lane],
                squaredDistance: squares[lane]
            )
            pending.append(subtree)
            var place = pending.count - 1
            while place > bottom, pending[place - 1].squaredDistance < subtree.squaredDistance {
                pending[place] = pending[place - 1]
                place -= 1
            }
            pending[place] = subtree
        }
    }

    /// Shows a collector the entries of one leaf that are within its limit.
    @inline(__always)
    private func scan(leaf: Int, for query: Query, into collector: inout some FenceCollector) {
        let (x, y, z, error) = query.local(to: leaves[leaf])
        let start = Self.firstBlock(ofLeaf: leaf, depth: depth, of: entries.count)
        let end = Self.firstBlock(ofLeaf: leaf + 1, depth: depth, of: entries.count)
        blocks.withUnsafeBufferPointer { blocks in
            for index in start..<end {
                let block = blocks[index]
                let (dx, dy, dz) = (block.x - x, block.y - y, block.z - z)
                let squares = dx * dx + dy * dy + dz * dz
                let farthest = block.reach + (collector.limit + error)
                let isWithin = (squares .<= farthest * farthest) .& (farthest .>= 0)
                if any(isWithin) {
                    collector.take(
                        FoundBlock(index: index, isWithin: isWithin, chords: squares.squareRoot(), error: error),
                        reach: block.reach
                    )
                }
            }
        }
    }

    /// An entry with the distance to its edge, measured on the ellipsoid.
    @inline(__always)
    func measured(_ index: Int32, to coordinate: Coordinate, _ point: EarthPoint) -> NearbyFence {
        let entry = entries[Int(index)]
        let distance =
            if entry.isCircle {
                EarthPoint(onSurface: SIMD3(entry.x, entry.y, entry.z)).distance(to: point) - entry.reach
            } else {
                fences[Int(entry.position)].signedDistance(to: coordinate, point)
            }
        return NearbyFence(position: Int(entry.position), edgeMeters: distance)
    }
}
