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
        for find in found { keys.append(catalog.fences[find.position].key) }
        for position in forced { keys.append(catalog.fences[Int(position)].key) }
        keys.sort()
        if case .fences(let current) = selection, current == keys { return nil }
        return .fences(Array(keys))
    }
}

extension ProximitySelector {
    struct Candidates: Sendable {
        /// By increasing distance from the origin.
        let ring: FenceRing
        let origin: EarthPoint
        /// A lower bound of the distance from the origin to any other fence, in metres; infinite where there is no
        /// other.
        let horizon: Double

        /// A lower bound, in metres, of the distance from a point so many metres from the origin to any other fence.
        func nearestOther(afterMeters moved: Double) -> Double {
            guard horizon < .infinity else { return .infinity }
            return min(horizon - moved, Self.farthestProof) - FenceIndex.guardMeters
        }

        /// An upper bound of the distance from the origin to a point, in metres.
        func distance(to point: EarthPoint) -> Double {
            let measured = origin.distance(to: point)
            return measured < Self.farthestProof ? measured + FenceIndex.guardMeters : .infinity
        }

        /// The distance, in metres, beyond which the device's movement proves nothing.
        ///
        /// Between nearly opposite points a distance is only accurate to 0.6 %.
        static let farthestProof = 15_000_000.0
    }

    /// The number of candidates kept for a number of slots.
    ///
    /// A ring of 4 times as many fences reaches twice as far as the selected ones, so that the device moves about as
    /// far as the farthest of those before another search.
    private static func ring(for slots: Int) -> Int { 4 * slots + 16 }

    /// The length up to which a member's whole list is kept as candidates.
    private static let shortList = 256

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
            let all = FenceRing(positions, in: catalog.index)
            guard all.count > max(wanted, Self.shortList) else {
                nearest(all.count, among: all, to: coordinate, point, in: catalog, using: &search)
                let ring = FenceRing(search.found, in: catalog.index)
                return Candidates(ring: ring, origin: point, horizon: .infinity)
            }
            searches += 1
            nearest(wanted, among: all, to: coordinate, point, in: catalog, using: &search)
        } else {
            searches += 1
            // Capturing the visits alone keeps the closure from copying the selector; here and below.
            catalog.index.nearest(wanted, to: coordinate, point, using: &search) { [visits] in visits[$0] ?? 0 }
            if search.found.count == catalog.count {
                let ring = FenceRing(search.found, in: catalog.index)
                return Candidates(ring: ring, origin: point, horizon: .infinity)
            }
        }
        // A measured distance may be off by the tolerance here, and again at the device's next point.
        let farthest = search.found.last?.edgeMeters ?? 0
        return Candidates(
            ring: FenceRing(search.found, in: catalog.index),
            origin: point,
            horizon: farthest - 2 * catalog.index.largestTolerance
        )
    }

    /// Finds the nearest of some fences, in selection order.
    private func nearest(
        _ count: Int,
        among ring: FenceRing,
        movedMeters: Double = .infinity,
        except excluded: Set<Int32> = [],
        to coordinate: Coordinate,
        _ point: EarthPoint,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) {
        catalog.index.nearest(
            count,
            among: ring,
            movedMeters: movedMeters,
            except: excluded,
            to: coordinate,
            point,
            using: &search
        ) { [visits] in visits[$0] ?? 0 }
    }
}
