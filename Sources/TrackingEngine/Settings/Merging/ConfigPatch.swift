public import TrackingModel
public import VisitModel

/// A change of some options that leaves all others alone.
///
/// An app passes it to `ready`, `batchUpdate` collects it, and a server sends it with the command `setConfig`. Its
/// values have the right types: every patch can be applied.
public struct ConfigPatch: Hashable, Sendable {
    /// The value of `reset` at the root of the document; `nil` where it is missing.
    public var reset: Bool?
    /// The platform that the document names; `nil` where it names none.
    public private(set) var platform: Platform?
    private(set) var values: [String: ConfigValue] = [:]

    /// An empty patch.
    public init() {}

    /// The paths of its options, in the order of the catalogue.
    public var paths: [String] {
        values.keys.sorted { (ConfigOption.order[$0] ?? 0) < (ConfigOption.order[$1] ?? 0) }
    }

    /// Whether it sets no option.
    public var isEmpty: Bool { values.isEmpty }

    /// The value of an option as in a document, by its path, for instance `http.url`.
    public subscript(path: String) -> ConfigValue? { values[path] }

    /// Sets an option by its path, for instance `http.url`.
    ///
    /// Throws a `TrackingEngineError` where there is no such option or the type of the value is wrong.
    public mutating func set(_ path: String, to value: ConfigValue) throws(TrackingEngineError) {
        guard let option = ConfigOption.named(path) else {
            throw TrackingEngineError(.options, "`\(path)` is not an option; ConfigOption.all lists them")
        }
        // Validated on a temporary configuration: types are the same on both platforms.
        var trial = TrackingConfig(platform: .ios)
        try option.set(value, in: &trial)
        values[path] = value
    }

    mutating func name(_ platform: Platform) { self.platform = platform }

    /// Copies an option's value from a configuration, which ensures the right type.
    mutating func copy(_ option: ConfigOption, from config: TrackingConfig) {
        values[option.path] = option.value(in: config)
    }
}

extension ConfigPatch {
    /// Parses a document, in groups or in the flat form of version 4.
    ///
    /// `{"geolocation": {"distanceFilter": 50}}` and `{"distanceFilter": 50}` are equivalent; where an option is
    /// present in both forms, the group's value applies. Each key that is unknown, renamed or present twice gives a
    /// warning. Throws a `TrackingEngineError` for a value of the wrong type, which names the path, the value and the
    /// expected type.
    public static func read(
        json: String
    ) throws(TrackingEngineError) -> (patch: ConfigPatch, warnings: [ConfigurationWarning]) {
        try read(ConfigValue(document: json))
    }

    /// Reads a parsed document, for instance the argument of a remote command; throws the same errors as for a text.
    public static func read(
        _ value: ConfigValue
    ) throws(TrackingEngineError) -> (patch: ConfigPatch, warnings: [ConfigurationWarning]) {
        var reader = ConfigPatchReader()
        try reader.readDocument(value)
        return (reader.patch, reader.warnings)
    }
}

private struct ConfigPatchReader {
    private(set) var patch = ConfigPatch()
    private(set) var warnings: [ConfigurationWarning] = []

    mutating func readDocument(_ value: ConfigValue) throws(TrackingEngineError) {
        guard case .object(let root) = value else {
            throw TrackingEngineError(.options, "the configuration is \(value), expected an object of options")
        }
        for key in root.keys.sorted() {
            guard let value = root[key], !ConfigOption.groups.contains(key) else { continue }
            try readRoot(key, value)
        }
        // The groups last, so that their values override the flat form.
        for key in root.keys.sorted() where ConfigOption.groups.contains(key) {
            guard let value = root[key] else { continue }
            try read(value, at: key)
        }
    }

    /// Reads a key at the root that is no group.
    private mutating func readRoot(_ key: String, _ value: ConfigValue) throws(TrackingEngineError) {
        switch key {
        case "reset":
            guard let reset = Bool(configValue: value) else {
                throw TrackingEngineError(.options, "`reset` is \(value), expected \(Bool.expected)")
            }
            patch.reset = reset
        case "platform":
            guard case .text(let name) = value, let platform = Platform(rawValue: name) else {
                throw TrackingEngineError(.options, "`platform` is \(value), expected \"ios\" or \"android\"")
            }
            patch.name(platform)
        case "transistorAuthorizationToken":
            warn(.ignoredByPlatform, key, "the token is not an option but an argument of `ready`; pass it there")
        default:
            guard let path = ConfigNames.flat[key] else { return warn(.unknownKey, key, "there is no such option") }
            warn(.deprecated, key, "this is the flat form of version 4; write it as `\(path)`")
            try read(value, at: path)
        }
    }

    /// Reads an option, or an object of options.
    private mutating func read(_ value: ConfigValue, at path: String) throws(TrackingEngineError) {
        if ConfigOption.objects.contains(path) {
            guard case .object(let members) = value else {
                throw TrackingEngineError(.options, "`\(path)` is \(value), expected an object of options")
            }
            for key in members.keys.sorted() {
                guard let member = members[key] else { continue }
                try read(member, at: "\(path).\(key)")
            }
        } else if ConfigOption.named(path) != nil {
            if let other = patch[path], other != value {
                warn(.conflict, path, "it is set twice with different values; \(value) is used")
            }
            try patch.set(path, to: value)
        } else if let today = ConfigNames.moved[path] {
            warn(.deprecated, path, "it belongs to another group; write it as `\(today)`")
            // Where both are present, the option's own path applies.
            guard patch[today] == nil else { return }
            try patch.set(today, to: value)
        } else {
            warn(.unknownKey, path, "there is no such option")
        }
    }

    private mutating func warn(_ code: ConfigurationWarning.Code, _ option: String, _ message: String) {
        warnings.append(ConfigurationWarning(code, option, message))
    }
}

enum ConfigNames {
    /// The keys at the root of a document of version 4, with their current paths.
    ///
    /// Every option of a group had its own name there, except the tokens, which have always had their group, and those
    /// of `renamed`. Transistor, React Native SDK 4, Config.
    static let flat: [String: String] = {
        var names = renamed
        for option in ConfigOption.all where !option.path.hasPrefix("authorization.") {
            let parts = option.path.split(separator: ".").map(String.init)
            // For an object within a group its own name suffices: its members follow.
            guard parts.count >= 2, option.path != "http.timeout", option.path != "http.rootProperty" else { continue }
            names[parts[1]] = parts.prefix(2).joined(separator: ".")
        }
        return names
    }()

    private static let renamed: [String: String] = [
        "httpTimeout": "http.timeout",
        "httpRootProperty": "http.rootProperty",
        "speedJumpFilter": "geolocation.filter.maxImpliedSpeed",
        "desiredOdometerAccuracy": "geolocation.filter.odometerAccuracyThreshold",
    ]

    /// Options that documents contain in another group too.
    ///
    /// Transistor types, GeoConfig, lists the first two; the order concerns uploads as much as storage.
    static let moved: [String: String] = [
        "geolocation.disableStopDetection": "activity.disableStopDetection",
        "geolocation.stopOnStationary": "activity.stopOnStationary",
        "http.locationsOrderDirection": "persistence.locationsOrderDirection",
    ]
}
