public import PhoneOS
public import VisitModel

/// Something that the simulated system did, for the timeline that a person reads.
public enum SystemNote: Hashable, Sendable {
    /// Regions were added.
    case added([RegionID])
    /// Regions were removed because the app asked for it.
    case removed([RegionID])
    /// A request was refused; the regions it was about.
    case refused([RegionID], PhoneError)
    /// Regions were lost without the app's doing; why.
    case lost([RegionID], Loss)
    /// A transition was decided: when, and when it is handed over.
    case decided(RegionDelivery)
    /// A transition could not be handed over, and why.
    case dropped(RegionDelivery, Obstacle)
    /// The app went from one state to another.
    case app(AppState)
    /// The app was started.
    case launched(LaunchReason)
    /// The phone was switched off.
    case switchedOff
    /// The phone has started and waits for its first unlock.
    case started
    /// The phone was unlocked for the first time since it started.
    case unlocked
    /// The app was replaced by a newer version.
    case updated
    /// The app was removed and installed anew.
    case reinstalled
    /// A setting changed: its name and its value.
    case changed(String, String)
    /// A notification was shown.
    case showed(Notice)

    /// Why regions were lost.
    public enum Loss: String, Hashable, Sendable, CaseIterable {
        /// The phone was restarted.
        case reboot
        /// The app was updated.
        case appUpdate = "app_update"
        /// The app was removed.
        case reinstall
        /// The app's data was cleared.
        case appDataCleared = "app_data_cleared"
        /// The data of Google Play services was cleared.
        case playDataCleared = "play_data_cleared"
        /// Location was switched off.
        case locationOff = "location_off"
        /// Google Play services went missing.
        case playServicesMissing = "play_services_missing"
    }

    /// Why a transition was not handed over.
    public enum Obstacle: String, Hashable, Sendable, CaseIterable {
        /// The member ended the app, and this system then starts it no more.
        case forceQuit = "force_quit"
        /// The app may not have it in the background.
        case permission
        /// Location is off.
        case locationOff = "location_off"
        /// The phone is off.
        case phoneOff = "phone_off"
        /// The app is not installed.
        case notInstalled = "not_installed"
    }
}
