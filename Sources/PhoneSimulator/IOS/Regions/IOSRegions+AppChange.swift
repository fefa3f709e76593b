/// What can happen to an app or its phone while regions are watched for it.
public enum IOSAppChange: Hashable, Sendable, CaseIterable {
    /// The phone was started anew: the regions stay, the first unlock is awaited (`IOSConditions`).
    case rebooted
    /// The app was replaced by a newer version: everything stays.
    case appUpdated
    /// The app's process ended, by the system, by itself or by the member: everything stays, the system watches on.
    case appEnded
    /// The app was removed from the phone: nothing stays, of other code neither.
    case appUninstalled
}

extension IOSRegions {
    /// Hears what happened to the app or its phone.
    ///
    /// Regions belong to the app and are kept by the system, so they outlive everything but the app's removal (Apple,
    /// "Monitoring the user's proximity to geographic regions").
    ///
    /// - Parameter change: what happened.
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
