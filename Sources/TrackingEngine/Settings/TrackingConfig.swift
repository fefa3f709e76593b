public import TrackingModel
public import VisitModel

/// The whole configuration of a background geolocation SDK, in its groups.
///
/// The SDK's own name is `Config`. The groups contain the options under the SDK's names and in its units, as they were
/// set. The effective values are on this type, in `Duration`, metres and counts, within the limits of the platform and
/// after the interaction of options: `stopTimeoutDuration`, `heartbeatIntervalDuration` and so on.
///
/// Transistor, BGGeo, "Configuration".
public struct TrackingConfig: Hashable, Sendable {
    /// The phone's operating system, which decides defaults and limits.
    public let platform: Platform
    /// The options for requesting fixes.
    public var geolocation: GeolocationConfig
    /// The options that distinguish moving from stationary.
    public var activity: ActivityConfig
    /// The options for tracking across the app's life cycle.
    public var app: AppConfig
    /// The options for uploading records.
    public var http = HttpConfig()
    /// The options for storing records.
    public var persistence = PersistenceConfig()
    /// The options for developers.
    public var logger = LoggerConfig()
    /// The tokens of uploads.
    public var authorization = AuthorizationConfig()

    /// The documented defaults of a platform.
    public init(platform: Platform) {
        self.platform = platform
        geolocation = GeolocationConfig(platform: platform)
        activity = ActivityConfig(platform: platform)
        app = AppConfig(platform: platform)
    }

    /// Resets every option to its documented default (Transistor, BGGeo.ready, `config.reset()`).
    public mutating func reset() { self = TrackingConfig(platform: platform) }
}

/// The document form in groups, with the platform beside them; missing options have the platform's defaults.
extension TrackingConfig: Codable {
    private enum CodingKeys: String, CodingKey {
        case platform, geolocation, activity, app, http, persistence, logger, authorization
    }

    /// Decodes a document that names its platform.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .platform)
        let patch = try ConfigPatch.read(ConfigValue(from: decoder)).patch
        // The patch has read the same name, and refused one that is no platform.
        guard let platform = patch.platform else {
            throw TrackingEngineError(.options, "`platform` is the text \"\(name)\", expected \"ios\" or \"android\"")
        }
        self = TrackingConfig(platform: platform).applying(patch)
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

extension TrackingConfig {
    /// Parses a configuration from a document, in groups or in the flat form of version 4.
    ///
    /// Missing options have the platform's defaults. Each key that is unknown, renamed or present twice gives a
    /// warning; `warnings(on:app:given:)` gives those of the options' effects. Throws a `TrackingEngineError` for a
    /// document of another platform, and for a value of the wrong type, which names the path, the value and the
    /// expected type.
    public static func read(
        json: String,
        platform: Platform
    ) throws(TrackingEngineError) -> (config: TrackingConfig, warnings: [ConfigurationWarning]) {
        let (patch, warnings) = try ConfigPatch.read(json: json)
        if let named = patch.platform, named != platform {
            throw TrackingEngineError(
                .options,
                "`platform` is the text \"\(named.rawValue)\", expected \"\(platform.rawValue)\": read it for its own "
                    + "platform and use moved(to:)"
            )
        }
        return (TrackingConfig(platform: platform).applying(patch), warnings)
    }

    /// The configuration as a document in groups, with every option that is set.
    ///
    /// On one line, the keys in alphabetical order: equal configurations give equal bytes.
    public var json: String { document(of: ConfigOption.all) }

    /// The same document with only the options that are not at their defaults.
    public var changedJSON: String {
        let changes = changes
        return document(of: ConfigOption.all.filter { changes[$0.path] != nil })
    }

    private func document(of options: [ConfigOption]) -> String {
        var values: [String: ConfigValue] = [:]
        for option in options {
            let value = option.value(in: self)
            guard value != .null else { continue }
            values[option.path] = value
        }
        return ConfigValue.object(grouping: values).document
    }
}

extension ConfigValue {
    /// Groups values into the objects that their paths name.
    static func object(grouping values: [String: ConfigValue]) -> ConfigValue {
        var members: [String: ConfigValue] = [:]
        var inner: [String: [String: ConfigValue]] = [:]
        for (path, value) in values {
            let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 2 {
                inner[parts[0], default: [:]][parts[1]] = value
            } else {
                members[path] = value
            }
        }
        for (name, values) in inner { members[name] = object(grouping: values) }
        return .object(members)
    }
}
