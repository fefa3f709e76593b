internal import TrackingModel
public import VisitModel

/// Something that the phone's system says.
public enum TrackingSignal: Hashable, Sendable {
    /// A reading.
    case fix(Fix, FixOrigin)
    /// The system could make no reading.
    case fixFailed(LocationError)
    /// What the member is doing, and how sure the motion service is, in percent.
    case activity(Activity, confidence: Int)
    /// Regions were entered, left or dwelt in, with the reading that told of it; the region round the place where the phone
    /// stopped is one of them.
    case regionsCrossed(GeofenceCrossing.Action, [String], Fix?)
    /// On which side of a region's edge the phone is; `nil` where the system does not know.
    case regionState(String, isInside: Bool?)
    /// Regions are not watched that were asked for.
    case regionsRefused([String], MonitoredGeofences.Refusal)
    /// A timer is due.
    case timer(DesiredPhoneState.Timer)
    /// The app came to the screen or left it.
    case appChanged(PhoneFacts.AppPhase)
    /// The app is about to be ended by the member or the system.
    case appEnding
    /// A time for background work has come.
    case backgroundFetch
    /// The connection to the internet came, went or changed.
    case connectionChanged(PhoneFacts.Connection)
    /// The power situation changed.
    case powerChanged(isCharging: Bool, isScreenOn: Bool, isPowerSaving: Bool, batteryLevel: Double?)
    /// Permission, location services or precision changed.
    case providerChanged(ProviderState)
    /// The member allowed or took away the motion service.
    case motionPermissionChanged(isGranted: Bool)
    /// The phone shows its times in another zone.
    case timeZoneChanged(TimeZoneName)

    /// Which of the system's services made a reading.
    public enum FixOrigin: String, Hashable, Sendable, Codable, CaseIterable {
        /// The updates that were asked for.
        case updates
        /// One reading that was asked for.
        case single
        /// A change of some hundred metres (iOS).
        case significantChange = "significant_change"
        /// A region's transition.
        case region
    }
}

/// Why the app's process was started.
public enum TrackingLaunch: String, Hashable, Sendable, CaseIterable {
    /// The member opened the app.
    case user
    /// The system had something about a location, or an alarm.
    case event
    /// The phone had started and was unlocked.
    case boot
    /// The app was replaced by a newer version.
    case replaced
    /// A time for background work had come.
    case backgroundFetch = "background_fetch"
}
