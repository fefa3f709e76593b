public import VisitModel

/// A permission that an app needs from the phone's owner.
public enum Permission: String, Hashable, Sendable, CaseIterable {
    /// Location while the app is in use.
    case fineLocation = "fine_location"
    /// Location at any time: iOS's Always, Android 10's "all the time".
    case backgroundLocation = "background_location"
    /// Showing notifications.
    case notifications
    /// Motion activity: iOS's Motion & Fitness, Android 10's physical activity.
    case physicalActivity = "physical_activity"

    /// Returns whether a system has this permission; if it does not, it counts as granted.
    ///
    /// Background location and physical activity came with Android 10, notifications with Android 13 (Google, "Request
    /// location permissions", "Notification runtime permission").
    public func needsRequest(on platform: Platform, version: OSVersion) -> Bool {
        switch (platform, self) {
        case (.ios, _), (.android, .fineLocation): true
        case (.android, .backgroundLocation), (.android, .physicalActivity): version >= OSVersion(10)
        case (.android, .notifications): version >= OSVersion(13)
        }
    }

    /// Returns whether a system opens a page of the settings on a request instead of a prompt.
    ///
    /// This is so for background location since Android 11 (Google, "Request location permissions": the system's dialog
    /// no longer contains "Allow all the time").
    public func opensSettings(on platform: Platform, version: OSVersion) -> Bool {
        platform == .android && self == .backgroundLocation && version >= OSVersion(11)
    }
}

/// The status of a permission.
public enum PermissionStatus: String, Hashable, Sendable, CaseIterable {
    /// The app has it.
    case granted
    /// The app does not have it; on Android it may request it again, on iOS only before the first request.
    case denied
    /// The app does not have it and cannot request it: refused twice on Android, refused by the phone's administrator
    /// on iOS. Only Settings can change it.
    case restricted
}

/// The precision of the location that a member allows an app.
public enum LocationPrecision: String, Hashable, Sendable, CaseIterable {
    /// The full precision of the phone.
    case full
    /// Within some kilometres (iOS 14's reduced accuracy, Android 12's approximate location): no region is monitored.
    case reduced
}

/// The permissions of one app.
///
/// Each change, including the result of the app's own prompt, is also signalled as `PhoneSignal.permissionChanged`.
public protocol PhonePermissions: Sendable {
    /// Returns the status of a permission.
    func status(of permission: Permission) -> PermissionStatus
    /// Returns whether the system would still show a prompt instead of answering itself.
    func canPrompt(for permission: Permission) -> Bool
    /// The precision of the location that the app may see.
    var locationPrecision: LocationPrecision { get }

    /// Shows the system's prompt, or the settings page if the system has none (Android 11's background location).
    ///
    /// The change must also reach the signal handler as `PhoneSignal.permissionChanged`: it is the only signal on which
    /// monitoring resumes after a missing permission. iOS calls `locationManagerDidChangeAuthorization(_:)` after its
    /// prompts as after Settings, so forwarding it is enough. Android notifies no app: an adapter must compare the
    /// statuses when a request returns and each time the app enters the foreground, and send the signal itself.
    ///
    /// Returns the status afterwards. Throws `PhoneError` if the app lacks a prerequisite, for instance a usage
    /// description.
    func request(_ permission: Permission) async throws -> PermissionStatus

    /// Opens the app's page in the phone's settings.
    func openAppSettings() async
}
