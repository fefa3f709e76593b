/// How well a phone knows what the member is doing.
///
/// Neither Apple nor Google publishes how their motion services decide. The shapes are theirs (three levels of confidence on
/// iOS, a percentage on Android; Android may stop looking at a phone that lies still); the numbers are our assumption.
public struct ActivityProfile: Hashable, Sendable {
    /// How often iOS looks, in seconds: Core Motion takes no interval.
    public var iosIntervalSeconds = 10.0
    /// How often Android looks at most, in seconds, whatever an app asks for.
    public var fastestIntervalSeconds = 1.0
    /// How many of a thousand looks on the move find a wrong activity.
    public var wrongPerThousand = 20.0
    /// How often in an hour of rest the phone is handled, so that one look finds a movement.
    public var handledPerHour = 0.3
    /// How far under 100 the confidence of a right activity lies, in percent: the spread of half a normal distribution, cut
    /// off at 40.
    ///
    /// 18: five of six lie at 75 or more, the least that SDKs take for certain on Android.
    public var confidenceSpread = 18.0
    /// Between what the confidence of a wrong activity lies, in percent, drawn evenly.
    public var wrongConfidence: ClosedRange<Double> = 40...85
    /// From which confidence on the service is sure, in percent: an activity that was told with less is told again when it
    /// is surer.
    public var surePercent = 75

    /// Takes the defaults.
    public init() {}
}
