extension ProximitySelector {
    /// The margin in metres between the last selected fence and the first of the rest, less their tolerances.
    ///
    /// Fences of the same shape keep their order wherever the device is, so the margin between those does not matter.
    ///
    /// - Parameters:
    ///   - count: the number of selected fences.
    ///   - found: the candidates in selection order.
    ///   - others: a lower bound of the distance to any other fence, in metres.
    ///   - catalog: the catalogue of the candidates' indices.
    /// - Returns: infinite where there is nothing to select instead; may be negative.
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
    /// An upper bound of the distances to some edges, in metres; minus infinity for none.
    ///
    /// A measured distance may be off by the tolerance here, and again at the device's next point.
    fileprivate func farthest(of finds: some Sequence<NearbyFence>) -> Double {
        finds.reduce(-.infinity) { max($0, $1.edgeMeters + 2 * tolerance(of: $1.position)) }
    }

    /// A lower bound of the distances to some edges, in metres; the limit for none.
    fileprivate func nearest(of finds: some Sequence<NearbyFence>, limit: Double) -> Double {
        finds.reduce(limit) { min($0, $1.edgeMeters - 2 * tolerance(of: $1.position)) }
    }

    /// The largest error of the measured distance to a fence, in metres.
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
