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

    fileprivate let limits: [Platform: OptionLimits]
    fileprivate let get: @Sendable (TrackingConfig) -> ConfigValue
    fileprivate let put: @Sendable (inout TrackingConfig, ConfigValue) -> Bool

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

    /// Sets a document's value; a wrong type throws a `TrackingEngineError` with path, value and expected type.
    public func set(_ value: ConfigValue, in config: inout TrackingConfig) throws(TrackingEngineError) {
        guard put(&config, value) else {
            throw TrackingEngineError(.options, "`\(path)` is \(value), expected \(expected)")
        }
    }
}

/// The object of a document that contains options, and its property.
struct ConfigOptionGroup<Values: Sendable>: Sendable {
    private let path: String
    private let values: any WritableKeyPath<TrackingConfig, Values> & Sendable
    private let platforms: [Platform]

    init(
        _ path: String,
        _ values: any WritableKeyPath<TrackingConfig, Values> & Sendable,
        on platforms: [Platform] = Platform.allCases
    ) {
        self.path = path
        self.values = values
        self.platforms = platforms
    }

    /// Without `platforms` the option has those of the group; a platform without `limits` accepts all numbers;
    /// `meaning` is one sentence without a full stop.
    func callAsFunction<Value: ConfigConvertible>(
        _ name: String,
        _ property: any WritableKeyPath<Values, Value> & Sendable,
        on platforms: [Platform]? = nil,
        in unit: ConfigUnit? = nil,
        within limits: [Platform: OptionLimits] = [:],
        _ meaning: String
    ) -> ConfigOption {
        let values = values
        return ConfigOption(
            path: "\(path).\(name)",
            platforms: platforms ?? self.platforms,
            unit: unit,
            meaning: meaning,
            expected: Value.expected,
            limits: limits,
            get: { $0[keyPath: values][keyPath: property].configValue },
            put: { config, configValue in
                guard let value = Value(configValue: configValue) else { return false }
                config[keyPath: values][keyPath: property] = value
                return true
            }
        )
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
    static func both(_ limits: OptionLimits) -> Self { [.ios: limits, .android: limits] }
}

extension ConfigOption {
    /// Every option, group by group, in the order of the documents.
    public static let all: [ConfigOption] =
        geolocation + filter + locationAuthorizationAlert + activity + app + notification + permissionRationale + http
        + persistence + logger + authorization

    static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

    /// The index of each path in `all`.
    static let order = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.path, $0) })

    /// The objects that contain options: the groups, and the objects within them.
    static let objects = Set(all.flatMap(\.holders))
    static let groups = Set(all.compactMap { $0.path.split(separator: ".").first.map(String.init) })

    /// The option with a path, for instance `http.url`; `nil` where there is none.
    public static func named(_ path: String) -> ConfigOption? { byPath[path] }

    /// The enclosing objects of the option, for instance `app` and `app.notification`.
    private var holders: [String] {
        let names = path.split(separator: ".")
        return (1..<names.count).map { names.prefix($0).joined(separator: ".") }
    }
}

extension ConfigOption {
    private static let activityOption = ConfigOptionGroup("activity", \.activity)

    static let activity: [ConfigOption] = [
        activityOption(
            "activityRecognitionInterval",
            \.activityRecognitionInterval,
            on: [.android],
            in: .milliseconds,
            within: .both(ActivityConfig.activityRecognitionIntervalLimits),
            "How often the motion service is polled; shorter intervals are quicker and use more power"
        ),
        activityOption(
            "minimumActivityRecognitionConfidence",
            \.minimumActivityRecognitionConfidence,
            in: .percent,
            within: .both(ActivityConfig.minimumActivityRecognitionConfidenceLimits),
            "The confidence from which an activity changes the state between moving and stationary"
        ),
        activityOption(
            "disableStopDetection",
            \.disableStopDetection,
            "The motion service never ends the moving state"
        ),
        activityOption(
            "stopOnStationary",
            \.stopOnStationary,
            "Stops all tracking when geolocation.stopTimeout has run out"
        ),
        activityOption(
            "stopDetectionDelay",
            \.stopDetectionDelay,
            on: [.ios],
            in: .milliseconds,
            within: .both(ActivityConfig.stopDetectionDelayLimits),
            "How long the phone must be still before the detection of a stop engages"
        ),
        activityOption(
            "motionTriggerDelay",
            \.motionTriggerDelay,
            on: [.android],
            in: .milliseconds,
            within: .both(ActivityConfig.motionTriggerDelayLimits),
            "How long the phone must move before the moving state begins"
        ),
        activityOption("triggerActivities", \.triggerActivityList, "The activities that can begin the moving state"),
        activityOption(
            "disableMotionActivityUpdates",
            \.disableMotionActivityUpdates,
            "Does not use the motion service, and does not request its permission"
        ),
    ]
}

extension ConfigOption {
    private static let persistenceOption = ConfigOptionGroup("persistence", \.persistence)

    static let persistence: [ConfigOption] = [
        persistenceOption(
            "maxDaysToPersist",
            \.maxDaysToPersist,
            in: .days,
            within: .both(PersistenceConfig.maxDaysToPersistLimits),
            "After how long a record is deleted, uploaded or not"
        ),
        persistenceOption(
            "maxRecordsToPersist",
            \.maxRecordsToPersist,
            in: .records,
            within: .both(PersistenceConfig.maxRecordsToPersistLimits),
            "The maximum number of stored records; 0 stores nothing, otherwise the oldest are dropped"
        ),
        persistenceOption("persistMode", \.persistMode, "Which kinds of records are stored"),
        persistenceOption(
            "locationsOrderDirection",
            \.locationsOrderDirection,
            "In which order records are uploaded and listed"
        ),
        persistenceOption("extras", \.extras, "Values that are added to every record"),
        persistenceOption(
            "locationTemplate",
            \.locationTemplate,
            "How a location is written, with tags such as <%= latitude %>"
        ),
        persistenceOption("geofenceTemplate", \.geofenceTemplate, "How a geofence event is written, with such tags"),
        persistenceOption(
            "disableProviderChangeRecord",
            \.disableProviderChangeRecord,
            on: [.android],
            "Stores no record of a change of the location services"
        ),
        persistenceOption(
            "timestampFormat",
            \.timestampFormat,
            "The format of the time of storing; stored and not used"
        ),
    ]

    private static let loggerOption = ConfigOptionGroup("logger", \.logger)

    static let logger: [ConfigOption] = [
        loggerOption("debug", \.debug, "Plays sounds and shows local notifications for events"),
        loggerOption("logLevel", \.logLevel, "How much the log keeps"),
        loggerOption(
            "logMaxDays",
            \.logMaxDays,
            in: .days,
            within: .both(LoggerConfig.logMaxDaysLimits),
            "After how long an entry of the log is deleted"
        ),
    ]
}
