extension FenceIndex.Builder {
    /// The element sorted while the tree is built: a centre, to the metre, and the index of its fence.
    struct SortKey {
        let x, y, z: Float
        let index: Int32

        init(_ center: SIMD3<Float>, index: Int32) {
            (x, y, z) = (center.x, center.y, center.z)
            self.index = index
        }
    }

    private enum Axis {
        case x, y, z
    }

    /// Splits the fences of some leaves in the middle, along the axis of their largest extent, and recurses.
    func split(_ keys: UnsafeMutableBufferPointer<SortKey>, leaves: Range<Int>) {
        guard leaves.count > 1 else { return }
        let middleLeaf = leaves.lowerBound + leaves.count / 2
        let start = FenceIndex.firstEntry(ofLeaf: leaves.lowerBound, depth: depth, of: keys.count)
        let middle = FenceIndex.firstEntry(ofLeaf: middleLeaf, depth: depth, of: keys.count)
        let end = FenceIndex.firstEntry(ofLeaf: leaves.upperBound, depth: depth, of: keys.count)
        switch Self.widestAxis(of: keys, in: start..<end) {
        case .x: Self.partition(keys, in: start..<end, at: middle) { $0.x }
        case .y: Self.partition(keys, in: start..<end, at: middle) { $0.y }
        case .z: Self.partition(keys, in: start..<end, at: middle) { $0.z }
        }
        split(keys, leaves: leaves.lowerBound..<middleLeaf)
        split(keys, leaves: middleLeaf..<leaves.upperBound)
    }

    private static func widestAxis(of keys: UnsafeMutableBufferPointer<SortKey>, in range: Range<Int>) -> Axis {
        var (low, high) = (SIMD3<Float>(repeating: .infinity), SIMD3<Float>(repeating: -.infinity))
        for index in range {
            let key = SIMD3(keys[index].x, keys[index].y, keys[index].z)
            low = pointwiseMin(low, key)
            high = pointwiseMax(high, key)
        }
        let width = high - low
        if width.x >= width.y, width.x >= width.z { return .x }
        return width.y >= width.z ? .y : .z
    }

    /// Moves the elements below a rank in front of it and the others behind it.
    ///
    /// Hoare, "Algorithm 65: Find", CACM 4 (1961), with the median of three as pivot.
    @inline(__always)
    private static func partition(
        _ keys: UnsafeMutableBufferPointer<SortKey>,
        in range: Range<Int>,
        at rank: Int,
        by value: (SortKey) -> Float
    ) {
        guard range.contains(rank) else { return }
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = median(value(keys[low]), value(keys[(low + high) / 2]), value(keys[high]))
            var (left, right) = (low, high)
            while left <= right {
                while value(keys[left]) < pivot { left += 1 }
                while value(keys[right]) > pivot { right -= 1 }
                if left <= right {
                    keys.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if rank <= right {
                high = right
            } else if rank >= left {
                low = left
            } else {
                return
            }
        }
    }

    private static func median(_ first: Float, _ second: Float, _ third: Float) -> Float {
        max(min(first, second), min(max(first, second), third))
    }
}
