/// The delays between a decision of Play services and its delivery, as ranges from which they are drawn evenly.
///
/// Google's guide "Create and monitor geofences" gives typical values: usually under 2 minutes, 2 to 3 minutes on
/// average in the background since Android 8, up to 6 minutes if the phone has been stationary for long. If it gives
/// one number, the range around it is an assumption.
public struct AndroidLatencies: Hashable, Sendable {
    /// The delay while the app is in the foreground or has a foreground service, in seconds.
    ///
    /// An assumption: the app's own fixes are available for the decision, and its process runs.
    public var inFrontSeconds: ClosedRange<Double> = 1...5
    /// The delay while the phone moves and the app is in the background, in seconds: about half a minute.
    public var movingSeconds: ClosedRange<Double> = 20...40
    /// The delay while the phone is at rest and the app in the background, in seconds: 2 to 3 minutes.
    public var backgroundSeconds: ClosedRange<Double> = 120...180
    /// The delay while the phone has been at rest for longer than `longRestSeconds`, in seconds: up to 6 minutes.
    public var longRestDelaySeconds: ClosedRange<Double> = 120...360
    /// The time after which a rest is long, in seconds.
    public var longRestSeconds = 600.0
    /// The delay without a connection, in seconds.
    ///
    /// An assumption: the network location provider, which a fence needs according to Google's guide, provides nothing,
    /// and the service waits for satellites as it does for a stationary phone.
    public var offlineSeconds: ClosedRange<Double> = 120...360
    /// The time between deliveries in Doze, in seconds; `nil` for no difference.
    ///
    /// The longest pause between two maintenance windows of light Doze is 15 minutes (AOSP, `DeviceIdleController`,
    /// `LIGHT_MAX_IDLE_TIMEOUT`); deep Doze begins with an hour and goes up to six.
    public var dozeBatchSeconds: Double? = 900

    /// Creates the delays that Google documents.
    public init() {}
}
