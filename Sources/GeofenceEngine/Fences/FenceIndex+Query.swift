internal import VisitModel

extension FenceIndex {
    /// A query point, repeated four times in single precision for comparison with four boxes at once.
    struct Query {
        private let x, y, z: SIMD4<Float>

        @inline(__always)
        init(_ point: EarthPoint) {
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
    }
}
