/// When Android's alarms come, and what clears them.
public struct AndroidAlarmProfile: Hashable, Sendable {
    /// How late at most an inexact alarm comes, as a share of the time from setting it to its time.
    ///
    /// 0.75: AOSP, `AlarmManagerService.maxTriggerTime`. When within that window it comes is not said; here the lateness is
    /// drawn evenly.
    public var latenessShare = 0.75
    /// How late at most an inexact alarm comes in any case, in seconds.
    ///
    /// 3600: Google, "Schedule alarms" (Android 12 and later: within an hour, unless power is saved).
    public var latestSeconds = 3600.0
    /// Under how many seconds ahead an alarm comes on time, exact or not.
    ///
    /// 10: AOSP, `AlarmManagerService`, the least time that is put off.
    public var punctualUnderSeconds = 10.0
    /// How long at least between two exact alarms of an app while the phone dozes, in seconds.
    ///
    /// 540: Google, "Optimize for Doze and App Standby": no more than once per nine minutes and app.
    public var exactSpacingInDozeSeconds = 540.0
    /// How far the maintenance windows lie apart in which a dozing phone gives inexact alarms, in seconds.
    ///
    /// 900, as `AndroidLatencies.dozeBatchSeconds`: light Doze. Deep Doze's windows move apart to six hours.
    public var dozeWindowSeconds = 900.0
    /// Whether an update of the app clears its alarms.
    ///
    /// The sources differ. AOSP's `AlarmManagerService` keeps them (`EXTRA_REPLACING`); apps report them lost all the same,
    /// as the update may cancel the pending intent, and set them again at `MY_PACKAGE_REPLACED`. Lost is our assumption: an
    /// app that lives with it lives with the other too.
    public var losesOnAppUpdate = true

    /// Makes the profile of a stock phone.
    public init() {}
}
