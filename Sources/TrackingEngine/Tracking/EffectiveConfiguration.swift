import VisitModel

/// Values derived from the configuration that every signal needs, computed when the configuration changes.
///
/// Applying the limits of thirty options for each fix would cost more than processing the fix.
struct EffectiveConfiguration: Hashable, Sendable {
    /// The motion rules, assuming that the member allows the motion service.
    let motion: MotionRules
    let filter: FilterRules
    let elasticity: DistanceElasticity
    /// The updates for a moving phone, except the distance filter, which depends on the speed.
    let updates: DesiredPhoneState.Updates
    let activityInterval: Duration
    let heartbeatInterval: Duration?
    let stopAfterElapsed: Duration?
    let preventsSuspension: Bool
    let isScheduleExact: Bool
    let isHeadless: Bool

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
