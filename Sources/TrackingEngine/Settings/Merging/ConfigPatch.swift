public import TrackingModel
public import VisitModel

/// A change of some options, and of nothing else.
///
/// It is what an app hands to `ready`, what `batchUpdate` collects and what a server sends with the command
/// `setConfig`. Its values have the right types: a patch that exists can be applied.
public struct ConfigPatch: Hashable, Sendable {
    /// What `reset` at the root of the document says; `nil` where it says nothing.
    public var reset: Bool?
    /// The platform that the document names; `nil` where it names none.
    public private(set) var platform: Platform?
    /// The values by the paths of their options.
    private(set) var values: [String: ConfigValue] = [:]

    /// A patch that changes nothing.
    public init() {}

    /// The paths of the options that it sets, in the order of the catalogue.
    public var paths: [String] {
        values.keys.sorted { (ConfigOption.order[$0] ?? 0) < (ConfigOption.order[$1] ?? 0) }
    }

    /// Whether it sets no option.
    public var isEmpty: Bool { values.isEmpty }

    /// The value that it gives to an option, as a document has it.
    ///
    /// - Parameter path: for instance `http.url`.
    public subscript(path: String) -> ConfigValue? { values[path] }

    /// Sets an option.
    ///
    /// - Parameters:
    ///   - path: for instance `http.url`.
    ///   - value: as a document has it.
    /// - Throws: `TrackingEngineError` where there is no such option or the type is wrong.
    public mutating func set(_ path: String, to value: ConfigValue) throws(TrackingEngineError) {
        guard let option = ConfigOption.named(path) else {
            throw TrackingEngineError(.options, "`\(path)` is no option; ConfigOption.all lists them")
        }
        // A configuration on trial: the option knows its type, and both platforms have the same types.
        var trial = TrackingConfig(platform: .ios)
        try option.set(value, in: &trial)
        values[path] = value
    }

    /// Notes which platform the document names.
    mutating func name(_ platform: Platform) {
        self.platform = platform
    }

    /// Takes a value that a configuration has, and so one of the right type.
    mutating func copy(_ option: ConfigOption, from config: TrackingConfig) {
        values[option.path] = option.value(in: config)
    }
}
