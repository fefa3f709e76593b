import VisitModel

/// The rule of distance and duration, with each platform's own comparisons.
///
/// iOS: within is up to and including `stopDistance`, long enough is `stopDuration` and more, to the millisecond.
/// Android: within is less than `stopDistance`, long enough is more than `stopDuration` in whole seconds.
///
/// Source: Radar SDK for iOS, RadarLocationManager handleLocation; Radar SDK for Android, RadarLocationManager
/// handleLocation.
public struct RadarStopRule: Hashable, Sendable {
    private let platform: Platform
    private let distance: WholeMeters
    private let duration: WholeSeconds

    /// Takes the rule of options; there is none where either of the two is 0.
    ///
    /// - Parameter options: the options in force.
    public init?(_ options: RadarTrackingOptions) {
        guard options.stopDistance > 0, options.stopDuration > 0 else { return nil }
        self.platform = options.platform
        self.distance = options.stopDistance
        self.duration = options.stopDuration
    }

    /// Whether a displacement is none.
    ///
    /// - Parameter distanceMeters: from where the device last moved, 0 or more.
    /// - Returns: true while the device stays.
    public func isWithin(_ distanceMeters: Double) -> Bool {
        platform == .ios ? distanceMeters <= distance.meters : distanceMeters < distance.meters
    }

    /// Whether a displacement is a move, from which on the rule begins anew; of exactly `stopDistance` it is none.
    ///
    /// - Parameter distanceMeters: from where the device last moved, 0 or more.
    /// - Returns: true where the device has moved.
    public func isBeyond(_ distanceMeters: Double) -> Bool { distanceMeters > distance.meters }

    /// Whether a stay has lasted long enough.
    ///
    /// - Parameter stay: since the device last moved.
    /// - Returns: true from the duration on.
    public func isLongEnough(_ stay: Duration) -> Bool {
        switch platform {
        case .ios: stay >= duration.duration
        case .android: stay.wholeMilliseconds / 1000 > Int64(duration.count)
        }
    }
}
