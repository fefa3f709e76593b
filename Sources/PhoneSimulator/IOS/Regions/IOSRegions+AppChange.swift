/// An event of an app or its phone while regions are monitored.
public enum IOSAppChange: Hashable, Sendable, CaseIterable {
    /// The phone was rebooted: the regions stay, the first unlock is awaited (`IOSConditions`).
    case rebooted
    /// The app was replaced by a newer version: everything stays.
    case appUpdated
    /// The app's process ended, by the system, by itself or by the member: everything stays, monitoring continues.
    case appEnded
    /// The app was uninstalled: nothing stays, including regions of other code.
    case appUninstalled
}

extension IOSRegions {
    /// Applies an event of the app or its phone.
    ///
    /// Regions belong to the app and are kept by the system, so they survive everything but the app's removal (Apple,
    /// "Monitoring the user's proximity to geographic regions").
    ///
    /// - Parameter change: the event.
    public mutating func note(_ change: IOSAppChange) {
        switch change {
        case .rebooted: forgetPosition()
        case .appUpdated, .appEnded: break
        case .appUninstalled:
            watched = []
            removals = [:]
            foreignRegions = 0
            forgetPosition()
        }
    }
}
