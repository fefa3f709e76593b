public import VisitModel

/// Something that a phone's operating system tells an app.
public enum PhoneSignal: Hashable, Sendable {
    /// The app was started, and why; a new process that remembers nothing.
    case launched(LaunchReason)
    /// The app came to the screen or left it, or was ended.
    case appStateChanged(AppState)
    /// The member swiped the app away from the recent apps (Android, `Service.onTaskRemoved`): its screens are gone, and its
    /// process goes on for as long as a foreground service runs.
    case taskRemoved

    /// A location reading that was asked for.
    case fix(Fix, LocationSource)
    /// The system turned the readings that were asked for off, because the phone rests (iOS,
    /// `locationManagerDidPauseLocationUpdates`).
    case locationUpdatesPaused
    /// It turned them on again by itself (iOS, `locationManagerDidResumeLocationUpdates`).
    case locationUpdatesResumed
    /// Transitions of regions, several at once where the system found them together, with the reading that told of it.
    case regionTransition([RegionID], RegionTransition, Fix?)
    /// The answer to `requestState`.
    case regionState(RegionID, RegionState)
    /// A region is not watched, and why; `nil` is about all (Android: every registration is gone).
    case regionFailed(RegionID?, PhoneError)
    /// The member arrived somewhere or left (iOS's `CLVisit`): the departure is `nil` while the stay goes on.
    case visit(Coordinate, accuracyMeters: Double, arrival: Timestamp, departure: Timestamp?)
    /// What the member is doing, and how sure the system is in percent.
    case activity(Activity, confidence: Int)

    /// Location services were switched on or off for the whole phone, or the app's share in them changed.
    case locationServicesChanged(isOn: Bool)
    /// The member or an administrator changed a permission, in the settings or by the answer to a prompt of the app.
    case permissionChanged(Permission, PermissionStatus)
    /// The member changed how exactly the app may see where they are.
    case precisionChanged(LocationPrecision)
    /// Google Play services came, went or were updated.
    case playServicesChanged(PlayServices)

    /// The power situation changed.
    case powerChanged(PowerState)
    /// The connection to the internet came or went.
    case connectivityChanged(Connectivity)
    /// A time for background work has come: some seconds to run.
    case backgroundFetch
    /// A timer of the process is due.
    case timer(String)
    /// An alarm of the app is due (Android).
    case alarm(String)
    /// The time for a background task is nearly over: one that is not ended now costs the process (iOS).
    case backgroundTaskExpiring(String)
    /// The phone shows its times in another zone.
    case timeZoneChanged(TimeZoneName)
}

/// A transition of a region.
public enum RegionTransition: String, Hashable, Sendable, CaseIterable {
    /// Going in.
    case enter
    /// Going out.
    case exit
    /// Having stayed inside (Android).
    case dwell
}

/// Which of the system's services made a reading.
public enum LocationSource: String, Hashable, Sendable, CaseIterable {
    /// The updates that the app asked for.
    case updates
    /// The significant-change service.
    case significantChange = "significant_change"
    /// One reading that was asked for.
    case single
    /// The reading that a region's transition came with.
    case region
}
