internal import VisitModel

/// The options for filtering fixes and counting metres, computed once and used for each fix.
struct FilterRules: Hashable, Sendable {
    /// Whether a fix identical to the previous one is refused (Android).
    let refusesIdentical: Bool
    let policy: LocationFilterPolicy
    let trackingAccuracyMeters: Double
    let maxImpliedMetersPerSecond: Double
    let maxBurstDistanceMeters: Double
    let burstWindowMilliseconds: Int64
    let rollingWindowFixes: Int
    /// The smoothing of positions; `nil` for none.
    let kalmanProfile: KalmanProfile?
    let odometerAccuracyMeters: Double
    let smoothsOdometer: Bool

    /// Reads the rules from a configuration.
    init(_ config: TrackingConfig) {
        let filter = config.geolocation.filter
        refusesIdentical = config.platform == .android && !config.geolocation.allowIdenticalLocations
        policy = config.filterPolicy
        trackingAccuracyMeters = config.trackingAccuracyMeters
        maxImpliedMetersPerSecond = config.maxImpliedMetersPerSecond
        maxBurstDistanceMeters = config.maxBurstDistanceMeters
        burstWindowMilliseconds = config.burstWindowDuration.wholeMilliseconds
        rollingWindowFixes = config.rollingWindowFixes
        kalmanProfile = filter.useKalman && policy != .passThrough ? filter.kalmanProfile : nil
        odometerAccuracyMeters = config.odometerAccuracyMeters
        smoothsOdometer = filter.odometerUseKalmanFilter
    }
}
