public import VisitModel

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
