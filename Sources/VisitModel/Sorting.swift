extension RandomAccessCollection {
    /// The first index from which on every element meets a condition that no earlier one meets; `endIndex` for none.
    ///
    /// O(log n).
    @inlinable
    package func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(start, offsetBy: half)
            if isAfter(self[middle]) {
                count = half
            } else {
                start = index(after: middle)
                count -= half + 1
            }
        }
        return start
    }
}

extension Sequence<String> {
    package func sortedByBytes() -> [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
