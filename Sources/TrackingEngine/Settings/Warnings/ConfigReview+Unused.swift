internal import TrackingModel
internal import VisitModel

extension ConfigReview {
    /// Options that are stored and not used, on any platform that has them.
    mutating func reviewUnused() {
        let alert = "no alert of an insufficient permission is shown; listen to onProviderChange and show it in the app"
        let unused = [
            "geolocation.filter.kalmanDebug": "the smoothing's inner state is not logged",
            "geolocation.filter.filterDebug":
                "the filter has no log of its own; with `logger.logLevel` debug each rejected or moved fix is logged "
                + "anyway, with the reason",
            "geolocation.disableLocationAuthorizationAlert": alert,
            "persistence.timestampFormat":
                "the documents list no formats; the time of storing is always ISO 8601 with milliseconds, in UTC",
        ]
        let texts = ConfigOption.locationAuthorizationAlert.map(\.path)
        for option in ConfigOption.all where isChanged(option.path) && option.platforms.contains(config.platform) {
            guard let message = unused[option.path] ?? (texts.contains(option.path) ? alert : nil) else { continue }
            warn(.ignored, option.path, message)
        }
    }
}
