/// How long after a decision Play services hand a transition over, as ranges that a delay is drawn from evenly.
///
/// Google's guide "Create and monitor geofences" gives the middle of it: under 2 minutes as a rule, 2 to 3 minutes on
/// average in the background since Android 8, up to 6 minutes when the phone has lain still for long. Where it gives one
/// number, the range round it is an assumption.
public struct AndroidLatencies: Hashable, Sendable {
    /// While the app is on the screen or holds a foreground service, in seconds.
    ///
    /// An assumption: the app's own readings are there to decide from, and its process runs.
    public var inFrontSeconds: ClosedRange<Double> = 1...5
    /// While the phone moves and the app is in the background, in seconds: about half a minute.
    public var movingSeconds: ClosedRange<Double> = 20...40
    /// While the phone is at rest and the app in the background, in seconds: 2 to 3 minutes.
    public var backgroundSeconds: ClosedRange<Double> = 120...180
    /// When the phone has been at rest for longer than `longRestSeconds`, in seconds: up to 6 minutes.
    public var longRestDelaySeconds: ClosedRange<Double> = 120...360
    /// From when on a rest is long, in seconds.
    public var longRestSeconds = 600.0
    /// Without a connection, in seconds.
    ///
    /// An assumption: the network's location provider, which Google's guide says a fence needs, gives nothing, and the
    /// service waits for satellites as it does for a phone that lies still.
    public var offlineSeconds: ClosedRange<Double> = 120...360
    /// How far the moments lie apart at which a dozing phone hands things over, in seconds; `nil` for no difference.
    ///
    /// The longest pause between two maintenance windows of light Doze is 15 minutes (AOSP, `DeviceIdleController`,
    /// `LIGHT_MAX_IDLE_TIMEOUT`); deep Doze begins with an hour and goes up to six.
    public var dozeBatchSeconds: Double? = 900

    /// Makes the latencies that Google describes.
    public init() {}
}
