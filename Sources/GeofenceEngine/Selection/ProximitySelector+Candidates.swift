internal import VisitModel

extension ProximitySelector {
    /// The fences that can matter near a point.
    struct Candidates: Sendable {
        /// Their places in the catalogue.
        let positions: [Int32]
        /// The point they were found from.
        let origin: EarthPoint
        /// Seen from the origin no other fence is nearer than this, in metres; infinite where there is no other.
        let horizon: Double

        /// How near, in metres, any other fence can be to a point.
        func nearestOther(from point: EarthPoint) -> Double {
            guard horizon < .infinity else { return .infinity }
            return min(horizon - origin.distance(to: point), Self.farthestProof) - FenceIndex.guardMeters
        }

        /// Beyond this distance, in metres, nothing is concluded from how far the device has moved: between nearly
        /// opposite points a distance is only good to 0.6 %.
        static let farthestProof = 15_000_000.0
    }

    /// How many candidates are kept for a number of slots.
    ///
    /// A ring of 4 times as many fences reaches twice as far as the chosen ones, so the device goes about as far as the
    /// farthest of those before another search.
    private static func ring(for slots: Int) -> Int {
        4 * slots + 16
    }

    /// Lists that are not longer than this are candidates as a whole.
    private static let shortList = 256

    /// Finds the candidates round a point, for a number of slots of which some are given away already.
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
            guard positions.count > max(wanted, Self.shortList) else {
                return Candidates(positions: positions, origin: point, horizon: .infinity)
            }
            searches += 1
            nearest(wanted, among: positions, to: coordinate, point, in: catalog, using: &search)
        } else {
            searches += 1
            catalog.index.nearest(wanted, to: coordinate, point, using: &search) { visits[$0] ?? 0 }
            if search.found.count == catalog.count {
                let all = search.found.map { Int32($0.position) }
                return Candidates(positions: all, origin: point, horizon: .infinity)
            }
        }
        // A measured distance may be off by the tolerance here, and again where the device goes.
        let farthest = search.found.last?.edgeMeters ?? 0
        return Candidates(
            positions: search.found.map { Int32($0.position) },
            origin: point,
            horizon: farthest - 2 * catalog.index.largestTolerance
        )
    }

    /// Finds the nearest among some fences, in the order of selection.
    func nearest(
        _ count: Int,
        among positions: [Int32],
        except excluded: Set<Int32> = [],
        to coordinate: Coordinate,
        _ point: EarthPoint,
        in catalog: FenceCatalog,
        using search: inout FenceSearch
    ) {
        catalog.index.nearest(
            count,
            among: positions,
            except: excluded,
            to: coordinate,
            point,
            using: &search
        ) { visits[$0] ?? 0 }
    }
}
