public import PhoneOS
public import VisitModel

/// The explanation that a member reads before the system prompts, or before Settings are opened.
///
/// "Always explain why each permission is needed before prompting" (Gym Visits): an unexplained prompt is refused, and
/// iOS shows it only once.
public struct PermissionExplanation: Hashable, Sendable {
    /// The permission that is explained.
    public let permission: Permission
    /// The title.
    public let title: String
    /// The reason for the permission, and what to tap.
    public let text: String
    /// The text of the button that leads to the prompt or to Settings; `nil` for the app's own words.
    public let positiveAction: String?
    /// The text of the button that puts the explanation off; `nil` for the app's own words.
    public let negativeAction: String?

    /// Creates an explanation, with the app's own words on its buttons by default.
    public init(
        permission: Permission,
        title: String,
        text: String,
        positiveAction: String? = nil,
        negativeAction: String? = nil
    ) {
        self.permission = permission
        self.title = title
        self.text = text
        self.positiveAction = positiveAction
        self.negativeAction = negativeAction
    }

    /// Returns the default text before a prompt, which an app may replace.
    public static func beforePrompt(
        _ permission: Permission,
        on platform: Platform,
        _ version: OSVersion
    ) -> PermissionExplanation {
        switch permission {
        case .fineLocation:
            PermissionExplanation(
                permission: permission,
                title: "Your location",
                text: platform == .ios
                    ? "Visits are counted when you are at one of your places. Tap Allow While Using App, with Precise on."
                    : "Visits are counted when you are at one of your places. Tap Precise, then While using the app."
            )
        case .backgroundLocation:
            PermissionExplanation(
                permission: permission,
                title: "Your location all the time",
                text: backgroundText(platform, version)
            )
        case .notifications:
            PermissionExplanation(
                permission: permission,
                title: "Notifications",
                text: "You get a notification when a visit has started and when it was recorded. Tap Allow."
            )
        case .physicalActivity:
            PermissionExplanation(
                permission: permission,
                title: "Physical activity",
                text:
                    """
                    Knowing when you are not moving saves battery and makes the times of a visit more exact. Tap \
                    Allow.
                    """
            )
        }
    }

    private static func backgroundText(_ platform: Platform, _ version: OSVersion) -> String {
        let reason = "Most visits happen with the phone in a pocket or a locker."
        if Permission.backgroundLocation.opensSettings(on: platform, version: version) {
            return "\(reason) On the page that opens, tap Allow all the time."
        }
        switch platform {
        case .ios: return "\(reason) Tap Change to Always Allow."
        case .android: return "\(reason) Tap Allow all the time."
        }
    }

    /// Returns the default text before Settings are opened, if no prompt is left: what to switch on there.
    public static func beforeSettings(_ permission: Permission, on platform: Platform) -> PermissionExplanation {
        let place =
            switch permission {
            case .fineLocation: platform == .ios ? "Location > While Using the App" : "Permissions > Location"
            case .backgroundLocation:
                platform == .ios ? "Location > Always" : "Permissions > Location > Allow all the time"
            case .notifications: "Notifications"
            case .physicalActivity: platform == .ios ? "Motion & Fitness" : "Permissions > Physical activity"
            }
        return PermissionExplanation(
            permission: permission,
            title: "One switch in Settings",
            text: "Without it visits can't be counted as they should. In the settings of this app: \(place)."
        )
    }
}
