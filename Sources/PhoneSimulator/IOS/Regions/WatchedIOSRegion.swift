internal import PhoneOS
internal import VisitModel

/// A region that Core Location monitors, with its state.
struct WatchedIOSRegion: Hashable, Sendable {
    let request: RegionRequest
    let addedAt: Timestamp
    /// `nil` for a beacon.
    let circle: IOSRegionCircle?
    /// The side that was decided last; `nil` until the first fix, which decides without a report.
    var side: RegionSide?
    /// The time since which fixes are past the edge on the other side; `nil` while the last one is not.
    var crossingSince: Timestamp?
    /// The delivery time of the last transition; a later decision is not delivered before it.
    var lastDueAt: Timestamp?

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

    /// Compares a fix with the edge; true if a crossing was decided, since the phone has been past it for the hold.
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

    func holdEnd(holdSeconds: Double) -> Timestamp? { crossingSince?.advanced(bySeconds: holdSeconds) }

    /// Applies a decided crossing; `nil` if the app did not request the transition.
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
    let center: EarthPoint
    let radiusMeters: Double
    /// The maximum distance from the centre at which a phone that was outside has entered.
    let enterMeters: Double
    /// The distance from the centre beyond which a phone that was inside has left.
    let exitMeters: Double

    init(center: Coordinate, radiusMeters: Double, profile: IOSRegionProfile) {
        self.center = EarthPoint(center)
        self.radiusMeters = radiusMeters
        enterMeters = radiusMeters - min(profile.bufferMeters, radiusMeters * profile.enterBufferShare)
        exitMeters = radiusMeters + profile.bufferMeters
    }

    /// The edge itself belongs to the inside.
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

enum RegionSide: Hashable, Sendable {
    case inside
    case outside

    var opposite: RegionSide { self == .inside ? .outside : .inside }
}
