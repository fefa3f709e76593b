/// The delays of Android's alarms, and the events that clear them.
public struct AndroidAlarmProfile: Hashable, Sendable {
    /// The maximum delay of an inexact alarm, as a share of the time from setting it to its time.
    ///
    /// 0.75: AOSP, `AlarmManagerService.maxTriggerTime`. The moment within that window is unspecified; here the delay
    /// is drawn evenly.
    public var latenessShare = 0.75
    /// The maximum delay of an inexact alarm in any case, in seconds.
    ///
    /// 3600: Google, "Schedule alarms" (Android 12 and later: within an hour, unless power is saved).
    public var latestSeconds = 3600.0
    /// The lead time under which an alarm is on time, exact or not, in seconds.
    ///
    /// 10: AOSP, `AlarmManagerService`, the minimum time that is deferred.
    public var punctualUnderSeconds = 10.0
    /// The minimum time between two exact alarms of an app in Doze, in seconds.
    ///
    /// 540: Google, "Optimize for Doze and App Standby": no more than once per nine minutes and app.
    public var exactSpacingInDozeSeconds = 540.0
    /// The time between the maintenance windows in which a phone in Doze delivers inexact alarms, in seconds.
    ///
    /// 900, as `AndroidLatencies.dozeBatchSeconds`: light Doze. The windows of deep Doze move apart to six hours.
    public var dozeWindowSeconds = 900.0
    /// Whether an update of the app clears its alarms.
    ///
    /// The sources differ. AOSP's `AlarmManagerService` keeps them (`EXTRA_REPLACING`). Apps report them lost all the
    /// same, since the update may cancel the pending intent, and set them again at `MY_PACKAGE_REPLACED`. The default
    /// true is an assumption: an app that handles the loss also handles its absence.
    public var losesOnAppUpdate = true

    /// Creates the profile of a stock phone.
    public init() {}
}
