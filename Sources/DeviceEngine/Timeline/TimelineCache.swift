package import GeofenceEngine
internal import VisitModel

/// The cached environment of a timeline.
///
/// It is not stored. `memberFences` and `visitsElsewhere` must be given to a restored timeline again; everything else
/// only saves work.
package struct TimelineCache: Sendable {
    /// The fence catalogue valid at the timeline's time.
    package private(set) var catalog = FenceCatalog.empty
    private var hasCatalog = false
    private(set) var watched = WatchedFences([], in: .empty)
    /// Whether the registered fences are prepared.
    private(set) var isWatching = false
    private var selector: ProximitySelector?
    private var search = FenceSearch()
    /// The only fences the member may visit; `nil` for all.
    package private(set) var memberFences: [FenceKey]?
    /// The member's visits that the timeline does not count itself.
    package private(set) var visitsElsewhere = VisitsElsewhere()

    package init() {}

    /// Whether the cached catalogue is not the one valid at a time.
    func needsCatalog(at time: Timestamp) -> Bool {
        guard hasCatalog else { return true }
        if let start = catalog.validFrom, time < start { return true }
        if let end = catalog.validTo, time >= end { return true }
        return false
    }

    /// The catalogue that the timeline used last: the cached one, or that of its last fix.
    func previousCatalog(_ history: FenceHistory, lastInput: Timestamp?) -> FenceCatalog? {
        hasCatalog ? catalog : lastInput.map { history.catalog(at: $0) }
    }

    mutating func enter(_ catalog: FenceCatalog) {
        self.catalog = catalog
        hasCatalog = true
        isWatching = false
        selector = nil
    }

    /// Invalidates the prepared fences after a change of the registered ones.
    mutating func forgetWatched() { isWatching = false }

    /// Discards the last selection, so that the next one is returned even where it is the same.
    mutating func forgetChoice() { selector = nil }

    package mutating func adopt(memberFences: [FenceKey]?) {
        guard self.memberFences != memberFences else { return }
        self.memberFences = memberFences
        selector = nil
    }

    /// Adopts the member's other visits; later selections count them.
    package mutating func adopt(visitsElsewhere: VisitsElsewhere) { self.visitsElsewhere = visitsElsewhere }

    /// Adopts what another cache of the same timeline was given.
    package mutating func adoptEnvironment(of other: TimelineCache) {
        adopt(memberFences: other.memberFences)
        adopt(visitsElsewhere: other.visitsElsewhere)
    }

    /// The fences to register at a point, by key; `nil` where the last selection still holds.
    ///
    /// `coordinate` and `point` are the same position. Pinned fences stay registered; `visits` are those with this
    /// device, to which those elsewhere are added that count at `time`.
    mutating func choose(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        _ rules: SelectionRules,
        pinned: [FenceKey],
        visits own: [FenceKey: Int],
        time: Timestamp?
    ) -> [FenceKey]? {
        let visits = visitsElsewhere.added(to: own, at: time)
        // Changed in place: copying the selector costs more than most selections.
        if selector == nil { selector = ProximitySelector(rules: rules, facilities: memberFences) }
        if selector?.pinned != pinned { selector?.pinned = pinned }
        if selector?.visits.count != visits.count || selector?.visits != visits { selector?.visits = visits }
        return selector?.select(at: coordinate, point, in: catalog, using: &search)?.keys(in: catalog)
    }

    /// Releases the memory of searches, which thousands of idle devices would keep.
    mutating func releaseSearch() { search = FenceSearch() }

    /// Prepares the registered fences for the evaluator.
    mutating func watch(_ registered: [FenceKey]) {
        watched = WatchedFences(registered, in: catalog)
        isWatching = true
    }
}
