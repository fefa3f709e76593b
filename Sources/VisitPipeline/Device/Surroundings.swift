internal import GeofenceEngine
internal import VisitModel

/// What a timeline keeps at hand of the world round the device.
///
/// Only a cache: it is not stored, and a timeline without it comes to the same decisions.
struct Surroundings: Sendable {
    /// The fences of the time that the device is at.
    private(set) var catalog = FenceCatalog.empty
    /// Whether `catalog` is more than the empty beginning.
    private var hasCatalog = false
    /// The registered fences, laid out for the evaluator.
    private(set) var watched = WatchedFences([], in: .empty)
    /// Whether `watched` is what the registry holds.
    private var isWatching = false
    /// Which fences are nearest.
    private var selector: ProximitySelector?
    private var search = FenceSearch()
    /// The only fences the member may visit; `nil` means the whole network.
    private(set) var memberFences: [FenceKey]?

    /// Whether another catalogue holds at a time.
    func needCatalog(at time: Timestamp) -> Bool {
        guard hasCatalog else { return true }
        if let start = catalog.validFrom, time < start { return true }
        if let end = catalog.validTo, time >= end { return true }
        return false
    }

    /// The catalogue that the timeline was at, from memory or by the time of its last fix.
    func previousCatalog(_ history: FenceHistory, lastInput: Timestamp?) -> FenceCatalog? {
        hasCatalog ? catalog : lastInput.map { history.catalog(at: $0) }
    }

    /// Goes over to another catalogue.
    mutating func enter(_ catalog: FenceCatalog) {
        self.catalog = catalog
        hasCatalog = true
        isWatching = false
        selector = nil
    }

    /// Forgets which fences were laid out: others are registered now.
    mutating func forgetWatched() {
        isWatching = false
    }

    /// Forgets the last choice, so that the next one is told even where it is the same.
    mutating func forgetChoice() {
        selector = nil
    }

    /// Takes note of which fences the member may visit.
    mutating func adopt(memberFences: [FenceKey]?) {
        guard self.memberFences != memberFences else { return }
        self.memberFences = memberFences
        selector = nil
    }

    /// The fences to register at a point, where they may differ from the last choice.
    ///
    /// - Parameters:
    ///   - coordinate: where the device is, in degrees.
    ///   - point: the same as a vector.
    ///   - rules: how many, and which first.
    ///   - pinned: fences that must stay registered.
    ///   - visits: how often the member has visited each fence.
    /// - Returns: the fences by key; `nil` where the last choice certainly holds.
    mutating func choose(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        _ rules: SelectionRules,
        pinned: [FenceKey],
        visits: [FenceKey: Int]
    ) -> [FenceKey]? {
        var selector = self.selector ?? ProximitySelector(rules: rules, facilities: memberFences)
        self.selector = nil
        defer { self.selector = selector }
        if selector.pinned != pinned { selector.pinned = pinned }
        if selector.visits.count != visits.count || selector.visits != visits { selector.visits = visits }
        return selector.select(at: coordinate, point, in: catalog, using: &search)?.keys(in: catalog)
    }

    /// Lays out the registered fences, where they have changed.
    mutating func watch(_ registered: [FenceKey], hasChanged: Bool) {
        guard hasChanged || !isWatching else { return }
        watched = WatchedFences(registered, in: catalog)
        isWatching = true
    }
}
