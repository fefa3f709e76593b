extension FenceIndex {
    /// Sorts results by distance to the edge, then by number of visits in descending order, then by facility id.
    ///
    /// - Parameters:
    ///   - found: results in any order.
    ///   - visits: the number of the member's visits to a facility; called only for fences at equal distances.
    func rank(_ found: inout [NearbyFence], visits: (FenceKey) -> Int) {
        // Shell, "A high-speed sorting procedure", CACM 2 (1959), with Ciura's gaps: in place, and the order is total,
        // so that it needn't be stable.
        guard found.count > 1 else { return }
        found.withUnsafeMutableBufferPointer { found in
            for gap in [1750, 701, 301, 132, 57, 23, 10, 4, 1] where gap == 1 || gap * 8 < found.count {
                for index in gap..<found.count {
                    let moving = found[index]
                    var hole = index
                    while hole >= gap, precedes(moving, found[hole - gap], visits: visits) {
                        found[hole] = found[hole - gap]
                        hole -= gap
                    }
                    found[hole] = moving
                }
            }
        }
    }

    /// Whether a result comes before another in selection order.
    ///
    /// - Parameters:
    ///   - first: a result.
    ///   - second: another result.
    ///   - visits: the number of the member's visits to a facility; called only where the distances are equal.
    /// - Returns: false for equal results.
    @inline(__always)
    func precedes(_ first: NearbyFence, _ second: NearbyFence, visits: (FenceKey) -> Int) -> Bool {
        if first.edgeMeters < second.edgeMeters { return true }
        if first.edgeMeters > second.edgeMeters { return false }
        return precedesAtEqualDistance(fences[first.position], fences[second.position], visits: visits)
    }

    private func precedesAtEqualDistance(_ first: Fence, _ second: Fence, visits: (FenceKey) -> Int) -> Bool {
        let (firstVisits, secondVisits) = (visits(first.key), visits(second.key))
        if firstVisits != secondVisits { return firstVisits > secondVisits }
        return (first.facility, first.key) < (second.facility, second.key)
    }
}
