extension FenceIndex {
    /// Four entries side by side: 64 bytes, the line that a processor reads from memory at a time.
    ///
    /// Single precision is enough to leave a fence out, because centres count from a place in their own leaf; `Query`
    /// knows how wrong the distances can be.
    struct Block: Sendable {
        /// The centres, as metres from the leaf's own place.
        var x = SIMD4<Float>()
        var y = SIMD4<Float>()
        var z = SIMD4<Float>()
        /// The reaches, rounded up; minus infinity where there is no entry.
        var reach = SIMD4(repeating: -Float.infinity)
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

        /// Puts four boxes side by side.
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

        /// Widens the box to hold a centre.
        mutating func hold(_ entry: Entry) {
            let center = SIMD3<Float>(SIMD3(entry.x, entry.y, entry.z))
            // A metre is more than rounding to single precision takes away at this distance from the earth's centre.
            low = pointwiseMin(low, center - 1)
            high = pointwiseMax(high, center + 1)
            reach = max(reach, Float(entry.reach).nextUp)
        }

        /// Widens the box to hold another.
        mutating func hold(_ other: Box) {
            low = pointwiseMin(low, other.low)
            high = pointwiseMax(high, other.high)
            reach = max(reach, other.reach)
        }
    }
}
