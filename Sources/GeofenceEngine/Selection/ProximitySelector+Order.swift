internal import VisitModel

extension ProximitySelector {
    /// Computes the selection and the distance over which it remains valid; `nil` where it is unchanged.
    mutating func computeOrder(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> Selection? {
        guard let limit = rules.limit else {
            validChordSquared = .infinity
            guard let facilities else { return .everything }
            return .fences(facilities.filter { catalog.position(of: $0) != nil })
        }
        // More slots than fences are of no use; a limit may be as large as a number can be.
        let slots = min(limit, catalog.count)
        guard let forced = forced(slots: slots, in: catalog) else {
            let pinned = eligiblePinned(in: catalog)
            let ring = FenceRing(pinned, in: catalog.index)
            nearest(pinned.count, among: ring, to: coordinate, point, in: catalog, using: &search)
            updateMargins(first: slots, of: search.found, others: .infinity, in: catalog)
            return selection(of: search.found.prefix(slots), in: catalog, using: &search.keys)
        }
        guard forced.freeSlots > 0 else {
            validChordSquared = .infinity
            return selection(of: [], and: forced.positions, in: catalog, using: &search.keys)
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
            let proven = measureCandidates(from: coordinate, point, except: forced, in: catalog, using: &search)
            others = proven ?? -.infinity
        }
        updateMargins(first: forced.freeSlots, of: search.found, others: others ?? -.infinity, in: catalog)
        let chosen = search.found.prefix(forced.freeSlots)
        return selection(of: chosen, and: forced.positions, in: catalog, using: &search.keys)
    }

    /// Measured in addition to the selected ones: the next one decides how far the selection remains valid.
    ///
    /// The others cover ties and polygons.
    private static let runnersUp = 4

    /// Measures the nearest candidates into `search.found`; returns a lower bound of the distance to any other fence.
    ///
    /// `nil` where that is too small to prove the first ones the nearest, and the candidates must be searched again.
    private mutating func measureCandidates(
        from coordinate: Coordinate,
        _ point: EarthPoint,
        except forced: Forced,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> Double? {
        guard let candidates else { return nil }
        rankings += 1
        let count = forced.freeSlots + Self.runnersUp
        let moved = candidates.distance(to: point)
        nearest(
            count,
            among: candidates.ring,
            movedMeters: moved,
            except: forced.positions,
            to: coordinate,
            point,
            in: catalog,
            using: &search
        )
        var others = candidates.nearestOther(afterMeters: moved)
        if others < .infinity {
            guard search.found.count >= forced.freeSlots,
                search.found[forced.freeSlots - 1].edgeMeters < others
            else { return nil }
        }
        if search.found.count == count, let last = search.found.last {
            others = min(others, last.edgeMeters - 2 * catalog.index.largestTolerance)
        }
        return others
    }

    /// Stores how far the device may move before the selected fences can change.
    ///
    /// Moving by m brings an edge nearer by at most m, and another farther away by at most m: half the margin between
    /// them.
    private mutating func updateMargins(
        first count: Int,
        of found: [NearbyFence],
        others: Double,
        in catalog: FenceCatalog
    ) {
        let gap = Self.gap(after: count, of: found, others: others, in: catalog)
        guard gap < .infinity else {
            validChordSquared = .infinity
            return
        }
        // Beyond 1000 km the selection is always recomputed: the straight line is then 0.1 % shorter than the surface
        // distance.
        let way = min(1_000_000, max(0, gap / 2 - FenceIndex.guardMeters))
        let smallestRadius = WGS84.polarRadius * WGS84.polarRadius / WGS84.equatorialRadius
        let chord = way * (1 - way * way / (24 * smallestRadius * smallestRadius))
        validChordSquared = chord * chord
    }

    /// `nil` where the selection equals the current one.
    private func selection(
        of found: ArraySlice<NearbyFence>,
        and forced: Set<Int32> = [],
        in catalog: FenceCatalog,
        using keys: inout [FenceKey]
    ) -> Selection? {
        keys.removeAll(keepingCapacity: true)
        for find in found {
            keys.append(catalog.fences[find.position].key)
        }
        for position in forced {
            keys.append(catalog.fences[Int(position)].key)
        }
        keys.sort()
        if case .fences(let current) = selection, current == keys { return nil }
        return .fences(Array(keys))
    }
}
