public import VisitModel

/// The fences that each fix is checked against, laid out so that the many distant ones cost almost nothing.
///
/// Four fences at a time are compared by the square of the chord, which is never longer than the way along the surface:
/// a fence that this rules out is certainly not entered. The remaining ones are measured.
public struct WatchedFences: Sendable {
    /// The fences, by index.
    public let keys: [FenceKey]
    private let rows: [Row]

    /// The distance beyond the edge of a small fence, in metres, up to which a coarse fix may be one of a stay inside.
    static let smallFenceMarginMeters = 20.0

    /// Four fences side by side.
    private struct Row {
        var x = SIMD4<Double>()
        var y = SIMD4<Double>()
        var z = SIMD4<Double>()
        /// An empty lane is never near: no squared chord is below -1.
        var squaredReach = SIMD4(repeating: -1.0)
    }

    /// Lays out fences; a key without a shape in the catalogue is not watched.
    public init(_ keys: [FenceKey], in catalog: FenceCatalog) {
        var (known, rows): ([FenceKey], [Row]) = ([], [])
        known.reserveCapacity(keys.count)
        rows.reserveCapacity((keys.count + 3) / 4)
        var row = Row()
        for key in keys {
            guard let position = catalog.position(of: key) else { continue }
            let (center, edge) = catalog.circle(at: position)
            let reach = edge < Fence.smallBreadthMeters ? edge + Self.smallFenceMarginMeters : edge
            let lane = known.count % 4
            (row.x[lane], row.y[lane], row.z[lane]) = (center.x, center.y, center.z)
            row.squaredReach[lane] = reach * reach
            known.append(key)
            if lane == 3 {
                rows.append(row)
                row = Row()
            }
        }
        if !known.count.isMultiple(of: 4) { rows.append(row) }
        self.keys = known
        self.rows = rows
    }

    /// Calls a closure with each fence that a point may lie inside of.
    @inline(__always)
    public func forEachNear(_ point: EarthPoint, _ body: (FenceKey) -> Void) {
        let (px, py, pz) = (point.position.x, point.position.y, point.position.z)
        for index in rows.indices {
            let row = rows[index]
            let (dx, dy, dz) = (row.x - px, row.y - py, row.z - pz)
            let near = (dx * dx + dy * dy + dz * dz) .<= row.squaredReach
            if any(near) {
                for lane in 0..<4 where near[lane] { body(keys[index * 4 + lane]) }
            }
        }
    }
}

extension FenceCatalog {
    /// The centre of a fence, and a reach in metres that contains its whole shape.
    ///
    /// Read from the search tree, where neighbouring fences are adjacent in memory.
    fileprivate func circle(at position: Int) -> (center: SIMD3<Double>, reach: Double) {
        let treeIndex = Int(index.treeIndices[position])
        let (block, lane) = (index.blocks[treeIndex / 4], treeIndex % 4)
        return (SIMD3(block.x[lane], block.y[lane], block.z[lane]), block.reach[lane])
    }
}
