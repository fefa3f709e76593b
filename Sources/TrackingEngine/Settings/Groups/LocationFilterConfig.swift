internal import TrackingModel
/// The options for validating and smoothing fixes before they are recorded and counted for the odometer.
///
/// Both platforms. Transistor types, LocationFilter; Transistor headers, TSLocationFilterPolicy and TSOdometer.
public struct LocationFilterConfig: Hashable, Sendable, Codable {
    /// The policy for poor fixes; `conservative` by default.
    ///
    /// A filter with default options is `passThrough` where `desiredAccuracy` is less than high.
    public var policy = LocationFilterPolicy.conservative
    /// Smooths coordinates and speed; true by default.
    public var useKalman = true
    /// Logs the internal state of the smoothing; false by default.
    public var kalmanDebug = false
    /// The amount of smoothing; `default` by default.
    public var kalmanProfile = KalmanProfile.default
    /// The number of fixes over which a burst is averaged; 5 by default, 3 to 20.
    public var rollingWindow = 5
    /// The length of a burst in seconds; 10 by default, 0.2 to 120.
    public var burstWindow = 10.0
    /// The greatest extent of a burst in metres; 300 by default, 5 to 2000.
    public var maxBurstDistance = 300.0
    /// The accuracy in metres beyond which a fix is refused or adjusted; 100 by default, 0 to 500.
    public var trackingAccuracyThreshold = 100.0
    /// The implied speed in metres a second beyond which a fix is refused or adjusted; 60 by default, 1 to 200.
    public var maxImpliedSpeed = 60.0
    /// Logs each decision; false by default.
    public var filterDebug = false
    /// Smooths the steps of the odometer; true by default.
    public var odometerUseKalmanFilter = true
    /// The accuracy in metres beyond which a fix does not count for the odometer; 20 by default, 0 or more.
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
