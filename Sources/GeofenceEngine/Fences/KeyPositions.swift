/// A lookup from a key to its index in an array of fences sorted by key.
///
/// The store numbers its facilities consecutively, so a table over the span of the keys is small and a lookup is one
/// read. Sparse keys are found by binary search.
struct KeyPositions: Sendable {
    private let first: Int
    /// One entry for each number from `first` on, -1 where no fence has it; empty where the keys are sparse.
    private let table: [Int32]

    /// The fences are sorted by key, each key once.
    init(_ fences: [Fence]) {
        let first = fences.first.map { Int($0.key.rawValue) } ?? 0
        let span = (fences.last.map { Int($0.key.rawValue) } ?? first) - first + 1
        self.first = first
        guard span <= 8 * fences.count + 1024 else {
            self.table = []
            return
        }
        var table = [Int32](repeating: -1, count: span)
        for (position, fence) in fences.enumerated() {
            table[Int(fence.key.rawValue) - first] = Int32(position)
        }
        self.table = table
    }

    func position(of key: FenceKey, in fences: [Fence]) -> Int? {
        if table.isEmpty {
            return Self.search(key, in: fences)
        }
        let offset = Int(key.rawValue) - first
        guard table.indices.contains(offset), table[offset] >= 0 else { return nil }
        return Int(table[offset])
    }

    private static func search(_ key: FenceKey, in fences: [Fence]) -> Int? {
        var (low, high) = (0, fences.count)
        while low < high {
            let middle = (low + high) / 2
            if fences[middle].key < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < fences.count && fences[low].key == key ? low : nil
    }
}
