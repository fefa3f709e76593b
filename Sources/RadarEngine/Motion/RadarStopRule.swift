import VisitModel

/// The rule of distance and duration, with the comparisons of each platform.
///
/// iOS: within means at most `stopDistance`, long enough means at least `stopDuration` to the millisecond. Android:
/// within means less than `stopDistance`, long enough means more than `stopDuration` in whole seconds.
///
/// Source: Radar SDK for iOS, RadarLocationManager handleLocation; Radar SDK for Android, RadarLocationManager
/// handleLocation.
public struct RadarStopRule: Hashable, Sendable {
    private let platform: Platform
    private let distance: WholeMeters
    private let duration: WholeSeconds

    /// Creates the rule of the effective options; `nil` if `stopDistance` or `stopDuration` is 0.
    public init?(_ options: RadarTrackingOptions) {
        guard options.stopDistance > 0, options.stopDuration > 0 else { return nil }
        self.platform = options.platform
        self.distance = options.stopDistance
        self.duration = options.stopDuration
    }

    /// Whether a displacement, in metres from the place where the device last moved, counts as staying.
    public func isWithin(_ distanceMeters: Double) -> Bool {
        platform == .ios ? distanceMeters <= distance.meters : distanceMeters < distance.meters
    }

    /// Whether a displacement counts as a movement, which restarts the rule; exactly `stopDistance` does not.
    ///
    /// - Parameter distanceMeters: from the place where the device last moved, 0 or more.
    /// - Returns: true where the device has moved.
    public func isBeyond(_ distanceMeters: Double) -> Bool { distanceMeters > distance.meters }

    /// Whether the time since the device last moved is long enough for a stop.
    public func isLongEnough(_ stay: Duration) -> Bool {
        switch platform {
        case .ios: stay >= duration.duration
        case .android: stay.wholeMilliseconds / 1000 > Int64(duration.count)
        }
    }
}
