public import VisitModel

/// Points are stored as a list of latitude and longitude, and validated when they are decoded.
extension Coordinate: Codable {
    /// Decodes latitude and longitude in degrees; throws `ValidationError` for an invalid point.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let latitude = try container.decode(Double.self)
        try self.init(latitude: latitude, longitude: try container.decode(Double.self))
    }

    /// Encodes latitude and longitude in degrees, as a list of two numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(latitude)
        try container.encode(longitude)
    }
}

/// Times are stored as whole milliseconds since 1970, which loses nothing.
extension Timestamp: Codable {
    /// Decodes milliseconds since 1970.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Encodes milliseconds since 1970 as an integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Platform: Codable {}
extension ProjectEnvironment: Codable {}
extension Activity: Codable {}

/// Polygons are stored as a list of rings, the exterior first, and validated when they are decoded.
extension Polygon: Codable {
    /// Decodes the rings; throws `ValidationError` for rings that form no polygon.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let exterior = try container.decode([Coordinate].self)
        var holes: [[Coordinate]] = []
        while !container.isAtEnd { holes.append(try container.decode([Coordinate].self)) }
        try self.init(exterior: exterior, holes: holes)
    }

    /// Encodes the rings, each as a list of points.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for ring in rings { try container.encode(ring) }
    }
}

/// Fixes are stored by field; unknown values are left out.
extension Fix: Codable {
    private enum Key: String, CodingKey {
        case time, coordinate, accuracy, speed, course, altitude, activity, battery, flags
    }

    /// Decodes a fix; throws `ValidationError` for an invalid point.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            time: try container.decode(Timestamp.self, forKey: .time),
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            horizontalAccuracy: try container.decodeIfPresent(Double.self, forKey: .accuracy),
            speed: try container.decodeIfPresent(Double.self, forKey: .speed),
            course: try container.decodeIfPresent(Double.self, forKey: .course),
            altitude: try container.decodeIfPresent(Double.self, forKey: .altitude),
            activity: try container.decodeIfPresent(Activity.self, forKey: .activity),
            battery: try container.decodeIfPresent(Double.self, forKey: .battery),
            flags: Flags(rawValue: try container.decodeIfPresent(UInt16.self, forKey: .flags) ?? 0)
        )
    }

    /// Encodes a fix as an object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(time, forKey: .time)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encodeIfPresent(horizontalAccuracy, forKey: .accuracy)
        try container.encodeIfPresent(speed, forKey: .speed)
        try container.encodeIfPresent(course, forKey: .course)
        try container.encodeIfPresent(altitude, forKey: .altitude)
        try container.encodeIfPresent(activity, forKey: .activity)
        try container.encodeIfPresent(battery, forKey: .battery)
        if !flags.isEmpty { try container.encode(flags.rawValue, forKey: .flags) }
    }
}

extension Timestamp {
    /// The time as records have it: ISO 8601 in UTC, always with three digits of milliseconds and a `Z`.
    ///
    /// Transistor reference, "Location data". `iso8601` leaves milliseconds out where there are none.
    package var wireText: String { iso8601(showsZeroMilliseconds: true) }
}
