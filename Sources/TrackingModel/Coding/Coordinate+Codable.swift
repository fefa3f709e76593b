public import VisitModel

/// Points are stored as latitude and longitude in a list, checked again when they are read.
extension Coordinate: Codable {
    /// Reads latitude and longitude in degrees.
    ///
    /// - Parameter decoder: holds a list of two numbers.
    /// - Throws: `DecodingError` for anything else, `ValidationError` for a point that is none.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let latitude = try container.decode(Double.self)
        try self.init(latitude: latitude, longitude: try container.decode(Double.self))
    }

    /// Writes latitude and longitude in degrees.
    ///
    /// - Parameter encoder: gets a list of two numbers.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(latitude)
        try container.encode(longitude)
    }
}
