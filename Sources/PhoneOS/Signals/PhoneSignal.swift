public import VisitModel

/// A signal of a phone's operating system to an app.
public enum PhoneSignal: Hashable, Sendable {
    /// The app was launched, in a new process.
    case launched(LaunchReason)
    /// The app entered or left the foreground, or was ended.
    case appStateChanged(AppState)
    /// The member removed the app from the recent apps (Android, `Service.onTaskRemoved`): its screens are gone, and
    /// its process continues while a foreground service runs.
    case taskRemoved

    /// A requested fix.
    case fix(Fix, LocationSource)
    /// The system paused the requested updates because the phone rests (iOS, `locationManagerDidPauseLocationUpdates`).
    case locationUpdatesPaused
    /// The system resumed the updates (iOS, `locationManagerDidResumeLocationUpdates`).
    case locationUpdatesResumed
    /// Transitions of regions, several if the system detected them together, with the fix that triggered them.
    case regionTransition([RegionID], RegionTransition, Fix?)
    /// The response to `requestState`.
    case regionState(RegionID, RegionState)
    /// A region is not monitored, for the given reason; `nil` means all regions (Android: every registration is gone).
    case regionFailed(RegionID?, PhoneError)
    /// The member arrived somewhere or left (iOS's `CLVisit`): the departure is `nil` during the stay.
    case visit(Coordinate, accuracyMeters: Double, arrival: Timestamp, departure: Timestamp?)
    /// The motion activity, with the system's confidence in percent.
    case activity(Activity, confidence: Int)

    /// Location services were switched on or off for the whole phone.
    case locationServicesChanged(isOn: Bool)
    /// The member or an administrator changed a permission, in the settings or by answering a prompt of the app.
    case permissionChanged(Permission, PermissionStatus)
    /// The member changed the precision of the location that the app may see.
    case precisionChanged(LocationPrecision)
    /// Google Play services were installed, removed or updated.
    case playServicesChanged(PlayServices)

    /// The power state changed.
    case powerChanged(PowerState)
    /// The internet connection changed.
    case connectivityChanged(Connectivity)
    /// The system grants some seconds for background work.
    case backgroundFetch
    /// A timer of the process fired.
    case timer(String)
    /// An alarm of the app fired (Android).
    case alarm(String)
    /// The time for a background task is nearly over: not ending it now costs the process (iOS).
    case backgroundTaskExpiring(String)
    /// The phone's time zone changed.
    case timeZoneChanged(TimeZoneName)
}

/// A transition of a region.
public enum RegionTransition: String, Hashable, Sendable, CaseIterable {
    /// The device entered the region.
    case enter
    /// The device left the region.
    case exit
    /// The device stayed inside for the loitering delay (Android).
    case dwell
}

/// The service that produced a fix.
public enum LocationSource: String, Hashable, Sendable, CaseIterable {
    /// Location updates.
    case updates
    /// The significant-change service.
    case significantChange = "significant_change"
    /// A single requested fix.
    case single
    /// The fix of a region transition.
    case region
}
