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
    /// The values by path.
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

    /// Stores the platform that the document names.
    mutating func name(_ platform: Platform) {
        self.platform = platform
    }

    /// Copies an option's value from a configuration, which ensures the right type.
    mutating func copy(_ option: ConfigOption, from config: TrackingConfig) {
        values[option.path] = option.value(in: config)
    }
}
