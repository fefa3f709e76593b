extension AndroidGeofences {
    /// An event that may remove an app's fences.
    public enum WipeCause: String, Hashable, Sendable, CaseIterable {
        /// The phone was rebooted.
        case reboot
        /// The app was uninstalled and installed.
        case reinstall
        /// The app's data was cleared in the settings.
        case appDataCleared = "app_data_cleared"
        /// The data of Play services was cleared in the settings.
        case playDataCleared = "play_data_cleared"
        /// The network location provider was switched off: the app receives status 1000.
        case notAvailable = "not_available"
        /// The app was replaced by a newer version.
        case appUpdated = "app_updated"
        /// The app's process was ended by the system.
        case processKilled = "process_killed"
        /// Play services were updated or restarted, or their location process crashed.
        case playServicesUpdated = "play_services_updated"
        /// The member force-stopped the app: its fences stay, but nothing is delivered until it is opened.
        case forceStopped = "force_stopped"
    }

    /// Removes the fences if the cause does so.
    ///
    /// Google, "Create and monitor geofences", "Re-register geofences only when required". That list does not mention
    /// an update of the app, which `AndroidGeofenceProfile.losesOnAppUpdate` decides, nor a forced stop.
    ///
    /// - Parameter cause: the event.
    /// - Returns: whether any fence was lost; after `notAvailable` the app then receives status 1000.
    @discardableResult
    public mutating func wipe(for cause: WipeCause) -> Bool {
        guard profile.losesFences(on: cause) else { return false }
        if cause == .reboot {
            // The system's own state is lost as well.
            lastReading = nil
            additions = []
        }
        defer { fences = [] }
        return !fences.isEmpty
    }
}

extension AndroidGeofenceProfile {
    /// Returns whether an event removes an app's fences.
    ///
    /// - Parameter cause: the event.
    /// - Returns: true if they have to be added again.
    public func losesFences(on cause: AndroidGeofences.WipeCause) -> Bool {
        switch cause {
        case .reboot, .reinstall, .appDataCleared, .playDataCleared, .notAvailable: true
        case .appUpdated: losesOnAppUpdate
        case .processKilled, .playServicesUpdated, .forceStopped: false
        }
    }
}
