/// Something in a configuration that can be used, and that its author may not have meant.
///
/// What can't be used is an error instead. A warning never changes what a configuration does.
public struct ConfigurationWarning: Hashable, Sendable, Codable {
    /// What kind of thing it is; stable, for programs.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        // What a document lacks or has too much of.
        /// A key that a document should declare is missing, and a default takes its place.
        case missingKey = "missing_key"
        /// A key that no platform knows.
        case unknownKey = "unknown_key"
        /// A key of newer versions, which is read over.
        case unsupportedKey = "unsupported_key"
        /// An option whose time is over.
        case deprecated

        /// A time so far off that its unit was likely mistaken.
        case implausibleTime = "implausible_time"

        /// The value is outside what is supported, and another is used.
        case clamped

        // What an option does not do here.
        /// An option of the other platform.
        case ignoredByPlatform = "ignored_by_platform"
        /// An option that is stored and that nothing acts on.
        case ignored
        /// An option that another one switches off.
        case withoutEffect = "without_effect"

        /// An option that does nothing without another one.
        case needsOption = "needs_option"
        /// An option that does nothing without a permission, or without something that the app is built with.
        case needsApp = "needs_app"

        // What will not work as it reads.
        /// Two options work against each other.
        case conflict
        /// Something goes on, or ends, that one might not expect.
        case surprising
        /// It costs much power.
        case costly
        /// A bubble is wanted and has no radius.
        case bubbleWithoutRadius = "bubble_without_radius"
        /// A bubble so small that it is left by noise.
        case smallBubble = "small_bubble"
        /// Of the two halves of the stop rule only one is given.
        case incompleteStopRule = "incomplete_stop_rule"
        /// Nothing can ever find that the device has stopped.
        case noStopDetection = "no_stop_detection"
        /// Nothing makes the next update come.
        case nothingWakes = "nothing_wakes"
        /// Fences are wanted from the server, and none of them.
        case noFenceLimit = "no_fence_limit"
        /// The fastest interval is above the desired one.
        case fastestAboveDesired = "fastest_above_desired"
        /// Tracking ends before it begins.
        case emptyPeriod = "empty_period"
        /// Nothing is uploaded in the ordinary course.
        case nothingUploaded = "nothing_uploaded"

        // What the system will say to it.
        /// The app was built without a background mode that the options need.
        case missingBackgroundMode = "missing_background_mode"
        /// Updates are wanted more often than the system gives them in the background.
        case missingForegroundService = "missing_foreground_service"
        /// The app may be listed as one that wakes the phone too often.
        case vitalsThresholds = "vitals_thresholds"
        /// Updates may come much later than asked for.
        case delayedUpdates = "delayed_updates"
    }

    /// What kind of thing it is.
    public let code: Code
    /// The option or key it is about, as the document spells it.
    public let option: String
    /// What will happen and what to do about it, as a sentence for a person, without a final full stop.
    public let message: String

    /// Makes a warning.
    ///
    /// - Parameters:
    ///   - code: what kind of thing it is.
    ///   - option: the option or key, as the document spells it, for instance `activity.stopOnStationary`.
    ///   - message: what will happen and what to do, without a final full stop.
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
