import TrackingModel
import VisitModel

/// The document form in groups, with the platform beside them; missing options have the platform's defaults.
extension TrackingConfig: Codable {
    private enum Key: String, CodingKey {
        case platform, geolocation, activity, app, http, persistence, logger, authorization
    }

    /// Decodes a document that names its platform.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .platform)
        let patch = try ConfigPatch.read(ConfigValue(from: decoder)).patch
        // The patch has read the same name, and refused one that is no platform.
        guard let platform = patch.platform else {
            throw TrackingEngineError(.options, "`platform` is the text \"\(name)\", expected \"ios\" or \"android\"")
        }
        self = TrackingConfig(platform: platform).applying(patch)
    }

    /// Encodes every option that is set, and the platform.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(platform.rawValue, forKey: .platform)
        try container.encode(geolocation, forKey: .geolocation)
        try container.encode(activity, forKey: .activity)
        try container.encode(app, forKey: .app)
        try container.encode(http, forKey: .http)
        try container.encode(persistence, forKey: .persistence)
        try container.encode(logger, forKey: .logger)
        try container.encode(authorization, forKey: .authorization)
    }
}

/// A patch is encoded as a document in groups.
extension ConfigPatch: Codable {
    /// Decodes a document, in groups or in the flat form of version 4.
    public init(from decoder: any Decoder) throws {
        self = try ConfigPatch.read(ConfigValue(from: decoder)).patch
    }

    /// Encodes its options, with `reset` and `platform` where they are set.
    public func encode(to encoder: any Encoder) throws {
        var values = values
        values["reset"] = reset.map(ConfigValue.bool)
        values["platform"] = platform.map { .text($0.rawValue) }
        try ConfigValue.object(grouping: values).encode(to: encoder)
    }
}
