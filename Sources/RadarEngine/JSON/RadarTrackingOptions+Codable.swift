import TrackingModel
import VisitModel

/// Options are stored as the document that Radar's own servers read, beside the platform that says how to read it.
extension RadarTrackingOptions: Codable {
    private enum Key: String, CodingKey {
        case platform, document
    }

    /// Reads stored options.
    ///
    /// - Parameter decoder: holds what `encode(to:)` wrote.
    /// - Throws: `DecodingError`, or `TrackingEngineError` with code `options` for a document that is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try self.init(
            json: try container.decode(String.self, forKey: .document),
            platform: try container.decode(Platform.self, forKey: .platform)
        )
    }

    /// Writes the options as a document.
    ///
    /// - Parameter encoder: gets an object.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(platform, forKey: .platform)
        try container.encode(json(), forKey: .document)
    }
}
