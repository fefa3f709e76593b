internal import TrackingModel

/// How fixes are cleaned and smoothed before they are recorded and counted for the odometer.
///
/// Both platforms. Transistor types, LocationFilter; Transistor headers, TSLocationFilterPolicy and TSOdometer.
public struct LocationFilterConfig: Hashable, Sendable, Codable {
    /// What is done with poor fixes; `conservative` by default.
    ///
    /// A filter that is left alone is `passThrough` where `desiredAccuracy` is less than high.
    public var policy = LocationFilterPolicy.conservative
    /// Smooths coordinates and speed; true by default.
    public var useKalman = true
    /// Writes the smoothing's inner state to the log; false by default.
    public var kalmanDebug = false
    /// How much is smoothed; `default` by default.
    public var kalmanProfile = KalmanProfile.default
    /// Fixes over which a burst is averaged; 5 by default, 3 to 20.
    public var rollingWindow = 5
    /// Seconds of a burst, whose fixes become one; 10 by default, 0.2 to 120.
    public var burstWindow = 10.0
    /// Metres that a burst may span; 300 by default, 5 to 2000.
    public var maxBurstDistance = 300.0
    /// Metres of accuracy beyond which a fix is dropped or adjusted; 100 by default, 0 to 500.
    public var trackingAccuracyThreshold = 100.0
    /// Metres a second beyond which the way from the fix before is not believed; 60 by default, 1 to 200.
    public var maxImpliedSpeed = 60.0
    /// Writes each decision to the log; false by default.
    public var filterDebug = false
    /// Smooths what the odometer counts; true by default.
    public var odometerUseKalmanFilter = true
    /// Metres of accuracy beyond which a fix does not count for the odometer; 20 by default, 0 or more.
    ///
    /// Another text of the vendor's says 100.
    public var odometerAccuracyThreshold = 20.0

    /// The defaults, the same on both platforms.
    public init() {}
}

extension LocationFilterConfig {
    static let rollingWindowLimits = OptionLimits(3...20)
    static let burstWindowLimits = OptionLimits(0.2...120)
    static let maxBurstDistanceLimits = OptionLimits(5...2000)
    static let trackingAccuracyThresholdLimits = OptionLimits(0...500)
    static let maxImpliedSpeedLimits = OptionLimits(1...200)
    static let odometerAccuracyThresholdLimits = OptionLimits(atLeast: 0)
}
