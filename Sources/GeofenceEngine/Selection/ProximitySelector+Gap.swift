extension ProximitySelector {
    /// The distance in metres between the last of the chosen and the first of the rest, less what they may be wrong by.
    ///
    /// Fences of the same shape keep their order wherever the device is, so the gap between those does not matter.
    ///
    /// - Parameters:
    ///   - count: how many are chosen.
    ///   - found: the candidates in the order of selection.
    ///   - others: how near any other fence can be, in metres.
    ///   - catalog: what the candidates' places refer to.
    /// - Returns: infinite where there is nothing to choose instead; may be negative.
    static func gap(after count: Int, of found: [NearbyFence], others: Double, in catalog: FenceCatalog) -> Double {
        let (chosen, rest) = (found.prefix(count), found.dropFirst(count))
        guard let last = chosen.last, !rest.isEmpty || others < .infinity else { return .infinity }
        let index = catalog.index
        let limit = min(others, Candidates.farthestProof)
        guard let next = rest.first, next.edgeMeters == last.edgeMeters, catalog.isTwin(last, next) else {
            return index.nearest(of: rest, limit: limit) - index.farthest(of: chosen)
        }
        let twins = rest.filter { catalog.isTwin(last, $0) }
        let strangers = rest.filter { !catalog.isTwin(last, $0) }
        let distinct = chosen.filter { !catalog.isTwin(last, $0) }
        return min(
            index.nearest(of: strangers, limit: limit) - index.farthest(of: chosen),
            index.nearest(of: twins, limit: limit) - index.farthest(of: distinct)
        )
    }
}

extension FenceIndex {
    /// How far some edges may be at most, in metres; minus infinity for none.
    ///
    /// A measured distance may be off by the tolerance here, and again where the device goes.
    fileprivate func farthest(of finds: some Sequence<NearbyFence>) -> Double {
        finds.reduce(-.infinity) { max($0, $1.edgeMeters + 2 * tolerance(of: $1.position)) }
    }

    /// How near some edges may be at least, in metres; the limit for none.
    fileprivate func nearest(of finds: some Sequence<NearbyFence>, limit: Double) -> Double {
        finds.reduce(limit) { min($0, $1.edgeMeters - 2 * tolerance(of: $1.position)) }
    }

    /// How far the measured distance to a fence may be from the true one, in metres.
    private func tolerance(of position: Int) -> Double {
        bounds.isEmpty ? 0 : Double(bounds[position].tolerance)
    }
}

extension FenceCatalog {
    /// Whether two fences have the same shape.
    fileprivate func isTwin(_ first: NearbyFence, _ second: NearbyFence) -> Bool {
        let (one, other) = (fences[first.position], fences[second.position])
        return one.center == other.center && one.geofence == other.geofence
    }
}
