internal import Foundation
internal import VisitModel

/// How far the fixes of a stay move in one direction: the sums of a regression of their positions on time.
///
/// A member who stays walks in, stays and walks out; one in a traffic jam or on a slow train passes through the fence at
/// an even pace. The mean position can't tell the two apart.
public struct StayDrift: Hashable, Sendable {
    /// The number of fixes, each by its share.
    public var share: Float
    /// The sum of the times since the first fix of the stay, in minutes.
    public var time: Float
    /// The sum of their squares.
    public var squaredTime: Float
    /// The sum of the offsets from the first position north and east, in metres.
    public var offset: SIMD2<Float>
    /// The sum of the offsets times the times, in metre minutes.
    public var offsetTime: SIMD2<Float>

    /// Creates the sums.
    public init(
        share: Float = 0,
        time: Float = 0,
        squaredTime: Float = 0,
        offset: SIMD2<Float> = .zero,
        offsetTime: SIMD2<Float> = .zero
    ) {
        self.share = share
        self.time = time
        self.squaredTime = squaredTime
        self.offset = offset
        self.offsetTime = offsetTime
    }

    /// Adds a fix with its share, the part of it that is new information (`PositionSum.independence`).
    mutating func add(_ coordinate: Coordinate, from origin: Coordinate, afterSeconds seconds: Double, share: Double) {
        let (share, minutes) = (Float(share), Float(seconds / 60))
        let way = Self.offset(from: origin, to: coordinate)
        self.share += share
        time += share * minutes
        squaredTime += share * minutes * minutes
        offset += share * way
        offsetTime += share * minutes * way
    }

    /// The sums of both, where the other one is of later fixes: the first of them `afterSeconds` after this one's, at
    /// `otherOrigin`.
    func joined(
        with other: StayDrift,
        from origin: Coordinate,
        to otherOrigin: Coordinate,
        afterSeconds: Double
    ) -> StayDrift {
        let (way, minutes) = (Self.offset(from: origin, to: otherOrigin), Float(afterSeconds / 60))
        return StayDrift(
            share: share + other.share,
            time: time + other.time + minutes * other.share,
            squaredTime: squaredTime + other.squaredTime + 2 * minutes * other.time + minutes * minutes * other.share,
            offset: offset + other.offset + way * other.share,
            offsetTime: offsetTime + other.offsetTime + minutes * other.offset + way * other.time
                + way * (minutes * other.share)
        )
    }

    /// The distance over which the regression moves in some time, in metres.
    func meters(inSeconds seconds: Double) -> Double {
        let variance = share * squaredTime - time * time
        guard share > 0, variance > 1e-3 * share * share else { return 0 }
        let slope = (share * offsetTime - time * offset) / variance
        return Double((slope * slope).sum().squareRoot()) * seconds / 60
    }

    private static func offset(from origin: Coordinate, to coordinate: Coordinate) -> SIMD2<Float> {
        let north = (coordinate.latitude - origin.latitude) * Polygon.metersPerDegree
        let east = Polygon.shortWay(from: origin.longitude, to: coordinate.longitude) * Polygon.metersPerDegree
        return SIMD2(Float(north), Float(east * cos(origin.latitude * .pi / 180)))
    }
}
