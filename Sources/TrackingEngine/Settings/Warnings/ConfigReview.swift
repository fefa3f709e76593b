public import TrackingModel
public import VisitModel

extension TrackingConfig {
    /// Warnings of options that are valid and may not do what was intended.
    ///
    /// The documented defaults of a platform cause none.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system; `nil` for the configuration's own. The settings are converted to
    ///     another one.
    ///   - app: facts about the app.
    ///   - given: the options that the app named, even if it gave them their defaults.
    /// - Returns: the warnings, in the order of the catalogue's groups, each with its option.
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
        review.reviewTemplates()
        review.reviewAuthorization()
        review.reviewLogger()
        return review.warnings
    }
}

/// A review of a configuration, one concern after the other.
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
