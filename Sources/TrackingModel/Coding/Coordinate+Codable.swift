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
