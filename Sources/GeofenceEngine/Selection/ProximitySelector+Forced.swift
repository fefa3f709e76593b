extension ProximitySelector {
    /// The fences that have a slot wherever the device is, and the number of slots left.
    struct Forced {
        /// Indices in the catalogue.
        let positions: Set<Int32>
        /// The number of slots left for the nearest fences.
        let freeSlots: Int
    }

    /// Assigns slots to the pinned and the most visited fences.
    ///
    /// - Returns: `nil` where more fences are pinned than there are slots, so that distance has to decide among them.
    func forced(slots: Int, in catalog: FenceCatalog) -> Forced? {
        var positions: Set<Int32> = []
        for key in pinned {
            if let position = eligiblePosition(of: key, in: catalog) { positions.insert(position) }
        }
        guard positions.count <= slots else { return nil }
        for position in mostVisited(in: catalog) where positions.count < slots {
            positions.insert(position)
        }
        return Forced(positions: positions, freeSlots: slots - positions.count)
    }

    /// The pinned fences that may be registered at all.
    func eligiblePinned(in catalog: FenceCatalog) -> [Int32] {
        Array(Set(pinned.compactMap { eligiblePosition(of: $0, in: catalog) }))
    }

    /// The member's most visited facilities in descending order; equal ones by facility id.
    private func mostVisited(in catalog: FenceCatalog) -> ArraySlice<Int32> {
        guard rules.preferVisited > 0 else { return [] }
        let visited = visits.compactMap { key, count -> (count: Int, position: Int32)? in
            guard count > 0, let position = eligiblePosition(of: key, in: catalog) else { return nil }
            return (count, position)
        }
        let ordered = visited.sorted { first, second in
            if first.count != second.count { return first.count > second.count }
            return catalog.fences[Int(first.position)].facility < catalog.fences[Int(second.position)].facility
        }
        return ordered.map(\.position).prefix(rules.preferVisited)
    }

    /// The index of a fence in the catalogue; `nil` where it is missing or not on the member's list.
    private func eligiblePosition(of key: FenceKey, in catalog: FenceCatalog) -> Int32? {
        if let facilities, !facilities.containsSorted(key) { return nil }
        return catalog.position(of: key).map(Int32.init)
    }
}

extension [FenceKey] {
    /// Whether a sorted array contains a key.
    func containsSorted(_ key: FenceKey) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < count && self[low] == key
    }
}
