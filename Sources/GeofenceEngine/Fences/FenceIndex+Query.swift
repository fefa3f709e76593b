internal import VisitModel

extension FenceIndex {
    /// A point to search from, in single precision, and how wrong that makes a distance.
    struct Query {
        private let position: SIMD3<Double>
        private let x, y, z: SIMD4<Float>

        @inline(__always)
        init(_ point: EarthPoint) {
            self.position = point.position
            self.x = SIMD4(repeating: Float(point.position.x))
            self.y = SIMD4(repeating: Float(point.position.y))
            self.z = SIMD4(repeating: Float(point.position.z))
        }

        /// The squares of the distances to four boxes in square metres, 0 inside, rounded down.
        @inline(__always)
        func squaredDistances(to quarters: Quarters) -> SIMD4<Float> {
            let outsideX = Self.positive(quarters.lowX - x) + Self.positive(x - quarters.highX)
            let outsideY = Self.positive(quarters.lowY - y) + Self.positive(y - quarters.highY)
            let outsideZ = Self.positive(quarters.lowZ - z) + Self.positive(z - quarters.highZ)
            return (outsideX * outsideX + outsideY * outsideY + outsideZ * outsideZ) * 0.999_999
        }

        @inline(__always)
        private static func positive(_ vector: SIMD4<Float>) -> SIMD4<Float> {
            vector.replacing(with: 0, where: vector .< 0)
        }

        /// The square of the distance within which a centre must lie for its edge to be within a limit; negative where
        /// none can.
        ///
        /// Rounding the point to single precision moves it by less than a metre.
        @inline(__always)
        static func squaredFarthest(_ limit: Float, reach: SIMD4<Float>) -> SIMD4<Float> {
            let farthest = reach + (limit + 1)
            return (farthest * farthest).replacing(with: -1, where: farthest .< 0)
        }

        /// The point as metres from a leaf's own place, and how far, in metres, a distance measured there may be from
        /// the true one.
        ///
        /// With u = 2⁻²⁴ the difference of two rounded vectors of lengths Q (the point's) and E (a centre's) is off by
        /// u(2Q + 2E), its length by a few u more, and a reach by u of itself; 16 u of all three stands for that and for
        /// the limit's own rounding.
        @inline(__always)
        func local(to leaf: SIMD4<Float>) -> (x: Float, y: Float, z: Float, error: Float) {
            let x = Float(position.x - Double(leaf.x))
            let y = Float(position.y - Double(leaf.y))
            let z = Float(position.z - Double(leaf.z))
            let far = abs(x) + abs(y) + abs(z) + leaf.w
            return (x, y, z, far * 1e-6 + Float(FenceIndex.guardMeters))
        }
    }
}
