internal import TrackingModel
public import VisitModel

/// Whether a device is stopped or moving, as Radar decides it at each update.
///
/// With both thresholds set, a device has stopped when it stayed within `stopDistance` of where it last moved for
/// `stopDuration`: with 140 s and 70 m at the first update 140 s or more after the last displacement of more than 70 m.
/// Drift within 70 m never starts the time anew.
///
/// Source: Radar SDK for iOS, RadarLocationManager handleLocation; Radar SDK for Android, RadarLocationManager
/// handleLocation.
public struct RadarMotion: Hashable, Sendable, Codable {
    /// From this accuracy on a reading is too poor to be used, in metres.
    public static let poorAccuracyMeters = 1000.0

    /// The phone's operating system, whose comparisons count.
    public let platform: Platform
    /// Whether the device was stopped at the last update.
    public private(set) var isStopped = false
    /// Where the device last moved farther than `stopDistance`; `nil` before the first update.
    public private(set) var lastMovedPlace: Coordinate?
    /// When it did so without having stopped; `nil` before the first update.
    public private(set) var lastMovedAt: Timestamp?

    /// Makes the state of a device of which nothing is known: moving.
    ///
    /// - Parameter platform: the phone's operating system.
    public init(platform: Platform) {
        self.platform = platform
    }

    /// Takes an update.
    ///
    /// - Parameters:
    ///   - location: the update.
    ///   - source: what made it come.
    ///   - options: the options in force.
    ///   - isTracking: whether tracking is on; otherwise only forced sources are taken.
    ///   - now: the phone's time, with which iOS tells the age of a first reading.
    /// - Returns: the step, or why there is none; then nothing has changed.
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
        // Android's callers ask before the reading is looked at, iOS's method after it looked at the accuracy.
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

    /// Forgets that the device was stopped, as Android does after a start of the phone or a new version of the app.
    public mutating func resumeMoving() {
        isStopped = false
    }

    private func isTooPoor(_ location: RadarLocation, _ options: RadarTrackingOptions) -> Bool {
        guard options.desiredAccuracy != .low, platform == .android || isStopped else { return false }
        return (location.fix.horizontalAccuracy ?? .infinity) >= Self.poorAccuracyMeters
    }

    /// Goes by the rule of distance and duration.
    ///
    /// - Returns: metres from where the device last moved.
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
        // Of a reading at the very time of the anchor, which the first one is, its age counts on iOS.
        let isAnchor = platform == .ios && fix.time == movedAt
        let stay = isAnchor ? fix.time.milliseconds(to: now) : movedAt.milliseconds(to: fix.time)
        isStopped = rule.isWithin(distance) && rule.isLongEnough(.milliseconds(stay))
        if platform == .ios, source == .visitArrival {
            isStopped = true
        }
        if rule.isBeyond(distance) {
            lastMovedPlace = fix.coordinate
            if !isStopped {
                lastMovedAt = fix.time
            }
        }
        return distance
    }
}

extension Timestamp {
    /// The milliseconds from one time to a later one; negative to an earlier one.
    func milliseconds(to later: Timestamp) -> Int64 {
        let (difference, overflows) = later.milliseconds.subtractingReportingOverflow(milliseconds)
        guard overflows else { return difference }
        return later > self ? .max : .min
    }
}
