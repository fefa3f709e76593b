internal import VisitModel

extension FenceIndex {
    /// The margin in metres between the last of some chosen fences and the first of the rest, less their tolerances.
    ///
    /// Infinite where none was chosen, or there is nothing to choose instead; may be negative. `found` are in selection
    /// order, `others` a lower bound of the distance to any other fence. Fences of the same shape keep their order
    /// wherever the device is, so the margin between those does not matter.
    func gap(after count: Int, of found: [NearbyFence], others: Double) -> Double {
        let (chosen, rest) = (found.prefix(count), found.dropFirst(count))
        guard let last = chosen.last, !rest.isEmpty || others < .infinity else { return .infinity }
        let limit = min(others, Self.farthestProof)
        guard let next = rest.first, next.edgeMeters == last.edgeMeters, isTwin(last, next) else {
            return nearest(of: rest, limit: limit) - farthest(of: chosen)
        }
        let twins = rest.filter { isTwin(last, $0) }
        let strangers = rest.filter { !isTwin(last, $0) }
        let distinct = chosen.filter { !isTwin(last, $0) }
        return min(
            nearest(of: strangers, limit: limit) - farthest(of: chosen),
            nearest(of: twins, limit: limit) - farthest(of: distinct)
        )
    }

    /// The distance, in metres, beyond which the device's movement proves nothing.
    ///
    /// Between nearly opposite points a distance is only accurate to 0.6 %.
    static let farthestProof = 15_000_000.0

    /// An upper bound of the distances to some edges, in metres; minus infinity for none.
    ///
    /// A measured distance may be off by the tolerance here, and again at the device's next point.
    private func farthest(of finds: some Sequence<NearbyFence>) -> Double {
        finds.reduce(-.infinity) { max($0, $1.edgeMeters + 2 * tolerance(of: $1.position)) }
    }

    /// A lower bound of the distances to some edges, in metres; the limit for none.
    func nearest(of finds: some Sequence<NearbyFence>, limit: Double) -> Double {
        finds.reduce(limit) { min($0, $1.edgeMeters - 2 * tolerance(of: $1.position)) }
    }

    /// The largest error of the measured distance to a fence, in metres.
    func tolerance(of position: Int) -> Double { bounds.isEmpty ? 0 : Double(bounds[position].tolerance) }

    private func isTwin(_ first: NearbyFence, _ second: NearbyFence) -> Bool {
        let (one, other) = (fences[first.position], fences[second.position])
        return one.center == other.center && one.geofence == other.geofence
    }
}
