extension AndroidGeofences {
    /// Something that may lose an app's fences.
    public enum WipeCause: String, Hashable, Sendable, CaseIterable {
        /// The phone was started anew.
        case reboot
        /// The app was uninstalled and installed.
        case reinstall
        /// The app's data was cleared in the settings.
        case appDataCleared = "app_data_cleared"
        /// The data of Play services was cleared in the settings.
        case playDataCleared = "play_data_cleared"
        /// The network's location provider was switched off: the app hears of status 1000.
        case notAvailable = "not_available"
        /// The app was replaced by a newer version.
        case appUpdated = "app_updated"
        /// The app's process was ended by the system.
        case processKilled = "process_killed"
        /// Play services were updated or started anew, or their location process crashed.
        case playServicesUpdated = "play_services_updated"
        /// The member forced the app to stop: its fences stay, but nothing is delivered until it is opened.
        case forceStopped = "force_stopped"
    }

    /// Forgets the fences where the cause loses them.
    ///
    /// Google, "Create and monitor geofences", "Re-register geofences only when required". That list is silent about an
    /// update of the app, which `AndroidGeofenceProfile.losesOnAppUpdate` decides, and about a forced stop.
    ///
    /// - Parameter cause: what happened.
    /// - Returns: whether any fence was lost. After `notAvailable` that is when the app is to be told of status 1000.
    @discardableResult
    public mutating func wipe(for cause: WipeCause) -> Bool {
        guard profile.losesFences(on: cause) else { return false }
        if cause == .reboot {
            // The system's own memory goes as well.
            lastReading = nil
            additions = []
        }
        defer { fences = [] }
        return !fences.isEmpty
    }
}

extension AndroidGeofenceProfile {
    /// Whether something loses an app's fences.
    ///
    /// - Parameter cause: what happened.
    /// - Returns: true where they have to be added again.
    public func losesFences(on cause: AndroidGeofences.WipeCause) -> Bool {
        switch cause {
        case .reboot, .reinstall, .appDataCleared, .playDataCleared, .notAvailable: true
        case .appUpdated: losesOnAppUpdate
        case .processKilled, .playServicesUpdated, .forceStopped: false
        }
    }
}
