public import VisitModel

/// Polygons are stored as a list of rings, the outside first, checked again when they are read.
extension Polygon: Codable {
    /// Reads rings of points.
    ///
    /// - Parameter decoder: holds a list of lists of points.
    /// - Throws: `DecodingError` for anything else or for no ring, `ValidationError` for rings that make no polygon.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let exterior = try container.decode([Coordinate].self)
        var holes: [[Coordinate]] = []
        while !container.isAtEnd { holes.append(try container.decode([Coordinate].self)) }
        try self.init(exterior: exterior, holes: holes)
    }

    /// Writes rings of points.
    ///
    /// - Parameter encoder: gets a list of lists of points.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for ring in rings { try container.encode(ring) }
    }
}
