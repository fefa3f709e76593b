public import VisitModel

/// Selects the fences that one device registers: the nearest by distance to the edge, within the platform's limit.
///
/// Slots go first to the fences the member is inside or may be leaving (`pinned`), then to the most visited ones
/// (`SelectionRules.preferVisited`), then to the nearest. Equal distances are ordered by number of visits, then by
/// facility id.
///
/// The selection is a pure function of the point, the catalogue and the inputs below. The cached state only saves work:
/// how far the device may move before another fence can be among the nearest, those near the border of the selection,
/// which are then compared again and exchanged (`SelectionBorder`), and a wider ring of candidates to choose from. The
/// index is queried only when a fence outside the ring could matter. A selector without cached state, for instance after
/// a restart, gives the same selections.
///
/// Pass only fixes that are accurate enough to decide anything: any other would select fences for a place where the
/// device is not.
public struct ProximitySelector: Sendable {
    /// The limit, and what besides distance earns a slot.
    public var rules: SelectionRules { didSet { if rules != oldValue { forgetCandidates() } } }
    /// The member's own facilities in the order of their keys; `nil` means the whole network, empty means none.
    public var facilities: [FenceKey]? {
        didSet {
            guard facilities != oldValue else { return }
            facilities?.sort()
            forgetCandidates()
        }
    }
    /// The number of the member's visits to each facility.
    public var visits: [FenceKey: Int] = [:] { didSet { if visits != oldValue { forgetOrder() } } }
    /// Fences that the member is inside, or with an exit not yet confirmed: they keep their slots.
    public var pinned: [FenceKey] = [] { didSet { if pinned != oldValue { forgetOrder() } } }
    /// The last selection; `nil` before the first point.
    public internal(set) var selection: Selection?
    /// The number of searches of the index, or of a member's long list.
    public internal(set) var searches = 0
    /// The number of times the nearest were chosen from the candidates.
    public internal(set) var rankings = 0

    var catalog: FenceCatalog?
    var candidates: Candidates?
    var border = SelectionBorder()
    var computedAt: EarthPoint?
    /// The square of the chord from `computedAt` within which the selection is valid; negative where it must be
    /// recomputed.
    var validChordSquared = -1.0

    /// Creates a selector without cached state; `facilities` are in any order, `nil` for the whole network.
    public init(rules: SelectionRules, facilities: [FenceKey]? = nil) {
        self.rules = rules
        self.facilities = facilities?.sorted()
    }

    /// Moves the device to a point, given in both forms; `nil` where the selection does not change.
    public mutating func select(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> Selection? {
        if let computedAt, self.catalog === catalog, computedAt.chordSquared(to: point) <= validChordSquared {
            return nil
        }
        if self.catalog !== catalog {
            self.catalog = catalog
            forgetCandidates()
        }
        if let gap = border.cross(to: point, in: catalog.index, using: &search) {
            updateValidity(gapMeters: gap)
            computedAt = point
            return exchange(search.left, for: search.entered, in: catalog)
        }
        let next = computeOrder(at: coordinate, point, in: catalog, using: &search)
        computedAt = point
        guard let next, next != selection else { return nil }
        selection = next
        return next
    }

    /// Exchanges fences of the selection, given as indices in the catalogue; `nil` where there are none.
    private mutating func exchange(_ left: [Int32], for entered: [Int32], in catalog: FenceCatalog) -> Selection? {
        guard !left.isEmpty, case .fences(var keys) = selection else { return nil }
        for position in left { keys.remove(at: keys.place(of: catalog.fences[Int(position)].key)) }
        for position in entered {
            let key = catalog.fences[Int(position)].key
            keys.insert(key, at: keys.place(of: key))
        }
        selection = .fences(keys)
        return selection
    }

    /// The candidates stay.
    mutating func forgetOrder() {
        border.forget()
        validChordSquared = -1
    }

    private mutating func forgetCandidates() {
        candidates = nil
        forgetOrder()
    }
}

extension ProximitySelector {
    /// The fences that have a slot wherever the device is, and the number of slots left.
    struct Forced {
        /// Indices in the catalogue.
        let positions: Set<Int32>
        let freeSlots: Int
    }

    /// Assigns slots to the pinned and the most visited fences.
    ///
    /// `nil` where more fences are pinned than there are slots, so that distance has to decide among them.
    func forced(slots: Int, in catalog: FenceCatalog) -> Forced? {
        var positions: Set<Int32> = []
        for key in pinned {
            if let position = eligiblePosition(of: key, in: catalog) { positions.insert(position) }
        }
        guard positions.count <= slots else { return nil }
        for position in preferredPositions(in: catalog) where positions.count < slots { positions.insert(position) }
        return Forced(positions: positions, freeSlots: slots - positions.count)
    }

    /// The pinned fences that may be registered at all.
    func eligiblePinned(in catalog: FenceCatalog) -> [Int32] {
        Array(Set(pinned.compactMap { eligiblePosition(of: $0, in: catalog) }))
    }

    /// Returns the most visited fences, which have a slot wherever the device is; in descending order of visits, equal
    /// ones by facility id.
    public func preferred(in catalog: FenceCatalog) -> [FenceKey] {
        preferredPositions(in: catalog).map { catalog.fences[Int($0)].key }
    }

    private func preferredPositions(in catalog: FenceCatalog) -> ArraySlice<Int32> {
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

    /// `nil` where the fence is missing from the catalogue or not on the member's list.
    private func eligiblePosition(of key: FenceKey, in catalog: FenceCatalog) -> Int32? {
        if let facilities, !facilities.containsSorted(key) { return nil }
        return catalog.position(of: key).map(Int32.init)
    }
}

/// The number of fences a device may register, and what besides distance earns a slot.
public struct SelectionRules: Hashable, Sendable {
    /// The largest number of registered fences; `nil` registers all.
    public let limit: Int?
    /// The number of slots reserved for the member's most visited facilities, wherever they are.
    public let preferVisited: Int

    /// Creates rules; negative numbers count as 0.
    public init(limit: Int?, preferVisited: Int = 0) {
        self.limit = limit.map { max(0, $0) }
        self.preferVisited = max(0, preferVisited)
    }
}

/// The fences to register.
public enum Selection: Hashable, Sendable {
    /// These, sorted by key.
    case fences([FenceKey])
    /// The whole catalogue: there is neither a limit nor a list.
    case everything

    /// The keys of the selection, in order.
    public func keys(in catalog: FenceCatalog) -> [FenceKey] {
        switch self {
        case .fences(let keys): keys
        case .everything: catalog.fences.map(\.key)
        }
    }
}
