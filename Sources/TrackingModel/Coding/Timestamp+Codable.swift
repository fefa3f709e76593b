public import VisitModel

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
