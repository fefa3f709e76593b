public import VisitModel

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
            flags: Flags(rawValue: try container.decodeIfPresent(UInt8.self, forKey: .flags) ?? 0)
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
        if !flags.isEmpty {
            try container.encode(flags.rawValue, forKey: .flags)
        }
    }
}
