/// A point on the earth in degrees, on the WGS84 datum.
///
/// Both numbers are finite and in range. 0/0 is a real point too (in the Gulf of Guinea); a parser decides where it
/// means "unknown".
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90...90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180...180.
    public let longitude: Double

    /// Creates a validated point; throws code `latitude` or `longitude` if a number is out of range.
    public init(latitude: Double, longitude: Double) throws(ValidationError) {
        guard latitude >= -90, latitude <= 90 else {
            throw ValidationError(.latitude, "latitude \(latitude) is out of range, expected -90 to 90 degrees")
        }
        guard longitude >= -180, longitude <= 180 else {
            throw ValidationError(.longitude, "longitude \(longitude) is out of range, expected -180 to 180 degrees")
        }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Creates a point computed from valid ones, without validation.
    package init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinate {
    /// Whether the distance to another coordinate is at most a number of metres.
    ///
    /// Bounds by the differences in degrees decide nearly always, without a trigonometric call.
    package func isWithin(meters: Double, of other: Coordinate) -> Bool {
        let northward = abs(other.latitude - latitude)
        guard northward * Self.leastMetersPerDegreeOfLatitude <= meters else { return false }
        return longestDistance(to: other) <= meters || distance(to: other) <= meters
    }

    /// An upper bound of the distance to another coordinate, in metres: the way along the meridian and the equator.
    package func longestDistance(to other: Coordinate) -> Double {
        abs(other.latitude - latitude) * Self.greatestMetersPerDegreeOfLatitude
            + abs(Polygon.shortWay(from: longitude, to: other.longitude)) * Self.greatestMetersPerDegreeOfLongitude
    }

    /// At the equator, rounded down.
    private static let leastMetersPerDegreeOfLatitude = 110_574.0
    /// At the poles, rounded up.
    private static let greatestMetersPerDegreeOfLatitude = 111_695.0
    /// On the equator, rounded up.
    private static let greatestMetersPerDegreeOfLongitude = 111_320.0
}
