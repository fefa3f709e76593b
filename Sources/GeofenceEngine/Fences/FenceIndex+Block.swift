extension FenceIndex {
    /// Four fences side by side, for SIMD.
    struct Block: Sendable {
        /// The centres.
        var x = SIMD4<Double>()
        var y = SIMD4<Double>()
        var z = SIMD4<Double>()
        /// The distance from the centre that contains the whole fence: the radius of a circle.
        ///
        /// No edge is nearer than its centre's distance less this. Minus infinity where there is no fence.
        var reach = SIMD4(repeating: -Double.infinity)

        /// Packs one to four fences.
        init(_ fences: [Prepared]) {
            for (lane, fence) in fences.enumerated() {
                (x[lane], y[lane], z[lane]) = (fence.center.x, fence.center.y, fence.center.z)
                reach[lane] = fence.reach
            }
        }
    }

    /// The boxes round the centres of four subtrees side by side, and the largest reach in each.
    ///
    /// A box is low...high on each axis, rounded outwards; an empty one is infinitely far away.
    struct Quarters: Sendable {
        var lowX = SIMD4(repeating: Float.infinity)
        var lowY = SIMD4(repeating: Float.infinity)
        var lowZ = SIMD4(repeating: Float.infinity)
        var highX = SIMD4(repeating: -Float.infinity)
        var highY = SIMD4(repeating: -Float.infinity)
        var highZ = SIMD4(repeating: -Float.infinity)
        var reach = SIMD4(repeating: -Float.infinity)

        /// Packs four boxes.
        init(_ boxes: ArraySlice<Box>) {
            for (lane, box) in boxes.enumerated() {
                (lowX[lane], lowY[lane], lowZ[lane]) = (box.low.x, box.low.y, box.low.z)
                (highX[lane], highY[lane], highZ[lane]) = (box.high.x, box.high.y, box.high.z)
                reach[lane] = box.reach
            }
        }
    }

    /// A box round centres, and the largest reach.
    struct Box {
        var low = SIMD3<Float>(repeating: .infinity)
        var high = SIMD3<Float>(repeating: -.infinity)
        var reach = -Float.infinity

        /// Expands the box to contain a centre.
        mutating func hold(_ fence: Prepared) {
            let center = SIMD3<Float>(fence.center)
            // A metre exceeds the error of rounding to single precision at this distance from the earth's centre.
            low = pointwiseMin(low, center - 1)
            high = pointwiseMax(high, center + 1)
            reach = max(reach, Float(fence.reach).nextUp)
        }

        /// Expands the box to contain another.
        mutating func hold(_ other: Box) {
            low = pointwiseMin(low, other.low)
            high = pointwiseMax(high, other.high)
            reach = max(reach, other.reach)
        }
    }
}
