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
