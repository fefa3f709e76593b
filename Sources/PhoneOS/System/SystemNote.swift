public import VisitModel

/// An action of the simulated system, for a readable timeline.
public enum SystemNote: Hashable, Sendable {
    /// Regions were added.
    case added([RegionID])
    /// Regions were removed at the app's request.
    case removed([RegionID])
    /// A request of these regions was refused.
    case refused([RegionID], PhoneError)
    /// Regions were lost without the app's request.
    case lost([RegionID], Loss)
    /// A transition was decided; the delivery contains both times.
    case decided(RegionDelivery)
    /// A transition could not be delivered.
    case dropped(RegionDelivery, Obstacle)
    /// The app's state changed.
    case app(AppState)
    /// The app was launched.
    case launched(LaunchReason)
    /// The phone was switched off.
    case switchedOff
    /// The phone has booted and waits for its first unlock.
    case started
    /// The phone was unlocked for the first time since it was booted.
    case unlocked
    /// The app was replaced by a newer version.
    case updated
    /// The app was uninstalled and installed again.
    case reinstalled
    /// A setting changed: its name and its value.
    case changed(String, String)
    /// A notification was shown.
    case showed(Notice)

    /// The cause of a loss of regions.
    public enum Loss: String, Hashable, Sendable, CaseIterable {
        /// The phone was rebooted.
        case reboot
        /// The app was updated.
        case appUpdate = "app_update"
        /// The app was uninstalled.
        case uninstall
        /// The app's data was cleared.
        case appDataCleared = "app_data_cleared"
        /// The data of Google Play services was cleared.
        case playDataCleared = "play_data_cleared"
        /// Location was switched off.
        case locationOff = "location_off"
        /// Google Play services were removed.
        case playServicesMissing = "play_services_missing"
    }

    /// The reason why a transition was not delivered.
    public enum Obstacle: String, Hashable, Sendable, CaseIterable {
        /// The member ended the app, and the system no longer launches it.
        case forceQuit = "force_quit"
        /// The app lacks the permission to receive it in the background.
        case permission
        /// Location is off.
        case locationOff = "location_off"
        /// The phone is off.
        case phoneOff = "phone_off"
        /// The app is not installed.
        case notInstalled = "not_installed"
    }
}
