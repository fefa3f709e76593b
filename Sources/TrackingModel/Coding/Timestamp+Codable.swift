public import VisitModel

/// Times are stored as whole milliseconds since 1970, so that they come back exactly.
extension Timestamp: Codable {
    /// Reads milliseconds since 1970.
    ///
    /// - Parameter decoder: holds one whole number.
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes milliseconds since 1970.
    ///
    /// - Parameter encoder: gets one whole number.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
