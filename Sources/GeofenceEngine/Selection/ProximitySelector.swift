public import VisitModel

/// Chooses the fences that one device has registered: the nearest by distance to the edge, within the platform's limit.
///
/// In this order a slot goes to the fences the member is inside or may be leaving (`pinned`), to the most visited ones
/// (`SelectionRules.preferVisited`), and to the nearest; equal distances go to the more visited, then by facility id.
///
/// The selection is a function of the point, the catalogue and the inputs below, and of nothing else. What the selector
/// remembers only saves work: how far the device may go before the order of the nearest can change, and a wider ring of
/// candidates that is sorted again when it has gone as far. The index is asked only when something outside the ring could
/// matter. A selector without memory, for instance after a restart, gives the same selections.
///
/// A fix that is not accurate enough to decide anything should not be shown to the selector: it would choose for a place
/// where the device is not.
public struct ProximitySelector: Sendable {
    /// How many fences, and what earns a slot.
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
    /// How often the member visited a facility.
    public var visits: [FenceKey: Int] = [:] {
        didSet { if visits != oldValue { forgetOrder() } }
    }
    /// Fences that the member is inside, or whose exit is not yet confirmed: they keep their slots.
    public var pinned: [FenceKey] = [] {
        didSet { if pinned != oldValue { forgetOrder() } }
    }
    /// What was selected last; `nil` before the first point.
    public internal(set) var selection: Selection?
    /// How often the index, or a member's long list, had to be searched.
    public internal(set) var searches = 0
    /// How often the candidates were measured and sorted.
    public internal(set) var rankings = 0

    /// The catalogue of the last selection.
    var catalog: FenceCatalog?
    /// The fences that can matter near a point.
    var candidates: Candidates?
    /// Where the selection was last worked out.
    var settledAt: EarthPoint?
    /// The square of the straight line from there within which it holds; negative where it has to be worked out anew.
    var settledChordSquared = -1.0

    /// Makes a selector that remembers nothing.
    ///
    /// - Parameters:
    ///   - rules: how many fences, and what earns a slot.
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
    ///   - catalog: the fences that hold at the time.
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
        let next = workedOut(at: coordinate, point, in: catalog, using: &search)
        settledAt = point
        guard let next, next != selection else { return nil }
        selection = next
        return next
    }

    /// The order has to be worked out anew; the candidates stay.
    private mutating func forgetOrder() {
        settledChordSquared = -1
    }

    /// The candidates have to be found anew.
    private mutating func forgetCandidates() {
        candidates = nil
        settledChordSquared = -1
    }
}
