public import VisitModel

/// The fences a fix is held against, laid out so that the many far ones cost almost nothing.
///
/// Four fences at a time are compared by the square of the chord, which is never longer than the way along the surface:
/// a fence that this rules out is certainly not entered. What remains is measured.
public struct WatchedFences: Sendable {
    /// The fences, by their place.
    public let keys: [FenceKey]
    private let x: [SIMD4<Double>]
    private let y: [SIMD4<Double>]
    private let z: [SIMD4<Double>]
    private let squaredReach: [SIMD4<Double>]

    /// Lays out fences.
    ///
    /// - Parameters:
    ///   - keys: the fences to watch.
    ///   - catalog: where their shapes stand; a key without a shape is not watched.
    public init(_ keys: some Sequence<FenceKey>, in catalog: FenceCatalog) {
        var (known, x, y, z, reach): ([FenceKey], [SIMD4<Double>], [SIMD4<Double>], [SIMD4<Double>], [SIMD4<Double>])
        (known, x, y, z, reach) = ([], [], [], [], [])
        for key in keys {
            guard let position = catalog.position(of: key) else { continue }
            let fence = catalog.fences[position]
            let lane = known.count % 4
            if lane == 0 {
                x.append(.zero)
                y.append(.zero)
                z.append(.zero)
                // No chord is shorter than this: an empty lane is never near.
                reach.append(SIMD4(repeating: -1))
            }
            let row = known.count / 4
            x[row][lane] = fence.center.position.x
            y[row][lane] = fence.center.position.y
            z[row][lane] = fence.center.position.z
            reach[row][lane] = fence.reachMeters * fence.reachMeters
            known.append(key)
        }
        self.keys = known
        self.x = x
        self.y = y
        self.z = z
        self.squaredReach = reach
    }

    /// Calls with each fence that a point may lie inside of.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - body: gets the key of a fence whose reach the point is within.
    @inline(__always)
    public func forEachNear(_ point: EarthPoint, _ body: (FenceKey) -> Void) {
        let (px, py, pz) = (point.position.x, point.position.y, point.position.z)
        for row in x.indices {
            let dx = x[row] - px
            let dy = y[row] - py
            let dz = z[row] - pz
            let near = (dx * dx + dy * dy + dz * dz) .<= squaredReach[row]
            if any(near) {
                for lane in 0..<4 where near[lane] {
                    body(keys[row * 4 + lane])
                }
            }
        }
    }
}
