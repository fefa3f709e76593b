internal import VisitModel

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
