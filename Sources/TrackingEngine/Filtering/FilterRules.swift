internal import VisitModel

/// What a configuration says of cleaning fixes and of counting metres, worked out once and used for each fix.
struct FilterRules: Hashable, Sendable {
    /// Whether a fix that is the same as the one before is refused (Android).
    let refusesIdentical: Bool
    let policy: LocationFilterPolicy
    let trackingAccuracyMeters: Double
    let maxImpliedMetersPerSecond: Double
    let maxBurstDistanceMeters: Double
    let burstWindowMilliseconds: Int64
    let rollingWindowFixes: Int
    /// How positions are smoothed; `nil` where they are not.
    let kalmanProfile: KalmanProfile?
    let odometerAccuracyMeters: Double
    let smoothsOdometer: Bool

    /// Takes the rules of a configuration.
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
