public import VisitModel

/// Selects the fences that one device registers: the nearest by distance to the edge, within the platform's limit.
///
/// Slots go first to the fences the member is inside or may be leaving (`pinned`), then to the most visited ones
/// (`SelectionRules.preferVisited`), then to the nearest. Equal distances are ordered by number of visits, then by
/// facility id.
///
/// The selection is a pure function of the point, the catalogue and the inputs below. The cached state only saves work:
/// how far the device may move before the order of the nearest can change, and a wider ring of candidates that is
/// sorted again after such a move. The index is queried only when a fence outside the ring could matter. A selector
/// without cached state, for instance after a restart, gives the same selections.
///
/// Pass only fixes that are accurate enough to decide anything: any other would select fences for a place where the
/// device is not.
public struct ProximitySelector: Sendable {
    /// The limit, and what besides distance earns a slot.
    public var rules: SelectionRules {
        didSet { if rules != oldValue { forgetCandidates() } }
    }
    /// The member's own facilities in the order of their keys; `nil` means the whole network, empty means none.
    public var facilities: [FenceKey]? {
        didSet {
            guard facilities != oldValue else { return }
            facilities?.sort()
            forgetCandidates()
        }
    }
    /// The number of the member's visits to each facility.
    public var visits: [FenceKey: Int] = [:] {
        didSet { if visits != oldValue { forgetOrder() } }
    }
    /// Fences that the member is inside, or with an exit not yet confirmed: they keep their slots.
    public var pinned: [FenceKey] = [] {
        didSet { if pinned != oldValue { forgetOrder() } }
    }
    /// The last selection; `nil` before the first point.
    public internal(set) var selection: Selection?
    /// The number of searches of the index, or of a member's long list.
    public internal(set) var searches = 0
    /// The number of times the candidates were measured and sorted.
    public internal(set) var rankings = 0

    /// The catalogue of the last selection.
    var catalog: FenceCatalog?
    /// The fences that can be selected near a point.
    var candidates: Candidates?
    /// The point of the last computation of the selection.
    var settledAt: EarthPoint?
    /// The square of the chord from `settledAt` within which the selection is valid; negative where it must be
    /// recomputed.
    var settledChordSquared = -1.0

    /// Creates a selector without cached state.
    ///
    /// - Parameters:
    ///   - rules: the limit, and what besides distance earns a slot.
    ///   - facilities: the member's own facilities in any order, `nil` for the whole network.
    public init(rules: SelectionRules, facilities: [FenceKey]? = nil) {
        self.rules = rules
        self.facilities = facilities?.sorted()
    }

    /// Moves the device to a point.
    ///
    /// - Parameters:
    ///   - coordinate: the point in degrees.
    ///   - point: the same point as a vector.
    ///   - catalog: the fences valid at the time.
    ///   - search: a workspace.
    /// - Returns: the selection where it differs from the one before, otherwise `nil`.
    public mutating func select(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> Selection? {
        if let settledAt, self.catalog === catalog, settledAt.chordSquared(to: point) <= settledChordSquared {
            return nil
        }
        if self.catalog !== catalog {
            self.catalog = catalog
            forgetCandidates()
        }
        let next = computeOrder(at: coordinate, point, in: catalog, using: &search)
        settledAt = point
        guard let next, next != selection else { return nil }
        selection = next
        return next
    }

    /// Invalidates the order; the candidates stay.
    private mutating func forgetOrder() {
        settledChordSquared = -1
    }

    /// Invalidates the candidates and the order.
    private mutating func forgetCandidates() {
        candidates = nil
        settledChordSquared = -1
    }
}
