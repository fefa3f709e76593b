internal import TrackingModel
internal import VisitModel

/// Smooths positions, weighted by their accuracy.
///
/// One Kalman filter for both coordinates, of which the variance grows by how far the phone may have moved since: the
/// usual model of a phone's position with speed as noise (Kalman, "A New Approach to Linear Filtering and Prediction
/// Problems", 1960).
struct PositionSmoother: Hashable, Sendable, Codable {
    private var last: Estimate?

    private struct Estimate: Hashable, Sendable, Codable {
        var coordinate: Coordinate
        var varianceSquareMeters: Double
        var time: Timestamp
    }

    /// Updates and returns the estimate; `fix` is later than every earlier one, and the accuracy more than 0.
    mutating func smooth(_ fix: Fix, accuracyMeters: Double, _ profile: KalmanProfile) -> Coordinate {
        let measured = accuracyMeters * accuracyMeters
        guard var estimate = last else {
            last = Estimate(coordinate: fix.coordinate, varianceSquareMeters: measured, time: fix.time)
            return fix.coordinate
        }
        let seconds = max(0, estimate.time.seconds(to: fix.time))
        // A reported speed is accepted as at least that fast.
        let speed = max(profile.unseenMetersPerSecond, fix.speed ?? 0)
        estimate.varianceSquareMeters += seconds * speed * speed
        let gain = estimate.varianceSquareMeters / (estimate.varianceSquareMeters + measured)
        estimate.coordinate = estimate.coordinate.towards(fix.coordinate, by: gain)
        estimate.varianceSquareMeters *= 1 - gain
        estimate.time = fix.time
        last = estimate
        return estimate.coordinate
    }

    /// Forgets the estimate, as after an accepted jump.
    mutating func reset() { last = nil }
}

extension KalmanProfile {
    /// The assumed speed between fixes, in metres a second: a greater one follows quicker.
    fileprivate var unseenMetersPerSecond: Double {
        switch self {
        case .aggressive: 6
        case .default: 3
        case .conservative: 1
        }
    }
}

extension Fix {
    /// The accuracy in metres; 30 m are assumed for a fix without one, as everywhere in Footfall.
    var accuracyOrAssumed: Double { horizontalAccuracy ?? 30 }
}

extension Coordinate {
    /// The point at a fraction of the distance to another; both must be near each other.
    func towards(_ other: Coordinate, by part: Double) -> Coordinate {
        var across = other.longitude - longitude
        if across > 180 { across -= 360 } else if across < -180 { across += 360 }
        var east = longitude + across * part
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        return (try? Coordinate(latitude: latitude + (other.latitude - latitude) * part, longitude: east)) ?? other
    }

    func meters(to other: Coordinate) -> Double { EarthPoint(self).distance(to: EarthPoint(other)) }
}
