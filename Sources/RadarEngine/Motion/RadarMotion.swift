internal import TrackingModel
public import VisitModel

/// The stop detection of Radar: whether a device is stopped or moving, decided at each update.
///
/// With both thresholds set, a device has stopped when it stayed within `stopDistance` of the place where it last moved
/// for `stopDuration`. With 140 s and 70 m that is the first update at least 140 s after the last displacement of more
/// than 70 m. Drift within 70 m never restarts the duration.
///
/// Source: Radar SDK for iOS, RadarLocationManager handleLocation; Radar SDK for Android, RadarLocationManager
/// handleLocation.
public struct RadarMotion: Hashable, Sendable, Codable {
    /// The accuracy, in metres, from which on a fix is too inaccurate to be used.
    public static let poorAccuracyMeters = 1000.0

    /// The phone's operating system, which determines the comparisons.
    public let platform: Platform
    /// Whether the device was stopped at the last update.
    public private(set) var isStopped = false
    /// Where the device last moved farther than `stopDistance`; `nil` before the first update.
    public private(set) var lastMovedPlace: Coordinate?
    /// When it last did so without having stopped; `nil` before the first update.
    public private(set) var lastMovedAt: Timestamp?

    /// Creates the state of a device without history: moving.
    public init(platform: Platform) { self.platform = platform }

    /// Processes an update; one that is skipped leaves the state unchanged.
    ///
    /// Without tracking, only forced sources are accepted. iOS computes the age of a first fix from `now`.
    public mutating func receive(
        _ location: RadarLocation,
        from source: RadarLocationSource,
        under options: RadarTrackingOptions,
        isTracking: Bool = true,
        at now: Timestamp
    ) -> RadarMotionOutcome {
        let location = platform == .android ? location.withAccuracyOfAndroid : location
        guard location.isValid else { return .skipped(.invalid) }
        let isForced = source.isForced(under: options)
        // Android's callers check this before they inspect the fix, iOS's method after it checked the accuracy.
        if platform == .android, !isTracking, !isForced { return .skipped(.notTracking) }
        if isTooPoor(location, options), !isForced { return .skipped(.poorAccuracy) }
        if !isTracking, !isForced { return .skipped(.notTracking) }
        if let lastMovedAt, lastMovedAt > location.fix.time, !isForced { return .skipped(.old) }

        let wasStopped = isStopped
        var distance: Double?
        if let rule = RadarStopRule(options) {
            distance = compare(location.fix, source, rule, now)
        } else {
            isStopped = isForced || source == (platform == .ios ? .visitArrival : .geofenceDwell)
        }
        return .step(
            RadarMotionStep(
                location: location,
                source: source,
                isForced: isForced,
                isStopped: isStopped,
                wasStopped: wasStopped,
                distanceMeters: distance
            )
        )
    }

    /// Resets the state to moving, as Android does after a boot of the phone or an update of the app.
    public mutating func resumeMoving() { isStopped = false }

    private func isTooPoor(_ location: RadarLocation, _ options: RadarTrackingOptions) -> Bool {
        guard options.desiredAccuracy != .low, platform == .android || isStopped else { return false }
        return (location.fix.horizontalAccuracy ?? .infinity) >= Self.poorAccuracyMeters
    }

    /// Returns the distance in metres from the place where the device last moved.
    private mutating func compare(
        _ fix: Fix,
        _ source: RadarLocationSource,
        _ rule: RadarStopRule,
        _ now: Timestamp
    ) -> Double {
        let place = lastMovedPlace ?? fix.coordinate
        let movedAt = lastMovedAt ?? fix.time
        lastMovedPlace = place
        lastMovedAt = movedAt
        let distance = fix.coordinate.distance(to: place)
        // For a fix at the very time of the anchor, such as the first one, iOS uses the fix's age.
        let isAnchor = platform == .ios && fix.time == movedAt
        let stay = isAnchor ? fix.time.milliseconds(to: now) : movedAt.milliseconds(to: fix.time)
        isStopped = rule.isWithin(distance) && rule.isLongEnough(.milliseconds(stay))
        if platform == .ios, source == .visitArrival { isStopped = true }
        if rule.isBeyond(distance) {
            lastMovedPlace = fix.coordinate
            if !isStopped { lastMovedAt = fix.time }
        }
        return distance
    }
}

extension Timestamp {
    /// Saturated; negative if the other time is earlier.
    func milliseconds(to later: Timestamp) -> Int64 {
        let (difference, overflows) = later.milliseconds.subtractingReportingOverflow(milliseconds)
        guard overflows else { return difference }
        return later > self ? .max : .min
    }
}

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

    /// Whether a displacement in metres counts as a movement, which restarts the rule; exactly `stopDistance` does not.
    public func isBeyond(_ distanceMeters: Double) -> Bool { distanceMeters > distance.meters }

    /// Whether the time since the device last moved is long enough for a stop.
    public func isLongEnough(_ stay: Duration) -> Bool {
        switch platform {
        case .ios: stay >= duration.duration
        case .android: stay.wholeMilliseconds / 1000 > Int64(duration.count)
        }
    }
}

/// The result of processing an update.
public enum RadarMotionOutcome: Hashable, Sendable {
    /// The update was accepted.
    case step(RadarMotionStep)
    /// The update was skipped.
    case skipped(RadarMotionSkip)
}

/// The reason why an update was skipped.
public enum RadarMotionSkip: String, Hashable, Sendable, CaseIterable {
    /// The update is not a location: no accuracy, or a coordinate that was never set. The app is notified.
    case invalid
    /// The accuracy is too low; tracking is refreshed all the same.
    case poorAccuracy = "poor_accuracy"
    /// Tracking is off, and the source is not forced.
    case notTracking = "not_tracking"
    /// The fix is older than the device's last movement.
    case old
}

/// An accepted update, and the state after it.
public struct RadarMotionStep: Hashable, Sendable {
    /// The update, on Android with the accuracy that the SDK substitutes for a missing one.
    public let location: RadarLocation
    /// The cause of the update.
    public let source: RadarLocationSource
    /// Whether the source is forced.
    public let isForced: Bool
    /// Whether the device is stopped.
    public let isStopped: Bool
    /// Whether the device was stopped before.
    public let wasStopped: Bool
    /// The distance from the place where the device last moved, in metres; `nil` without both stop thresholds.
    public let distanceMeters: Double?

    /// Whether the device stopped with this update.
    public var justStopped: Bool { isStopped && !wasStopped }

    /// Creates a step.
    public init(
        location: RadarLocation,
        source: RadarLocationSource,
        isForced: Bool,
        isStopped: Bool,
        wasStopped: Bool,
        distanceMeters: Double?
    ) {
        self.location = location
        self.source = source
        self.isForced = isForced
        self.isStopped = isStopped
        self.wasStopped = wasStopped
        self.distanceMeters = distanceMeters
    }
}
