public import TrackingModel
public import VisitModel

extension TrackingConfig {
    /// Warnings of options that are valid and may not do what was intended; a platform's defaults cause none.
    ///
    /// The settings are converted to another `platform`; `nil` is the configuration's own. `given` holds the options
    /// that the app named, even if it gave them their defaults. The warnings are in the order of the catalogue's
    /// groups.
    public func warnings(
        on platform: Platform? = nil,
        app: AppFacts = AppFacts(),
        given: ConfigPatch = ConfigPatch()
    ) -> [ConfigurationWarning] {
        var review = ConfigReview(of: moved(to: platform ?? self.platform), app: app, given: given)
        review.reviewPlatform()
        review.reviewLimits()
        review.reviewAccuracy()
        review.reviewSampling()
        review.reviewSignificantChanges()
        review.reviewPermission()
        review.reviewFences()
        review.reviewStopDetection()
        review.reviewStops()
        review.reviewMotionService()
        review.reviewTermination()
        review.reviewHeartbeat()
        review.reviewSchedule()
        review.reviewNotification()
        review.reviewRationale()
        review.reviewUpload()
        review.reviewBatches()
        review.reviewStorage()
        review.reviewUnused()
        review.reviewTemplates()
        review.reviewAuthorization()
        review.reviewLogger()
        return review.warnings
    }
}

struct ConfigReview {
    let config: TrackingConfig
    let app: AppFacts
    private(set) var warnings: [ConfigurationWarning] = []

    private let changed: ConfigPatch
    private let given: ConfigPatch

    init(of config: TrackingConfig, app: AppFacts, given: ConfigPatch) {
        self.config = config
        self.app = app
        self.given = given
        changed = config.changes
    }

    var isIOS: Bool { config.platform == .ios }
    var isAndroid: Bool { config.platform == .android }
    var geolocation: GeolocationConfig { config.geolocation }
    var activity: ActivityConfig { config.activity }

    /// Whether an option differs from its default.
    func isChanged(_ path: String) -> Bool { changed[path] != nil }

    /// Whether the app named an option, or it differs from its default.
    func isSet(_ path: String) -> Bool { isChanged(path) || given[path] != nil }

    mutating func warn(_ code: ConfigurationWarning.Code, _ option: String, _ message: String) {
        warnings.append(ConfigurationWarning(code, option, message))
    }
}

extension ConfigReview {
    /// Transistor, ActivityConfig.stopDetectionDelay (debug); Transistor types, LoggerConfig.
    mutating func reviewLogger() {
        if config.logger.debug {
            warn(
                .surprising,
                "logger.debug",
                "the phone plays sounds and shows notifications; disable it before a release"
            )
            if isIOS, app.hasAudioBackgroundMode != true {
                warn(.needsApp, "logger.debug", "in the background its sounds need the background mode Audio")
            }
        }
        if config.logger.logLevel >= .debug {
            warn(.costly, "logger.logLevel", "the log grows by megabytes; use error or less in a release")
        }
        if config.logger.logLevel == .off, isChanged("logger.logMaxDays") {
            warn(.needsOption, "logger.logMaxDays", "nothing is logged; set `logger.logLevel`")
        }
    }
}

extension ConfigReview {
    /// The notification's options that are stored without a visible effect (Transistor types, NotificationConfig).
    mutating func reviewNotification() {
        guard isAndroid else { return }
        if isChanged("app.notification.sticky") {
            warn(
                .ignored,
                "app.notification.sticky",
                "the notification is shown as long as tracking is on, moving or not, regardless of this option"
            )
        }
        for (name, what) in [("layout", "a layout"), ("strings", "texts for a layout"), ("actions", "buttons")] {
            let path = "app.notification.\(name)"
            guard isChanged(path) else { continue }
            warn(.ignored, path, "\(what) of the app is not shown; only title, text, icons, colour and priority are")
        }
    }
}

extension ConfigReview {
    /// Transistor types, PersistenceConfig.locationTemplate and HttpConfig.rootProperty.
    mutating func reviewTemplates() {
        if let text = config.persistence.locationTemplate { review(RecordTemplate(text), of: .location) }
        if let text = config.persistence.geofenceTemplate { review(RecordTemplate(text), of: .geofence) }
        // A list at the root has no place for other members.
        if config.http.rootProperty == ".", config.http.batchSync, !config.http.params.isEmpty {
            warn(
                .conflict,
                "http.params",
                "batches at the root (`http.rootProperty` \".\") are a list, and the values get lost"
            )
        }
    }

    private mutating func review(_ template: RecordTemplate, of subject: WireTemplate.Subject) {
        let path = "persistence.\(subject.rawValue)"
        for tag in template.tags where !subject.tags.contains(where: { $0.rawValue == tag.name }) {
            warn(.unknownKey, path, "there is no tag `\(tag.name)`")
        }
        for tag in template.tags where WireTag(rawValue: tag.name)?.isText == true && !tag.isQuoted {
            warn(.surprising, path, "`\(tag.name)` is a string without quotation marks: the record is not JSON")
        }
        if template.isList, config.http.rootProperty == ".", !config.http.params.isEmpty {
            warn(.conflict, path, "a list at the root (`http.rootProperty` \".\") loses `http.params`")
        }
    }
}

/// The tags of a template, valid or not; `WireTemplate` refuses an invalid one at the first fault.
private struct RecordTemplate {
    private(set) var tags: [(name: String, isQuoted: Bool)] = []
    /// Whether the template gives a list rather than an object.
    let isList: Bool

    init(_ text: String) {
        isList = text.first { !$0.isWhitespace } == "["
        var isInText = false
        var rest = text[...]
        while let start = rest.firstRange(of: "<%="), let end = rest[start.upperBound...].firstRange(of: "%>") {
            isInText = isInText != WireTemplate.togglesText(rest[..<start.lowerBound])
            let name = rest[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
            tags.append((String(name), isInText))
            rest = rest[end.upperBound...]
        }
    }
}

extension ConfigReview {
    /// Options of the other platform (Transistor, ActivityConfig and AppConfig, the platform notes).
    mutating func reviewPlatform() {
        for option in ConfigOption.all where isChanged(option.path) && !option.platforms.contains(config.platform) {
            let others = option.platforms.map(\.displayName).joined(separator: " and ")
            let reason = Self.reasons[option.path].map { ": \($0)" } ?? ""
            warn(
                .ignoredByPlatform,
                option.path,
                "\(config.platform.displayName) ignores it; it is an option of \(others)\(reason)"
            )
        }
    }

    /// Why an option is of one platform alone, where its name does not show it.
    private static let reasons = [
        "activity.activityRecognitionInterval": "Core Motion reports changes by itself and takes no interval"
    ]

    mutating func reviewLimits() {
        for option in ConfigOption.all where option.platforms.contains(config.platform) {
            guard let limits = option.limits(on: config.platform), let number = option.value(in: config).number,
                let used = limits.applied(to: number), used != number
            else { continue }
            let unit = option.unit.map { " \($0.rawValue)" } ?? ""
            let set = ConfigValue.number(number).document
            let instead = ConfigValue.number(used).document
            warn(
                .clamped,
                option.path,
                "\(set)\(unit) is not supported on \(config.platform.displayName) (\(limits)), and "
                    + "\(instead)\(unit) is used"
            )
        }
    }
}

extension Platform {
    fileprivate var displayName: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}

extension ConfigReview {
    /// Transistor types, AuthorizationConfig.
    mutating func reviewAuthorization() {
        let authorization = config.authorization
        guard authorization != AuthorizationConfig() else { return }
        if !config.uploads {
            warn(.needsOption, "authorization.accessToken", "there is no upload for the token; set `http.url`")
        }
        if (authorization.accessToken ?? "").isEmpty {
            warn(.needsOption, "authorization.accessToken", "the other options of the group do nothing without a token")
        } else if config.http.headers.keys.contains(where: { $0.lowercased() == "authorization" }) {
            warn(.conflict, "http.headers", "the header Authorization is set from the token; omit it")
        }
        reviewRefresh(authorization)
    }

    private mutating func reviewRefresh(_ authorization: AuthorizationConfig) {
        let isWanted =
            authorization.refreshUrl != nil || authorization.refreshToken != nil
            || !authorization.refreshPayload.isEmpty
            || authorization.refreshHeaders != nil || config.tokenExpiry != nil
        guard isWanted else { return }
        if !config.canRefreshToken {
            let parts: [(path: String, isMissing: Bool)] = [
                ("authorization.refreshUrl", (authorization.refreshUrl ?? "").isEmpty),
                ("authorization.refreshToken", (authorization.refreshToken ?? "").isEmpty),
                ("authorization.refreshPayload", authorization.refreshPayload.isEmpty),
            ]
            for (path, isMissing) in parts where isMissing {
                warn(.missingKey, path, "a new token can't be requested without it; an expired one stops all uploads")
            }
        }
        let hasTag = authorization.refreshPayload.values.contains { $0.contains(AuthorizationConfig.refreshTokenTag) }
        if !authorization.refreshPayload.isEmpty, !hasTag {
            warn(
                .surprising,
                "authorization.refreshPayload",
                "no field has {refreshToken}, so that the token is not sent"
            )
        }
        if authorization.strategy == .sas {
            warn(
                .surprising,
                "authorization.strategy",
                "the app must renew a shared access signature itself, before it ends"
            )
        }
    }
}

/// Facts about the app that a configuration is for.
///
/// An unknown fact (`nil`) causes a warning only where an option depends on it; a fact that is known to be right
/// suppresses that warning, and one that is known to be wrong causes it even where no option was changed.
public struct AppFacts: Hashable, Sendable {
    /// Whether the `Info.plist` gives a reason for the motion service (`NSMotionUsageDescription`).
    public var hasMotionUsageDescription: Bool?
    /// Whether the app may use location in the background on iOS (`UIBackgroundModes` has `location`).
    public var hasLocationBackgroundMode: Bool?
    /// Whether the app may play sounds in the background on iOS (`UIBackgroundModes` has `audio`).
    public var hasAudioBackgroundMode: Bool?
    /// Whether the Android manifest requests Physical Activity (`ACTIVITY_RECOGNITION`).
    public var hasActivityRecognitionPermission: Bool?
    /// The phone's Android API level; 30 is Android 11.
    public var androidAPILevel: Int?
    /// Whether the app registers geofences.
    public var usesGeofences: Bool?
    /// Whether the app calls `startSchedule`.
    public var startsSchedule: Bool?

    /// An app without known facts.
    public init() {}

    /// The API level of Android 11, which removed "Allow all the time" from the system's dialog.
    static let android11 = 30
}
