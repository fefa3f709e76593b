import TrackingModel
import VisitModel

/// Options are encoded as the document that Radar's own servers read, with the platform that determines its
/// interpretation.
extension RadarTrackingOptions: Codable {
    private enum Key: String, CodingKey {
        case platform, document
    }

    /// Decodes stored options.
    ///
    /// - Parameter decoder: contains the output of `encode(to:)`.
    /// - Throws: `DecodingError`, or `TrackingEngineError` with code `options` for an invalid document.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try self.init(
            json: try container.decode(String.self, forKey: .document),
            platform: try container.decode(Platform.self, forKey: .platform)
        )
    }

    /// Encodes the platform and the document.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(platform, forKey: .platform)
        try container.encode(json(), forKey: .document)
    }
}
