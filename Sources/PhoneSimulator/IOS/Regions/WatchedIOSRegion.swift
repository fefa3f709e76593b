internal import PhoneOS
internal import VisitModel

/// A region that Core Location monitors, with its state.
struct WatchedIOSRegion: Hashable, Sendable {
    /// The app's request.
    let request: RegionRequest
    /// The time of the request.
    let addedAt: Timestamp
    /// The circle; `nil` for a beacon.
    let circle: IOSRegionCircle?
    /// The side that was decided last; `nil` until the first fix, which decides without a report.
    var side: RegionSide?
    /// The time since which fixes are past the edge on the other side; `nil` while the last one is not.
    var crossingSince: Timestamp?
    /// The delivery time of the last transition; a later decision is not delivered before it.
    var lastDueAt: Timestamp?

    /// Creates a region without a state.
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

    /// Compares a fix with the edge.
    ///
    /// - Returns: whether a crossing was decided, since the phone has been past the edge for the hold.
    mutating func update(_ point: EarthPoint, at time: Timestamp, holdSeconds: Double) -> Bool {
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

    /// Returns the time at which the hold of a pending crossing is over.
    func holdEnd(holdSeconds: Double) -> Timestamp? {
        crossingSince?.advanced(bySeconds: holdSeconds)
    }

    /// Applies a decided crossing.
    ///
    /// - Returns: the transition, or `nil` if the app did not request it.
    mutating func cross() -> RegionTransition? {
        crossingSince = nil
        side = side?.opposite
        let isEntry = side == .inside
        guard request.notifies.contains(isEntry ? .enter : .exit) else { return nil }
        return isEntry ? .enter : .exit
    }
}

/// A circular region with the thresholds for its evaluation.
struct IOSRegionCircle: Hashable, Sendable {
    /// Its centre.
    let center: EarthPoint
    /// Its radius in metres.
    let radiusMeters: Double
    /// The maximum distance from the centre at which a phone that was outside has entered, in metres.
    let enterMeters: Double
    /// The distance from the centre beyond which a phone that was inside has left, in metres.
    let exitMeters: Double

    /// Creates a circle with the thresholds of a profile.
    init(center: Coordinate, radiusMeters: Double, profile: IOSRegionProfile) {
        self.center = EarthPoint(center)
        self.radiusMeters = radiusMeters
        enterMeters = radiusMeters - min(profile.bufferMeters, radiusMeters * profile.enterBufferShare)
        exitMeters = radiusMeters + profile.bufferMeters
    }

    /// Returns the side of the edge itself that a point is on; the edge belongs to the inside.
    func side(of point: EarthPoint) -> RegionSide {
        center.distance(to: point) <= radiusMeters ? .inside : .outside
    }

    /// Returns whether a point is past the threshold for leaving the given side.
    func isPastEdge(_ point: EarthPoint, from side: RegionSide) -> Bool {
        let distance = center.distance(to: point)
        return switch side {
        case .inside: distance > exitMeters
        case .outside: distance <= enterMeters
        }
    }
}

/// A side of a region's edge.
enum RegionSide: Hashable, Sendable {
    case inside
    case outside

    /// The other side.
    var opposite: RegionSide { self == .inside ? .outside : .inside }
}
