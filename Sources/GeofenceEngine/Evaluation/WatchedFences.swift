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

    /// Four fences side by side; an empty place is never near: no squared chord is below -1.
    private struct Row {
        private(set) var (x, y, z) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
        private(set) var squaredReach = SIMD4(repeating: -1.0)

        mutating func place(_ circle: (center: SIMD3<Double>, reach: Double), _ lane: Int) {
            let edge = circle.reach
            let reach = edge < Fence.smallBreadthMeters ? edge + WatchedFences.smallFenceMarginMeters : edge
            (x[lane], y[lane], z[lane]) = (circle.center.x, circle.center.y, circle.center.z)
            squaredReach[lane] = reach * reach
        }
    }

    /// Lays out fences; a key without a shape in the catalogue is not watched.
    public init(_ registered: [FenceKey], in catalog: FenceCatalog) {
        var rows = Array(repeating: Row(), count: (registered.count + 3) / 4)
        var count = 0
        for key in registered {
            guard let position = catalog.position(of: key) else { continue }
            rows[count / 4].place(catalog.circle(at: position), count % 4)
            count += 1
        }
        keys = count == registered.count ? registered : registered.filter { catalog.position(of: $0) != nil }
        rows.removeLast(rows.count - (count + 3) / 4)
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
