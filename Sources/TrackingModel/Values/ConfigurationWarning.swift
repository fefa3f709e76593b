/// A warning of a valid configuration that may not do what its author intended.
///
/// An invalid configuration is an error instead. A warning never changes the effect of a configuration.
public struct ConfigurationWarning: Hashable, Sendable, Codable {
    /// The kind of a warning; stable, for programs.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        // Missing and superfluous keys.
        /// A key that a document should contain is missing, and a default is used.
        case missingKey = "missing_key"
        /// A key unknown on every platform.
        case unknownKey = "unknown_key"
        /// A key of newer versions, which is ignored.
        case unsupportedKey = "unsupported_key"
        /// A deprecated option.
        case deprecated

        /// A time so far off that its unit was likely mistaken.
        case implausibleTime = "implausible_time"

        /// The value is outside the supported range, and another is used.
        case clamped

        // Options without effect.
        /// An option of the other platform.
        case ignoredByPlatform = "ignored_by_platform"
        /// An option that is stored and not used.
        case ignored
        /// An option that another one disables.
        case withoutEffect = "without_effect"

        /// An option that has no effect without another one.
        case needsOption = "needs_option"
        /// An option that has no effect without a permission, or without a capability of the app.
        case needsApp = "needs_app"

        // Unintended effects.
        /// Two options conflict.
        case conflict
        /// Something continues, or ends, unexpectedly.
        case surprising
        /// A high power consumption.
        case costly
        /// A bubble is requested without a radius.
        case bubbleWithoutRadius = "bubble_without_radius"
        /// A bubble so small that noise exceeds it.
        case smallBubble = "small_bubble"
        /// Only one half of the stop rule is given.
        case incompleteStopRule = "incomplete_stop_rule"
        /// No configured source can detect that the device has stopped.
        case noStopDetection = "no_stop_detection"
        /// No configured source triggers the next update.
        case nothingWakes = "nothing_wakes"
        /// Fences are requested from the server with a limit of none.
        case noFenceLimit = "no_fence_limit"
        /// The fastest interval is longer than the desired one.
        case fastestAboveDesired = "fastest_above_desired"
        /// Tracking ends before it begins.
        case emptyPeriod = "empty_period"
        /// Nothing is uploaded in normal operation.
        case nothingUploaded = "nothing_uploaded"

        // Restrictions of the system.
        /// The app was built without a background mode that the options need.
        case missingBackgroundMode = "missing_background_mode"
        /// Updates are requested more often than the system delivers them in the background.
        case missingForegroundService = "missing_foreground_service"
        /// The app may be listed as one that wakes the phone too often.
        case vitalsThresholds = "vitals_thresholds"
        /// Updates may arrive much later than requested.
        case delayedUpdates = "delayed_updates"
    }

    /// The kind of the warning.
    public let code: Code
    /// The option or key, as spelt in the document, for instance `activity.stopOnStationary`.
    public let option: String
    /// A sentence for the user, without a final full stop: the effect and what to do about it.
    public let message: String

    /// Creates a warning.
    public init(_ code: Code, _ option: String, _ message: String) {
        self.code = code
        self.option = option
        self.message = message
    }
}

extension ConfigurationWarning: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
