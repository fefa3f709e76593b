internal import VisitModel

extension FenceIndex {
    /// The error of bounds and measured distances, in metres: rounding, and 0.1 mm of Vincenty's solution.
    static let guardMeters = 0.001

    /// Passes every entry within a collector's limit to the collector, the nearest subtrees first.
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
                    scan(leaf: node - leafCount, from: point.position, into: &collector)
                }
            }
        }
    }

    /// Pushes those of four subtrees that may contain an entry within the limit, the nearest on top.
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
            var index = pending.count - 1
            while index > bottom, pending[index - 1].squaredDistance < subtree.squaredDistance {
                pending[index] = pending[index - 1]
                index -= 1
            }
            pending[index] = subtree
        }
    }

    @inline(__always)
    private func scan(leaf: Int, from point: SIMD3<Double>, into collector: inout some FenceCollector) {
        let start = Self.firstBlock(ofLeaf: leaf, depth: depth, of: positions.count)
        let end = Self.firstBlock(ofLeaf: leaf + 1, depth: depth, of: positions.count)
        blocks.withUnsafeBufferPointer { blocks in
            for index in start..<end {
                let block = blocks[index]
                let (dx, dy, dz) = (block.x - point.x, block.y - point.y, block.z - point.z)
                let squares = dx * dx + dy * dy + dz * dz
                let farthest = block.reach + (Double(collector.limit) + Self.guardMeters)
                let isWithin = (squares .<= farthest * farthest) .& (farthest .>= 0)
                if any(isWithin) {
                    let found = FoundBlock(index: index, isWithin: isWithin, chords: squares.squareRoot())
                    collector.collect(found, reach: block.reach)
                }
            }
        }
    }

    /// The index in `fences` of one in tree order.
    func position(at treeIndex: Int) -> Int32 {
        positions[treeIndex] >= 0 ? positions[treeIndex] : ~positions[treeIndex]
    }

    /// Measured on the ellipsoid; `index` is in tree order.
    @inline(__always)
    func measured(_ index: Int, to coordinate: Coordinate, _ point: EarthPoint) -> NearbyFence {
        let position = Int(positions[index])
        guard position >= 0 else {
            let distance = fences[~position].signedDistance(to: coordinate, point)
            return NearbyFence(position: ~position, edgeMeters: distance)
        }
        let (block, lane) = (blocks[index / 4], index % 4)
        let center = EarthPoint(onSurface: SIMD3(block.x[lane], block.y[lane], block.z[lane]))
        return NearbyFence(position: position, edgeMeters: center.distance(to: point) - block.reach[lane])
    }
}

/// A fence found by a search, with the distance to its edge.
public struct NearbyFence: Hashable, Sendable {
    /// The fence's index in the array searched.
    public let position: Int
    /// The distance to the edge on WGS84 in metres, negative inside.
    public let edgeMeters: Double

    /// Creates a result.
    public init(position: Int, edgeMeters: Double) {
        self.position = position
        self.edgeMeters = edgeMeters
    }
}

/// The reusable workspace and the result of a search.
///
/// A caller that keeps it and passes it to the next search allocates nothing once the arrays have grown to their size.
/// Each thread that searches needs its own.
public struct FenceSearch: Sendable {
    /// The result of the last search, nearest first.
    public internal(set) var found: [NearbyFence] = []
    var nearest = NearestCollector()
    /// The indices of the fences chosen from a ring, in no order.
    var chosen: [Int32] = []
    /// The bounds of the distances to a ring's fences.
    var bounds: [EdgeBounds] = []
    /// The upper bounds of them, in no order.
    var uppers: [Double] = []
    /// The indices of the fences that crossed the border of a selection, inwards and outwards.
    var entered: [Int32] = []
    var left: [Int32] = []
    /// The keys of a selection under construction.
    var keys: [FenceKey] = []
    var pending: [Pending] = []

    struct Pending: Sendable {
        let node: Int32
        let reach: Float
        let squaredDistance: Float
    }

    /// Creates an empty workspace.
    public init() {}
}
