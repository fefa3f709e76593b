public import TrackingModel
public import VisitModel

/// The metadata of one option of `TrackingConfig`.
///
/// The tables of the documentation, the parsing of documents, the merging of changes and the warning of an option that
/// a platform ignores all use `ConfigOption.all`, so that they cannot differ.
public struct ConfigOption: Sendable {
    /// The path of the option in a document, for instance `geolocation.stopTimeout`.
    public let path: String
    /// The platforms that support it.
    public let platforms: [Platform]
    /// The unit of its number; `nil` where it is no number.
    public let unit: ConfigUnit?
    /// The meaning, in one sentence without a full stop.
    public let meaning: String
    /// The expected value as a message describes it, for instance `a number`.
    public let expected: String

    private let limits: [Platform: OptionLimits]
    private let get: @Sendable (TrackingConfig) -> ConfigValue
    private let put: @Sendable (inout TrackingConfig, ConfigValue) -> Bool

    /// Creates the metadata of an option.
    ///
    /// - Parameters:
    ///   - path: the path in a document.
    ///   - property: the property of a configuration.
    ///   - platforms: the platforms that support it.
    ///   - unit: the unit of its number.
    ///   - limits: the supported numbers; a platform without limits accepts all.
    ///   - meaning: the meaning, in one sentence without a full stop.
    init<Value: ConfigConvertible>(
        _ path: String,
        _ property: any WritableKeyPath<TrackingConfig, Value> & Sendable,
        on platforms: [Platform] = Platform.allCases,
        in unit: ConfigUnit? = nil,
        within limits: [Platform: OptionLimits] = [:],
        _ meaning: String
    ) {
        self.path = path
        self.platforms = platforms
        self.unit = unit
        self.limits = limits
        self.meaning = meaning
        self.expected = Value.expected
        get = { $0[keyPath: property].configValue }
        put = { config, configValue in
            guard let value = Value(configValue: configValue) else { return false }
            config[keyPath: property] = value
            return true
        }
    }

    /// The supported numbers on a platform; `nil` where the option is no number.
    public func limits(on platform: Platform) -> OptionLimits? { limits[platform] }

    /// The option's value in a configuration, as in a document; `null` where it is not set.
    public func value(in config: TrackingConfig) -> ConfigValue { get(config) }

    /// The documented default on a platform, as in a document; `null` where the option is not set by default.
    public func defaultValue(on platform: Platform) -> ConfigValue { get(TrackingConfig(platform: platform)) }

    /// The documented default as a table shows it: JSON, for instance `10`, or `not set`.
    public func defaultText(on platform: Platform) -> String {
        let value = defaultValue(on: platform)
        return value == .null ? "not set" : value.document
    }

    /// Sets the option in a configuration from a document's value.
    ///
    /// Throws a `TrackingEngineError` that names the path, the value and the expected type, where the type is wrong.
    public func set(_ value: ConfigValue, in config: inout TrackingConfig) throws(TrackingEngineError) {
        guard put(&config, value) else {
            throw TrackingEngineError(.options, "`\(path)` is \(value), expected \(expected)")
        }
    }
}

/// The unit of an option's number.
public enum ConfigUnit: String, Hashable, Sendable, CaseIterable {
    /// Milliseconds.
    case milliseconds = "ms"
    /// Seconds.
    case seconds = "s"
    /// Minutes.
    case minutes = "min"
    /// Days.
    case days
    /// Seconds since 1970-01-01T00:00:00Z.
    case epochSeconds = "s since 1970"
    /// Metres.
    case meters = "m"
    /// Metres a second.
    case metersPerSecond = "m/s"
    /// Percent.
    case percent = "%"
    /// A factor.
    case ratio
    /// Stored records.
    case records
    /// Fixes.
    case fixes
    /// Geofences.
    case geofences
}

extension [Platform: OptionLimits] {
    /// The same limits on both platforms.
    static func both(_ limits: OptionLimits) -> Self { [.ios: limits, .android: limits] }
}
