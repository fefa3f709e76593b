public import TrackingModel
import VisitModel

extension ConfigPatch {
    /// Parses a document, in groups or in the flat form of version 4.
    ///
    /// `{"geolocation": {"distanceFilter": 50}}` and `{"distanceFilter": 50}` are equivalent; where an option is
    /// present in both forms, the group's value applies.
    ///
    /// - Parameter json: UTF-8 JSON: an object of options.
    /// - Returns: the patch, and a warning for each key that is unknown, renamed or present twice.
    /// - Throws: `TrackingEngineError` for a value of the wrong type, naming the path, the value and the expected type.
    public static func read(
        json: String
    ) throws(TrackingEngineError) -> (patch: ConfigPatch, warnings: [ConfigurationWarning]) {
        try read(ConfigValue(document: json))
    }

    /// Reads a document that was parsed already, for instance the argument of a remote command.
    ///
    /// Throws the same errors as for a text.
    public static func read(
        _ value: ConfigValue
    ) throws(TrackingEngineError) -> (patch: ConfigPatch, warnings: [ConfigurationWarning]) {
        var reader = ConfigPatchReader()
        try reader.readDocument(value)
        return (reader.patch, reader.warnings)
    }
}

/// A reader that traverses a document and collects its options.
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
