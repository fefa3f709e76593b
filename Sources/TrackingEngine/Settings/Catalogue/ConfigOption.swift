public import TrackingModel
public import VisitModel

/// What is known of one option of `TrackingConfig`.
///
/// The tables of the documentation, the reading of documents, the merging of changes and the warning of an option that
/// a platform ignores all go by `ConfigOption.all`, so that they can't differ.
public struct ConfigOption: Sendable {
    /// Where the option stands in a document, for instance `geolocation.stopTimeout`.
    public let path: String
    /// The platforms that look at it.
    public let platforms: [Platform]
    /// What a number of it counts; `nil` where it is no number.
    public let unit: ConfigUnit?
    /// What it does, in one sentence without a full stop.
    public let meaning: String
    /// What a message says was expected, for instance `a number`.
    public let expected: String

    private let limits: [Platform: OptionLimits]
    private let get: @Sendable (TrackingConfig) -> ConfigValue
    private let put: @Sendable (inout TrackingConfig, ConfigValue) -> Bool

    /// Describes an option.
    ///
    /// - Parameters:
    ///   - path: where it stands in a document.
    ///   - property: where it stands in a configuration.
    ///   - platforms: those that look at it.
    ///   - unit: what a number of it counts.
    ///   - limits: which numbers are supported; a platform that is missing takes all.
    ///   - meaning: what it does.
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

    /// Which numbers are supported.
    ///
    /// - Parameter platform: limits can differ.
    /// - Returns: the limits, `nil` where the option is no number.
    public func limits(on platform: Platform) -> OptionLimits? { limits[platform] }

    /// What the option is set to.
    ///
    /// - Parameter config: the configuration.
    /// - Returns: the value as a document has it, `null` where it is not set.
    public func value(in config: TrackingConfig) -> ConfigValue { get(config) }

    /// The documented default.
    ///
    /// - Parameter platform: defaults can differ.
    /// - Returns: the value as a document has it, `null` where the option is not set by default.
    public func defaultValue(on platform: Platform) -> ConfigValue { get(TrackingConfig(platform: platform)) }

    /// The documented default as a table shows it, for instance `10` or `not set`.
    ///
    /// - Parameter platform: defaults can differ.
    /// - Returns: JSON, or words where there is nothing.
    public func defaultText(on platform: Platform) -> String {
        let value = defaultValue(on: platform)
        return value == .null ? "not set" : value.document
    }

    /// Sets the option.
    ///
    /// - Parameters:
    ///   - value: as a document has it.
    ///   - config: the configuration.
    /// - Throws: `TrackingEngineError` naming the path, the value and what is expected, where the type is wrong.
    public func set(_ value: ConfigValue, in config: inout TrackingConfig) throws(TrackingEngineError) {
        guard put(&config, value) else {
            throw TrackingEngineError(.options, "`\(path)` is \(value), expected \(expected)")
        }
    }
}

/// What the number of an option counts.
public enum ConfigUnit: String, Hashable, Sendable, CaseIterable {
    /// Thousandths of a second.
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
    /// Hundredths.
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
