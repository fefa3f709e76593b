public import VisitModel

/// Something that a phone asks its owner before it gives it to an app.
public enum Permission: String, Hashable, Sendable, CaseIterable {
    /// Location while the app is in use.
    case fineLocation = "fine_location"
    /// Location at any time: iOS's Always, Android 10's "all the time".
    case backgroundLocation = "background_location"
    /// Showing notifications.
    case notifications
    /// What the member is doing: iOS's Motion & Fitness, Android 10's physical activity.
    case physicalActivity = "physical_activity"

    /// Whether a system asks for it at all; where it does not, it is always granted.
    ///
    /// Background location and physical activity came with Android 10, notifications with Android 13 (Google, "Request
    /// location permissions", "Notification runtime permission").
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - version: its version.
    /// - Returns: false where an app has it without asking.
    public func isAsked(on platform: Platform, _ version: OSVersion) -> Bool {
        switch (platform, self) {
        case (.ios, _), (.android, .fineLocation): true
        case (.android, .backgroundLocation), (.android, .physicalActivity): version >= OSVersion(10)
        case (.android, .notifications): version >= OSVersion(13)
        }
    }

    /// Whether a system opens a page of the settings when an app asks for it, where it has no prompt to show.
    ///
    /// So it is with background location from Android 11 on (Google, "Request location permissions": the system's dialog
    /// holds no "Allow all the time" any more).
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - version: its version.
    /// - Returns: false where a prompt is shown.
    public func isAskedInSettings(on platform: Platform, _ version: OSVersion) -> Bool {
        platform == .android && self == .backgroundLocation && version >= OSVersion(11)
    }
}

/// Where an app stands with a permission.
public enum PermissionStatus: String, Hashable, Sendable, CaseIterable {
    /// The app has it.
    case granted
    /// The app does not have it; on Android it may ask again, on iOS only before it was ever asked.
    case denied
    /// The app does not have it and can't ask: refused twice on Android, refused by the phone's administrator on iOS.
    /// Only Settings help.
    case restricted
}

/// How exactly a member lets an app see where they are.
public enum LocationPrecision: String, Hashable, Sendable, CaseIterable {
    /// As exactly as the phone knows.
    case full
    /// Within some kilometres (iOS 14's reduced accuracy, Android 12's approximate location): no region is monitored.
    case reduced
}

/// The permissions of one app.
///
/// Whatever changes one of them, a prompt of the app's own included, is told as `PhoneSignal.permissionChanged` too.
public protocol PhonePermissions: Sendable {
    /// Where the app stands with a permission.
    func status(of permission: Permission) -> PermissionStatus
    /// Whether the system would still show a prompt, rather than answering by itself.
    func canPrompt(for permission: Permission) -> Bool
    /// How exactly the app may see where the member is.
    var locationPrecision: LocationPrecision { get }

    /// Shows the system's prompt, or the settings page where the system has none (Android 11's background location).
    ///
    /// What the answer changes has to reach the signal handler too, as `PhoneSignal.permissionChanged`: whoever watches
    /// places takes up again what a missing permission kept from being watched, and hears of it by no other way. iOS calls
    /// `locationManagerDidChangeAuthorization(_:)` after its prompts as after Settings, so that passing that on is enough.
    /// Android tells the app nothing: an adapter has to compare the statuses when a request comes back and each time the app
    /// comes to the screen, and make the signal itself.
    ///
    /// - Returns: where the app stands afterwards.
    /// - Throws: `PhoneError` where the app lacks what the system wants first, for instance a usage description.
    func request(_ permission: Permission) async throws -> PermissionStatus

    /// Shows the app's page in the phone's settings.
    func openAppSettings() async
}
