internal import PhoneOS

/// The smallest change that makes what a system watches what it should watch.
///
/// What is kept is not touched: to add a region again that is watched already lets some systems tell of it anew.
struct RegionPlan: Hashable, Sendable {
    /// Regions to remove first: no longer wanted, or of an earlier version of the app.
    let removals: [RegionID]
    /// Regions that are watched where their facility is no longer.
    let moved: [RegionID]
    /// Regions to add then, in order of their names; those that have moved are among them.
    let additions: [RegionID]

    /// Compares.
    ///
    /// - Parameters:
    ///   - wanted: what should be watched.
    ///   - watched: what is.
    ///   - moved: those of both whose facility lies elsewhere now.
    init(wanted: Set<RegionID>, watched: Set<RegionID>, moved: [RegionID] = []) {
        removals = watched.subtracting(wanted).sorted()
        self.moved = moved
        additions = wanted.subtracting(watched).union(moved).sorted()
    }

    /// The additions in pieces of a size.
    func calls(of size: Int) -> [ArraySlice<RegionID>] {
        stride(from: 0, to: additions.count, by: size).map { additions[$0..<min($0 + size, additions.count)] }
    }
}
