/// The accuracy of a phone's activity recognition.
///
/// Neither Apple nor Google publishes the rules of their motion services. The structure is theirs (three levels of
/// confidence on iOS, a percentage on Android; Android may stop detection on a stationary phone); the numbers are an
/// assumption.
public struct ActivityProfile: Hashable, Sendable {
    /// The time between detections on iOS, in seconds: Core Motion accepts no interval.
    public var iosIntervalSeconds = 10.0
    /// The minimum time between detections on Android, in seconds, regardless of the app's request.
    public var fastestIntervalSeconds = 1.0
    /// The number of wrong activities per thousand detections while moving.
    public var wrongPerThousand = 20.0
    /// The number of times per hour of rest that the phone is handled, so that one detection finds a movement.
    public var handledPerHour = 0.3
    /// The spread of the confidence of a right activity below 100 %, in percentage points: half a normal distribution,
    /// with the confidence cut off at 40.
    ///
    /// 18: five of six are at 75 or more, the least that SDKs accept as certain on Android.
    public var confidenceSpread = 18.0
    /// The range of the confidence of a wrong activity in percent, drawn evenly.
    public var wrongConfidence: ClosedRange<Double> = 40...85
    /// The confidence in percent from which the service is sure: an activity that was reported with less is reported
    /// again when it is surer.
    public var surePercent = 75

    /// Creates a profile with the defaults.
    public init() {}
}
