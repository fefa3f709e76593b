/// What an update came to.
public enum RadarMotionOutcome: Hashable, Sendable {
    /// It counts.
    case step(RadarMotionStep)
    /// It does not count.
    case skipped(RadarMotionSkip)
}

/// Why an update does not count.
public enum RadarMotionSkip: String, Hashable, Sendable, CaseIterable {
    /// It is no location: no accuracy, or a coordinate that was never set. The app is told.
    case invalid
    /// It is too poor; tracking is brought up to date all the same.
    case poorAccuracy = "poor_accuracy"
    /// Tracking is off, and the source does not force.
    case notTracking = "not_tracking"
    /// It was taken before the device last moved.
    case old
}

/// An update that counts, and the state it brought the device into.
public struct RadarMotionStep: Hashable, Sendable {
    /// The update, on Android with the accuracy that the SDK puts in place of none.
    public let location: RadarLocation
    /// What made it come.
    public let source: RadarLocationSource
    /// Whether the source forces.
    public let isForced: Bool
    /// Whether the device is stopped.
    public let isStopped: Bool
    /// Whether it was stopped before.
    public let wasStopped: Bool
    /// The distance from where the device last moved, in metres; `nil` where the rule of distance is off.
    public let distanceMeters: Double?

    /// Whether the device has stopped with this update.
    public var justStopped: Bool { isStopped && !wasStopped }

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - location: the update.
    ///   - source: what made it come.
    ///   - isForced: whether the source forces.
    ///   - isStopped: whether the device is stopped.
    ///   - wasStopped: whether it was stopped before.
    ///   - distanceMeters: from where the device last moved; `nil` where the rule of distance is off.
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
