extension FenceIndex {
    /// Orders entries so that each leaf holds neighbours.
    ///
    /// - Parameters:
    ///   - entries: in any order.
    ///   - leafCount: a power of two.
    /// - Returns: the same entries.
    static func arranged(_ entries: [Entry], leafCount: Int) -> [Entry] {
        var keys = entries.indices.map { index in
            let entry = entries[index]
            return SortKey(x: Float(entry.x), y: Float(entry.y), z: Float(entry.z), index: Int32(index))
        }
        keys.withUnsafeMutableBufferPointer { keys in
            split(keys, leaves: 0..<leafCount, leafCount: leafCount)
        }
        return keys.map { entries[Int($0.index)] }
    }

    /// What is moved about while the tree is built: a centre, to the metre, and where its entry is.
    private struct SortKey {
        let x, y, z: Float
        let index: Int32
    }

    /// Parts the entries of some leaves at their median, along the axis on which they lie widest apart, and goes on with
    /// either half.
    private static func split(_ keys: UnsafeMutableBufferPointer<SortKey>, leaves: Range<Int>, leafCount: Int) {
        guard leaves.count > 1 else { return }
        let middleLeaf = leaves.lowerBound + leaves.count / 2
        let start = firstEntry(ofLeaf: leaves.lowerBound, leafCount: leafCount, count: keys.count)
        let middle = firstEntry(ofLeaf: middleLeaf, leafCount: leafCount, count: keys.count)
        let end = firstEntry(ofLeaf: leaves.upperBound, leafCount: leafCount, count: keys.count)
        switch widestAxis(of: keys, in: start..<end) {
        case .x: partition(keys, in: start..<end, at: middle) { $0.x }
        case .y: partition(keys, in: start..<end, at: middle) { $0.y }
        case .z: partition(keys, in: start..<end, at: middle) { $0.z }
        }
        split(keys, leaves: leaves.lowerBound..<middleLeaf, leafCount: leafCount)
        split(keys, leaves: middleLeaf..<leaves.upperBound, leafCount: leafCount)
    }

    private enum Axis {
        case x, y, z
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

    /// Brings the entries below a rank in front of it and the others behind: Hoare, "Algorithm 65: Find", CACM 4 (1961),
    /// with the middle of three as pivot.
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

    /// Draws the boxes, from the leaves to the root.
    ///
    /// - Parameters:
    ///   - entries: arranged.
    ///   - leafCount: a power of two.
    /// - Returns: twice as many nodes as leaves, the first of no use.
    static func nodes(over entries: [Entry], leafCount: Int) -> [Node] {
        var nodes = [Node](repeating: .nothing, count: 2 * leafCount)
        for leaf in 0..<leafCount {
            let start = firstEntry(ofLeaf: leaf, leafCount: leafCount, count: entries.count)
            let end = firstEntry(ofLeaf: leaf + 1, leafCount: leafCount, count: entries.count)
            for entry in entries[start..<end] {
                nodes[leafCount + leaf].hold(entry)
            }
        }
        for node in stride(from: leafCount - 1, through: 1, by: -1) {
            nodes[node].hold(nodes[2 * node])
            nodes[node].hold(nodes[2 * node + 1])
        }
        return nodes
    }
}

extension FenceIndex.Node {
    /// Widens the box to hold a centre.
    fileprivate mutating func hold(_ entry: FenceIndex.Entry) {
        lowX = min(lowX, Float(entry.x).nextDown)
        lowY = min(lowY, Float(entry.y).nextDown)
        lowZ = min(lowZ, Float(entry.z).nextDown)
        highX = max(highX, Float(entry.x).nextUp)
        highY = max(highY, Float(entry.y).nextUp)
        highZ = max(highZ, Float(entry.z).nextUp)
        reach = max(reach, Float(entry.reach).nextUp)
    }

    /// Widens the box to hold another.
    fileprivate mutating func hold(_ other: FenceIndex.Node) {
        lowX = min(lowX, other.lowX)
        lowY = min(lowY, other.lowY)
        lowZ = min(lowZ, other.lowZ)
        highX = max(highX, other.highX)
        highY = max(highY, other.highY)
        highZ = max(highZ, other.highZ)
        reach = max(reach, other.reach)
    }
}
