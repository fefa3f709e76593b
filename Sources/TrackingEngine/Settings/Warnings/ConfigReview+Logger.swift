internal import TrackingModel
import VisitModel

extension ConfigReview {
    /// Reviews the developer's options.
    ///
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
