internal import VisitModel

/// A circular region, ready to be compared with readings.
struct IOSRegionCircle: Hashable, Sendable {
    /// Its centre.
    let center: EarthPoint
    /// Its radius in metres.
    let radiusMeters: Double
    /// The distance from the centre, in metres, up to which a phone that was outside counts as having come in.
    let enterMeters: Double
    /// The distance from the centre, in metres, beyond which a phone that was inside counts as having left.
    let exitMeters: Double

    /// Takes a circle with the distances past its edge that a profile asks for.
    init(center: Coordinate, radiusMeters: Double, profile: IOSRegionProfile) {
        self.center = EarthPoint(center)
        self.radiusMeters = radiusMeters
        enterMeters = radiusMeters - min(profile.bufferMeters, radiusMeters * profile.enterBufferShare)
        exitMeters = radiusMeters + profile.bufferMeters
    }

    /// On which side of the edge itself a point lies; the edge belongs to the inside.
    func side(of point: EarthPoint) -> RegionSide {
        center.distance(to: point) <= radiusMeters ? .inside : .outside
    }

    /// Whether a point lies past the edge by the distance asked for, seen from a side.
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

    /// The side across the edge.
    var opposite: RegionSide { self == .inside ? .outside : .inside }
}
