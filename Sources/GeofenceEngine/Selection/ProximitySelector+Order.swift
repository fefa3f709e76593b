internal import VisitModel

extension ProximitySelector {
    /// Works the selection out, and how far it holds.
    mutating func workedOut(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> Selection {
        guard let slots = rules.limit else {
            settledChordSquared = .infinity
            guard let facilities else { return .everything }
            return .fences(facilities.filter { catalog.position(of: $0) != nil })
        }
        guard let forced = forced(slots: slots, in: catalog) else {
            let pinned = Candidates(positions: eligiblePinned(in: catalog), origin: point, horizon: .infinity)
            search.found = pinned.positions.map { catalog.measured($0, from: coordinate, point) }
            rank(&search.found, in: catalog)
            settle(first: slots, of: search.found, others: .infinity, in: catalog)
            return .fences(keys(of: search.found.prefix(slots), in: catalog))
        }
        guard forced.freeSlots > 0 else {
            settledChordSquared = .infinity
            return .fences(keys(of: [], and: forced.positions, in: catalog))
        }
        var others = measureCandidates(from: coordinate, point, except: forced, in: catalog, using: &search)
        if others == nil {
            let found = findCandidates(
                around: coordinate,
                point,
                slots: slots,
                forced: forced.positions.count,
                in: catalog,
                using: &search
            )
            candidates = found
            _ = measureCandidates(from: coordinate, point, except: forced, in: catalog, using: &search)
            others = found.nearestOther(from: point)
        }
        settle(first: forced.freeSlots, of: search.found, others: others ?? 0, in: catalog)
        return .fences(keys(of: search.found.prefix(forced.freeSlots), and: forced.positions, in: catalog))
    }

    /// Measures and sorts the candidates into `search.found`.
    ///
    /// - Returns: how near any other fence can be, in metres; `nil` where that is too near for the first to be proven the
    ///   nearest, and the candidates must be found anew.
    private mutating func measureCandidates(
        from coordinate: Coordinate,
        _ point: EarthPoint,
        except forced: Forced,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> Double? {
        guard let candidates else { return nil }
        rankings += 1
        search.found.removeAll(keepingCapacity: true)
        for position in candidates.positions where !forced.positions.contains(position) {
            search.found.append(catalog.measured(position, from: coordinate, point))
        }
        rank(&search.found, in: catalog)
        let others = candidates.nearestOther(from: point)
        if others == .infinity { return others }
        guard search.found.count >= forced.freeSlots else { return nil }
        return search.found[forced.freeSlots - 1].edgeMeters < others ? others : nil
    }

    /// Keeps how far the device may go before the first of a sorted array can be others.
    ///
    /// Moving by m brings an edge nearer by at most m, and takes another away by at most m: half the gap between them.
    private mutating func settle(first count: Int, of found: [NearbyFence], others: Double, in catalog: FenceCatalog) {
        let gap = Self.gap(after: count, of: found, others: others, in: catalog)
        guard gap < .infinity else {
            settledChordSquared = .infinity
            return
        }
        // Beyond 1000 km it is worked out anew in any case: the straight line is then 0.1 % shorter than the way.
        let way = min(1_000_000, max(0, gap / 2 - FenceIndex.guardMeters))
        let smallestRadius = WGS84.polarRadius * WGS84.polarRadius / WGS84.equatorialRadius
        let chord = way * (1 - way * way / (24 * smallestRadius * smallestRadius))
        settledChordSquared = chord * chord
    }

    /// The keys of some fences, in order.
    private func keys(
        of found: ArraySlice<NearbyFence>,
        and forced: Set<Int32> = [],
        in catalog: FenceCatalog
    ) -> [FenceKey] {
        (found.map { catalog.fences[$0.position].key } + forced.map { catalog.fences[Int($0)].key }).sorted()
    }
}
