internal import TrackingModel
internal import VisitModel

/// Smooths positions by how exact each claims to be.
///
/// One Kalman filter for both coordinates, whose variance grows by how far the phone may have moved since: the usual model
/// of a phone's position with speed as noise (Kalman, "A New Approach to Linear Filtering and Prediction Problems", 1960).
struct PositionSmoother: Hashable, Sendable, Codable {
    private var last: Estimate?

    private struct Estimate: Hashable, Sendable, Codable {
        var coordinate: Coordinate
        var varianceSquareMeters: Double
        var time: Timestamp
    }

    /// Takes a fix in.
    ///
    /// - Parameters:
    ///   - fix: later than every one before.
    ///   - accuracyMeters: how exact it is, more than 0.
    ///   - profile: how quickly movement is followed.
    /// - Returns: where the phone is, by everything that was taken in.
    mutating func smooth(_ fix: Fix, accuracyMeters: Double, _ profile: KalmanProfile) -> Coordinate {
        let measured = accuracyMeters * accuracyMeters
        guard var estimate = last else {
            last = Estimate(coordinate: fix.coordinate, varianceSquareMeters: measured, time: fix.time)
            return fix.coordinate
        }
        let seconds = max(0, estimate.time.seconds(to: fix.time))
        // A phone that says how fast it goes is believed to go so fast.
        let speed = max(profile.unseenMetersPerSecond, fix.speed ?? 0)
        estimate.varianceSquareMeters += seconds * speed * speed
        let gain = estimate.varianceSquareMeters / (estimate.varianceSquareMeters + measured)
        estimate.coordinate = estimate.coordinate.towards(fix.coordinate, by: gain)
        estimate.varianceSquareMeters *= 1 - gain
        estimate.time = fix.time
        last = estimate
        return estimate.coordinate
    }

    /// Forgets everything, as after a jump that was believed.
    mutating func reset() { last = nil }
}

extension KalmanProfile {
    /// How fast the phone may have moved unseen: more follows quicker.
    fileprivate var unseenMetersPerSecond: Double {
        switch self {
        case .aggressive: 6
        case .default: 3
        case .conservative: 1
        }
    }
}

extension Coordinate {
    /// The point that lies a part of the way to another; both are near each other.
    func towards(_ other: Coordinate, by part: Double) -> Coordinate {
        var across = other.longitude - longitude
        if across > 180 { across -= 360 } else if across < -180 { across += 360 }
        var east = longitude + across * part
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        return (try? Coordinate(latitude: latitude + (other.latitude - latitude) * part, longitude: east)) ?? other
    }

    /// Metres to another point.
    func meters(to other: Coordinate) -> Double { EarthPoint(self).distance(to: EarthPoint(other)) }
}
