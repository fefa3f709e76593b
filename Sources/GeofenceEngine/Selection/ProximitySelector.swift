public import VisitModel

/// Chooses which fences are registered: the nearest by distance to the edge, asked for as rarely as can be proven right.
///
/// The choice depends on the point, the fences and the wishes alone. What is kept here only saves work: how far the device
/// may move before the choice can change, and a wider list of candidates that holds everything that can matter within a
/// larger distance. A selector that was just made chooses the same.
public struct ProximitySelector: Sendable {
    /// The fences chosen from.
    public let catalog: FenceCatalog
    /// The only fences that may be chosen, by place in the catalogue; `nil` means all.
    private let allowed: [Int]?
    /// How often the index was asked.
    public private(set) var queryCount = 0
    /// The choice made last.
    private var choice: Choice?
    /// What can be in a choice near the point it was gathered at.
    private var candidates: Candidates?
    private var search = FenceSearch()

    /// How many candidates are gathered for each slot.
    private static let candidatesPerSlot = 4
    /// Less than this, in metres, is taken for no distance: rounding must not decide.
    private static let tolerance = 0.01

    /// What is wished for besides nearness.
    public struct Wishes: Hashable, Sendable {
        /// How many fences at most.
        public var limit: Int
        /// Fences that must be in the choice, for the device is inside or only just outside.
        public var pinned: [FenceKey]
        /// Fences that get a slot before nearer ones, for the member visits them most.
        public var preferred: [FenceKey]

        /// Makes wishes.
        ///
        /// - Parameters:
        ///   - limit: how many fences at most, 0 or more.
        ///   - pinned: fences that must be in the choice.
        ///   - preferred: fences that come before nearer ones.
        public init(limit: Int, pinned: [FenceKey] = [], preferred: [FenceKey] = []) {
            self.limit = max(0, limit)
            self.pinned = pinned
            self.preferred = preferred
        }
    }

    /// What was chosen, and for how long it holds.
    private struct Choice {
        let wishes: Wishes
        let point: EarthPoint
        /// How far the device may move before another choice is possible, in metres.
        let slack: Double
    }

    /// The nearest fences round a point.
    private struct Candidates {
        let positions: [Int]
        let point: EarthPoint
        /// The edge of every other fence was at least this far from the point, in metres.
        let othersBeyond: Double
    }

    /// Begins with fences.
    ///
    /// - Parameters:
    ///   - catalog: the fences chosen from.
    ///   - allowed: the only fences that may be chosen; `nil` means all.
    public init(catalog: FenceCatalog, allowed: [FenceKey]? = nil) {
        self.catalog = catalog
        self.allowed = allowed.map { $0.compactMap(catalog.position(of:)) }
    }

    /// The choice at a point, where it may differ from the last one.
    ///
    /// - Parameters:
    ///   - coordinate: where the device is, in degrees.
    ///   - point: the same as a vector.
    ///   - wishes: what is wished for besides nearness.
    ///   - visits: how often the member has visited a facility; the more visited of two equally near comes first.
    /// - Returns: the fences to register; `nil` where the last choice certainly still holds.
    public mutating func choose(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        _ wishes: Wishes,
        visits: (FenceKey) -> Int = { _ in 0 }
    ) -> [FenceKey]? {
        if let choice, choice.wishes == wishes, choice.point.distance(to: point) < choice.slack { return nil }
        if wishes.limit >= (allowed?.count ?? catalog.count) { return chooseAll(point, wishes) }
        let forced = forcedPositions(wishes)
        while true {
            let gathered = gather(coordinate, point, wishes.limit, visits)
            let ranked = rank(gathered.positions, coordinate, point, visits)
            let free = wishes.limit - forced.count
            let taken = Array(ranked.lazy.filter { !forced.contains($0.position) }.prefix(free + 1))
            let last = free > 0 && taken.count >= free ? taken[free - 1].edgeMeters : -.infinity
            let horizon = gathered.othersBeyond - gathered.point.distance(to: point)
            // The first fence left out: among the candidates, or one that is none.
            let next = min(taken.count > free ? taken[free].edgeMeters : .infinity, horizon)
            // Gathered at this very point the nearest are right even where the last ones tie.
            guard last < horizon - Self.tolerance || gathered.point == point else {
                candidates = nil
                continue
            }
            let slack = free > 0 ? (next - last) / 2 - Self.tolerance : .infinity
            choice = Choice(wishes: wishes, point: point, slack: slack)
            return (forced + taken.prefix(free).map(\.position)).map { catalog.fences[$0].key }
        }
    }

    /// Everything, where everything fits.
    private mutating func chooseAll(_ point: EarthPoint, _ wishes: Wishes) -> [FenceKey] {
        choice = Choice(wishes: wishes, point: point, slack: .infinity)
        guard let allowed else { return catalog.fences.map(\.key) }
        return allowed.map { catalog.fences[$0].key }
    }

    /// The fences that have a slot whatever is near, in the order of need.
    private func forcedPositions(_ wishes: Wishes) -> [Int] {
        var forced: [Int] = []
        for key in wishes.pinned + wishes.preferred where forced.count < wishes.limit {
            guard let position = catalog.position(of: key), !forced.contains(position),
                allowed?.contains(position) ?? true
            else { continue }
            forced.append(position)
        }
        return forced
    }
}

extension ProximitySelector {
    /// The candidates, gathered anew where those at hand are too far off.
    private mutating func gather(
        _ coordinate: Coordinate,
        _ point: EarthPoint,
        _ limit: Int,
        _ visits: (FenceKey) -> Int
    ) -> Candidates {
        if let candidates { return candidates }
        let gathered: Candidates
        if let allowed {
            gathered = Candidates(positions: allowed, point: point, othersBeyond: .infinity)
        } else {
            queryCount += 1
            let count = min(catalog.count, max(32, limit * Self.candidatesPerSlot))
            catalog.index.nearest(count, to: coordinate, point, using: &search, visits: visits)
            gathered = Candidates(
                positions: search.found.map(\.position),
                point: point,
                othersBeyond: count == catalog.count ? .infinity : search.found.last?.edgeMeters ?? .infinity
            )
        }
        candidates = gathered
        return gathered
    }

    /// Candidates by distance to the edge; of equals the more visited first, then by id.
    private func rank(
        _ positions: [Int],
        _ coordinate: Coordinate,
        _ point: EarthPoint,
        _ visits: (FenceKey) -> Int
    ) -> [NearbyFence] {
        positions.map {
            NearbyFence(position: $0, edgeMeters: catalog.fences[$0].signedDistance(to: coordinate, point))
        }
        .sorted { left, right in
            if left.edgeMeters != right.edgeMeters { return left.edgeMeters < right.edgeMeters }
            let (first, second) = (catalog.fences[left.position], catalog.fences[right.position])
            let (more, fewer) = (visits(first.key), visits(second.key))
            return more != fewer ? more > fewer : first.facility < second.facility
        }
    }
}
