internal import PhoneOS
internal import VisitModel

/// A region that Core Location watches, and what it knows about it.
struct WatchedIOSRegion: Hashable, Sendable {
    /// What the app asked for.
    let request: RegionRequest
    /// When it did.
    let addedAt: Timestamp
    /// The circle; `nil` for a beacon.
    let circle: IOSRegionCircle?
    /// The side that was decided last; `nil` until the first reading, which decides without telling.
    var side: RegionSide?
    /// Since when readings lie past the edge on the other side; `nil` while the last one does not.
    var crossingSince: Timestamp?
    /// When the last transition is handed over; none is handed over before one that was decided earlier.
    var lastDueAt: Timestamp?

    /// Takes a region as new: nothing is known about it.
    init(_ request: RegionRequest, addedAt: Timestamp, profile: IOSRegionProfile) {
        self.request = request
        self.addedAt = addedAt
        circle =
            switch request.shape {
            case .circle(let center, let radiusMeters):
                IOSRegionCircle(center: center, radiusMeters: radiusMeters, profile: profile)
            case .beacon: nil
            }
    }

    /// Compares a reading with the edge.
    ///
    /// - Returns: whether a crossing was decided: the phone has been past the edge for the hold.
    mutating func hear(_ point: EarthPoint, at time: Timestamp, holdSeconds: Double) -> Bool {
        guard let circle, time >= addedAt else { return false }
        guard let side else {
            self.side = circle.side(of: point)
            return false
        }
        guard circle.isPastEdge(point, from: side) else {
            crossingSince = nil
            return false
        }
        let since = crossingSince ?? time
        crossingSince = since
        return since.seconds(to: time) >= holdSeconds
    }

    /// When the hold of a crossing that has begun is over.
    func holdEnd(holdSeconds: Double) -> Timestamp? {
        crossingSince?.advanced(bySeconds: holdSeconds)
    }

    /// Takes the other side for decided.
    ///
    /// - Returns: the transition, or `nil` where the app does not want to be told of it.
    mutating func cross() -> RegionTransition? {
        crossingSince = nil
        side = side?.opposite
        let isEntry = side == .inside
        guard request.notifies.contains(isEntry ? .enter : .exit) else { return nil }
        return isEntry ? .enter : .exit
    }
}
