public import TrackingModel
public import VisitModel

extension TrackingConfig {
    /// Everything about the options that works and may not do what was meant.
    ///
    /// The documented defaults of a platform give none.
    ///
    /// - Parameters:
    ///   - platform: the phone's; `nil` for the configuration's own. For another one the settings are moved to it.
    ///   - app: what is known of the app.
    ///   - given: the options that the app named, even where it gave them their defaults.
    /// - Returns: the warnings, in the order of the catalogue's groups, each with the option that it is about.
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

/// A look at a configuration, one concern after the other.
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

    /// Whether an option is not at its default.
    func isChanged(_ path: String) -> Bool { changed[path] != nil }

    /// Whether the app named an option, or it is not at its default.
    func isSet(_ path: String) -> Bool { isChanged(path) || given[path] != nil }

    mutating func warn(_ code: ConfigurationWarning.Code, _ option: String, _ message: String) {
        warnings.append(ConfigurationWarning(code, option, message))
    }
}
