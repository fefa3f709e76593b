internal import VisitModel

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
    private static func ring(for slots: Int) -> Int {
        4 * slots + 16
    }

    /// The length up to which a member's whole list is kept as candidates.
    private static let shortList = 256

    /// Finds the candidates round a point, for a number of slots of which some are already assigned.
    mutating func findCandidates(
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
            catalog.index.nearest(wanted, to: coordinate, point, using: &search) { visits[$0] ?? 0 }
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
    func nearest(
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
        ) { visits[$0] ?? 0 }
    }
}
