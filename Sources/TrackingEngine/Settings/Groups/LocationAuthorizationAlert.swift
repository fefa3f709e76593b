internal import TrackingModel

/// The texts of the alert that iOS shows where the permission for location is not enough.
///
/// All five belong together: one that is missing is shown empty. Transistor types,
/// GeoConfig.locationAuthorizationAlert.
public struct LocationAuthorizationAlert: Hashable, Sendable, Codable {
    /// The title where location services are switched off for the app; not set by default.
    public var titleWhenNotEnabled: String?
    /// The title where location services are switched off for the phone; not set by default.
    public var titleWhenOff: String?
    /// What the member should do; not set by default.
    public var instructions: String?
    /// The button that leaves things as they are; not set by default.
    public var cancelButton: String?
    /// The button that opens Settings; not set by default.
    public var settingsButton: String?

    /// The alert with the SDK's own texts.
    public init() {}

    /// All texts, set or not.
    var texts: [String?] { [titleWhenNotEnabled, titleWhenOff, instructions, cancelButton, settingsButton] }
}
