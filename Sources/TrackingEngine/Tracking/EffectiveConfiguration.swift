import VisitModel

/// What follows from the configuration alone and is needed at every signal: worked out when that changes.
///
/// To apply the limits of thirty options anew for each reading would cost more than the reading.
struct EffectiveConfiguration: Hashable, Sendable {
    /// By what moving and stationary are told apart, where the member allows the motion service.
    let motion: MotionRules
    let filter: FilterRules
    let elasticity: DistanceElasticity
    /// The readings of a moving phone, but for the distance, which depends on the speed.
    let updates: DesiredPhoneState.Updates
    let activityInterval: Duration
    let heartbeatInterval: Duration?
    let stopAfterElapsed: Duration?
    let preventsSuspension: Bool
    let isScheduleExact: Bool
    let isHeadless: Bool

    /// Takes a configuration.
    init(_ config: TrackingConfig) {
        motion = MotionRules(config, mayUseMotion: true)
        filter = FilterRules(config)
        elasticity = DistanceElasticity(config)
        updates = DesiredPhoneState.Updates(
            distanceFilterMeters: 0,
            interval: config.locationUpdateIntervalDuration,
            fastestInterval: config.fastestLocationUpdateIntervalDuration,
            deferral: config.deferDuration,
            accuracy: config.geolocation.desiredAccuracy
        )
        activityInterval = config.activityRecognitionIntervalDuration
        heartbeatInterval = config.heartbeatIntervalDuration
        stopAfterElapsed = config.stopAfterElapsedDuration
        preventsSuspension = config.preventsSuspension
        isScheduleExact = config.isScheduleExact
        isHeadless = config.isHeadless
    }
}
