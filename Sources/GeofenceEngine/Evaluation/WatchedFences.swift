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
        let x, y, z: SIMD4<Double>
        let squaredReach: SIMD4<Double>

        init(_ first: Lane, _ second: Lane, _ third: Lane, _ fourth: Lane) {
            x = SIMD4(first.center.x, second.center.x, third.center.x, fourth.center.x)
            y = SIMD4(first.center.y, second.center.y, third.center.y, fourth.center.y)
            z = SIMD4(first.center.z, second.center.z, third.center.z, fourth.center.z)
            squaredReach = SIMD4(first.squaredReach, second.squaredReach, third.squaredReach, fourth.squaredReach)
        }
    }

    /// One fence of a row; an empty one is never near: no squared chord is below -1.
    private struct Lane {
        var center = SIMD3<Double>()
        var squaredReach = -1.0

        init(_ index: Int, of keys: [FenceKey], in catalog: FenceCatalog) {
            guard index < keys.count, let position = catalog.position(of: keys[index]) else { return }
            let (center, edge) = catalog.circle(at: position)
            let reach = edge < Fence.smallBreadthMeters ? edge + WatchedFences.smallFenceMarginMeters : edge
            self.center = center
            squaredReach = reach * reach
        }
    }

    /// Lays out fences; a key without a shape in the catalogue is not watched.
    public init(_ registered: [FenceKey], in catalog: FenceCatalog) {
        let areKnown = registered.allSatisfy { catalog.position(of: $0) != nil }
        let keys = areKnown ? registered : registered.filter { catalog.position(of: $0) != nil }
        self.keys = keys
        var rows: [Row] = []
        rows.reserveCapacity((keys.count + 3) / 4)
        for start in stride(from: 0, to: keys.count, by: 4) {
            let row = Row(
                Lane(start, of: keys, in: catalog),
                Lane(start + 1, of: keys, in: catalog),
                Lane(start + 2, of: keys, in: catalog),
                Lane(start + 3, of: keys, in: catalog)
            )
            rows.append(row)
        }
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
