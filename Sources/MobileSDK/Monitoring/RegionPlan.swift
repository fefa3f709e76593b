internal import PhoneOS

/// The smallest change from the monitored regions of a system to the desired ones.
///
/// Regions that stay are not touched: adding a monitored region again makes some systems report it again.
struct RegionPlan: Hashable, Sendable {
    /// Regions to remove first: no longer desired, or left by an earlier version of the app.
    let removals: [RegionID]
    /// Monitored regions of which the facility has moved.
    let moved: [RegionID]
    /// Regions to add afterwards, in order of their names; includes those that have moved.
    let additions: [RegionID]

    /// Compares the desired regions with the monitored ones.
    ///
    /// - Parameters:
    ///   - wanted: the desired regions.
    ///   - watched: the monitored regions.
    ///   - moved: the regions of both sets of which the facility has moved.
    init(wanted: Set<RegionID>, watched: Set<RegionID>, moved: [RegionID] = []) {
        removals = watched.subtracting(wanted).sorted()
        self.moved = moved
        additions = wanted.subtracting(watched).union(moved).sorted()
    }

    /// Returns the additions in slices of at most a given size.
    func calls(of size: Int) -> [ArraySlice<RegionID>] {
        stride(from: 0, to: additions.count, by: size).map { additions[$0..<min($0 + size, additions.count)] }
    }
}
