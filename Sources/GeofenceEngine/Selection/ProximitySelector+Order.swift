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
            nearest(pinned.count, among: pinned, to: coordinate, point, in: catalog, using: &search)
            updateValidity(gapMeters: catalog.index.gap(after: slots, of: search.found, others: .infinity))
            let chosen = search.found.prefix(slots).map { Int32($0.position) }
            return selection(of: chosen, in: catalog, using: &search.keys)
        }
        guard forced.freeSlots > 0 else {
            validChordSquared = .infinity
            return selection(of: [], and: forced.positions, in: catalog, using: &search.keys)
        }
        var choice = choose(from: coordinate, point, except: forced, in: catalog, using: &search)
        if choice?.isProven != true, let near = nextCandidates(around: point, slots, forced, in: catalog, &search) {
            candidates = near
            choice = choose(from: coordinate, point, except: forced, in: catalog, using: &search)
        }
        if choice?.isProven != true {
            candidates = findCandidates(
                around: coordinate,
                point,
                slots: slots,
                forced: forced.positions.count,
                in: catalog,
                using: &search
            )
            choice = choose(from: coordinate, point, except: forced, in: catalog, using: &search)
        }
        guard let choice, choice.isProven else {
            forgetOrder()
            return selection(of: search.chosen, and: forced.positions, in: catalog, using: &search.keys)
        }
        if let division = choice.division {
            border.move(to: point, division, of: search.bounds)
        } else {
            border.forget()
        }
        updateValidity(gapMeters: choice.gapMeters)
        return selection(of: search.chosen, and: forced.positions, in: catalog, using: &search.keys)
    }

    /// Chooses the nearest candidates into `search.chosen`; `nil` where there are no candidates yet.
    ///
    /// Where they are not proven to be the nearest, the candidates must be searched again.
    private mutating func choose(
        from coordinate: Coordinate,
        _ point: EarthPoint,
        except forced: Forced,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> RingChoice? {
        guard let candidates else { return nil }
        rankings += 1
        let moved = candidates.distance(to: point)
        return catalog.index.choose(
            forced.freeSlots,
            among: candidates.ring,
            movedMeters: moved,
            except: forced.positions,
            others: candidates.nearestOther(afterMeters: moved),
            from: coordinate,
            point,
            using: &search
        ) { [visits] in visits[$0] ?? 0 }
    }

    /// Stores how far the device may move before the selected fences can change.
    ///
    /// Moving by m brings an edge nearer by at most m, and another farther away by at most m: half the margin between
    /// them.
    mutating func updateValidity(gapMeters gap: Double) {
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
        of chosen: [Int32],
        and forced: Set<Int32> = [],
        in catalog: FenceCatalog,
        using keys: inout [FenceKey]
    ) -> Selection? {
        keys.removeAll(keepingCapacity: true)
        for position in chosen { keys.append(catalog.fences[Int(position)].key) }
        for position in forced { keys.append(catalog.fences[Int(position)].key) }
        keys.sort()
        if case .fences(let current) = selection, current == keys { return nil }
        return .fences(Array(keys))
    }
}

extension ProximitySelector {
    struct Candidates: Sendable {
        /// All fences up to the horizon.
        let ring: FenceRing
        let origin: EarthPoint
        /// A lower bound of the distance from the origin to any other fence, in metres; infinite where there is no
        /// other.
        let horizon: Double

        /// A lower bound, in metres, of the distance from a point so many metres from the origin to any other fence.
        func nearestOther(afterMeters moved: Double) -> Double {
            guard horizon < .infinity else { return .infinity }
            return min(horizon - moved, FenceIndex.farthestProof) - FenceIndex.guardMeters
        }

        /// An upper bound of the distance from the origin to a point, in metres.
        func distance(to point: EarthPoint) -> Double {
            let measured = origin.distance(to: point)
            return measured < FenceIndex.farthestProof ? measured + FenceIndex.guardMeters : .infinity
        }
    }

    /// The number of candidates kept for a number of slots.
    ///
    /// A ring of 4 times as many fences reaches twice as far as the selected ones, so that the device moves about as
    /// far as the farthest of those before another search.
    private static func ring(for slots: Int) -> Int { 4 * slots + 16 }

    /// The length up to which a member's whole list is kept as candidates.
    private static let shortList = 256

    /// Finds the candidates within a distance of a point, which the last ones tell; `nil` where these are too few or too
    /// many.
    ///
    /// Those within a distance are found in a fifth of the time of as many nearest, because nothing has to be ordered.
    private mutating func nextCandidates(
        around point: EarthPoint,
        _ slots: Int,
        _ forced: Forced,
        in catalog: FenceCatalog,
        _ search: inout FenceSearch
    ) -> Candidates? {
        guard let candidates, facilities == nil, candidates.horizon > 0, candidates.horizon < .infinity else {
            return nil
        }
        let wanted = Self.ring(for: slots) + forced.positions.count
        // A measured distance may be off by the tolerance here, and again at the device's next point.
        let tolerance = 2 * catalog.index.largestTolerance
        // As many are expected where the fences are as dense as round the last candidates.
        let scale = (Double(wanted) / Double(candidates.ring.count)).squareRoot()
        let distance = Float(min(scale * (candidates.horizon + tolerance), Self.farthestRing))
        let horizon = Double(distance) - tolerance
        guard horizon > Double(candidates.ring.limit) else { return nil }
        searches += 1
        let found = catalog.index.ring(within: distance, of: point, most: 2 * wanted, slots: slots, using: &search)
        guard let found, found.count > wanted / 2 else { return nil }
        return Candidates(ring: found, origin: point, horizon: found.count == catalog.count ? .infinity : horizon)
    }

    /// The greatest distance within which candidates are looked for, in metres.
    private static let farthestRing = 1_000_000.0

    /// Finds the candidates round a point, for a number of slots of which some are already assigned.
    private mutating func findCandidates(
        around coordinate: Coordinate,
        _ point: EarthPoint,
        slots: Int,
        forced: Int,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) -> Candidates {
        let wanted = Self.ring(for: slots) + forced
        if let facilities {
            let positions = facilities.compactMap { catalog.position(of: $0).map(Int32.init) }
            guard positions.count > max(wanted, Self.shortList) else {
                nearest(positions.count, among: positions, to: coordinate, point, in: catalog, using: &search)
                let ring = FenceRing(search.found, slots: slots, in: catalog.index)
                return Candidates(ring: ring, origin: point, horizon: .infinity)
            }
            searches += 1
            nearest(wanted, among: positions, to: coordinate, point, in: catalog, using: &search)
        } else {
            searches += 1
            // Capturing the visits alone keeps the closure from copying the selector; here and below.
            catalog.index.nearest(wanted, to: coordinate, point, using: &search) { [visits] in visits[$0] ?? 0 }
            if search.found.count == catalog.count {
                let ring = FenceRing(search.found, slots: slots, in: catalog.index)
                return Candidates(ring: ring, origin: point, horizon: .infinity)
            }
        }
        // A measured distance may be off by the tolerance here, and again at the device's next point.
        let farthest = search.found.last?.edgeMeters ?? 0
        return Candidates(
            ring: FenceRing(search.found, slots: slots, in: catalog.index),
            origin: point,
            horizon: farthest - 2 * catalog.index.largestTolerance
        )
    }

    /// Finds the nearest of some fences, in selection order.
    private func nearest(
        _ count: Int,
        among positions: [Int32],
        to coordinate: Coordinate,
        _ point: EarthPoint,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) {
        catalog.index.nearest(
            count,
            among: positions,
            to: coordinate,
            point,
            using: &search
        ) { [visits] in visits[$0] ?? 0 }
    }
}
