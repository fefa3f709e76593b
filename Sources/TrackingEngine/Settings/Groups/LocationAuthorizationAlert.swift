internal import TrackingModel
/// The texts of the alert that iOS shows for an insufficient location permission.
///
/// All five belong together: a missing one is shown empty. Transistor types, GeoConfig.locationAuthorizationAlert.
public struct LocationAuthorizationAlert: Hashable, Sendable, Codable {
    /// The title where location services are switched off for the app; not set by default.
    public var titleWhenNotEnabled: String?
    /// The title where location services are switched off for the phone; not set by default.
    public var titleWhenOff: String?
    /// The instructions for the member; not set by default.
    public var instructions: String?
    /// The button that dismisses the alert; not set by default.
    public var cancelButton: String?
    /// The button that opens Settings; not set by default.
    public var settingsButton: String?

    /// The alert with the SDK's own texts.
    public init() {}

    /// All texts, set or not.
    var texts: [String?] { [titleWhenNotEnabled, titleWhenOff, instructions, cancelButton, settingsButton] }
}
