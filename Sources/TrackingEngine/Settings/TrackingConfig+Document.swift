public import TrackingModel
public import VisitModel

extension TrackingConfig {
    /// Parses a configuration from a document, in groups or in the flat form of version 4.
    ///
    /// - Parameters:
    ///   - json: UTF-8 JSON: an object of options. Missing options have the platform's defaults.
    ///   - platform: the phone's operating system.
    /// - Returns: the configuration, and a warning for each key that is unknown, renamed or present twice. Warnings of
    ///   the options' effects are given by `warnings(on:app:given:)`.
    /// - Throws: `TrackingEngineError` for a value of the wrong type, naming the path, the value and the expected type,
    ///   and for a document of another platform.
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
