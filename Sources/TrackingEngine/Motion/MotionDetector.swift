internal import TrackingModel
public import VisitModel

/// Tells whether the phone moves or rests, from what its motion service says or, without that, from where it is.
///
/// A value with at most one appointment: whoever holds it calls `advance(to:_:)` when `dueAt` comes, or later. Transistor,
/// ActivityConfig, "Stop detection" and "Motion trigger".
public struct MotionDetector: Hashable, Sendable, Codable {
    private enum Phase: Hashable, Sendable, Codable {
        /// At rest.
        case stationary
        /// At rest, and moving since a moment that is too short to count (Android's `motionTriggerDelay`).
        case triggering(until: Timestamp)
        /// Moving.
        case moving
        /// Moving, and still since a moment that is too short to count (iOS's `stopDetectionDelay`).
        case delaying(until: Timestamp)
        /// Still; stationary when the `stopTimeout` is over.
        case stopping(until: Timestamp)
        /// Still, with the detection of stops disabled; iOS turns location off when its time is over.
        case pausing(until: Timestamp)
    }

    private var phase = Phase.stationary
    /// Where the phone last moved, without the motion service.
    private var anchor: Coordinate?

    /// A phone at rest.
    public init() {}

    /// Whether the phone counts as moving.
    public var isMoving: Bool {
        switch phase {
        case .stationary, .triggering: false
        case .moving, .delaying, .stopping, .pausing: true
        }
    }

    /// When something changes unless something happens before; `nil` where nothing does.
    public var dueAt: Timestamp? {
        switch phase {
        case .stationary, .moving: nil
        case .triggering(let until), .delaying(let until), .stopping(let until), .pausing(let until): until
        }
    }

    /// Whether a moving phone's location services are to be on.
    ///
    /// On iOS they are off, and the accelerometer alone watched, while a stop is being made sure of: which can only be where
    /// there is a motion service. Transistor, ActivityConfig.stopDetectionDelay.
    ///
    /// - Parameter rules: the rules.
    /// - Returns: whether readings are wanted now.
    public func wantsLocation(_ rules: MotionRules) -> Bool {
        if case .stopping = phase { return rules.platform == .android || !rules.hasMotionService }
        return isMoving
    }

    /// Takes what the motion service says.
    ///
    /// - Parameters:
    ///   - activity: what the member is doing.
    ///   - confidence: in percent.
    ///   - time: now.
    ///   - rules: the rules.
    /// - Returns: what changed, if anything did.
    public mutating func process(
        _ activity: Activity,
        confidence: Int,
        at time: Timestamp,
        _ rules: MotionRules
    ) -> [MotionChange] {
        let changes = advance(to: time, rules)
        guard rules.hasMotionService, confidence >= rules.minimumConfidence else { return changes }
        switch phase {
        case .stationary where rules.triggerActivities.include(activity):
            guard rules.motionTriggerDelay > .zero else { return changes + begin(.activity) }
            phase = .triggering(until: time.advanced(by: rules.motionTriggerDelay))
        case .triggering where activity == .still:
            phase = .stationary
        case .moving where activity == .still:
            return changes + beginStop(at: time, rules)
        case .delaying where activity != .still, .stopping where activity != .still, .pausing where activity != .still:
            phase = .moving
        default: break
        }
        return changes
    }

    /// Takes a reading, which tells of movement where no motion service does.
    ///
    /// - Parameters:
    ///   - fix: later than every one before.
    ///   - rules: the rules.
    /// - Returns: what changed, if anything did.
    public mutating func process(_ fix: Fix, _ rules: MotionRules) -> [MotionChange] {
        let changes = advance(to: fix.time, rules)
        guard !rules.hasMotionService, isMoving else { return changes }
        if let anchor {
            let doubt = fix.horizontalAccuracy ?? Self.assumedAccuracyMeters
            guard anchor.meters(to: fix.coordinate) - doubt > rules.movedMeters else { return changes }
        }
        anchor = fix.coordinate
        phase = .moving
        return changes + beginStop(at: fix.time, rules)
    }

    /// The phone is known to have left the place where it had stopped.
    ///
    /// Where the options name some activities alone, the moving state begins only with one of those: with the last one that
    /// the motion service named, or later with the next.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - activity: what the motion service said last; `nil` where it has said nothing.
    ///   - rules: the rules.
    /// - Returns: what changed, if anything did.
    public mutating func leavePlace(
        at time: Timestamp,
        doing activity: Activity?,
        _ rules: MotionRules
    ) -> [MotionChange] {
        let changes = advance(to: time, rules)
        guard !isMoving, rules.allowsLeaving(activity) else { return changes }
        return changes + begin(.leftPlace) + watchStillness(at: time, rules)
    }

    /// Makes the phone count as moving or stationary at once.
    ///
    /// - Parameters:
    ///   - isMoving: as what it counts.
    ///   - cause: `manual` for `changePace`, `power` where tracking begins or ends.
    ///   - time: now.
    ///   - rules: the rules.
    /// - Returns: what changed, if anything did.
    public mutating func set(
        isMoving: Bool,
        _ cause: MotionChange.Cause,
        at time: Timestamp,
        _ rules: MotionRules
    ) -> [MotionChange] {
        if isMoving {
            guard !self.isMoving else {
                // Whoever says that the phone moves ends a stop that was being made sure of.
                phase = .moving
                return watchStillness(at: time, rules)
            }
            return begin(cause) + watchStillness(at: time, rules)
        }
        guard self.isMoving || dueAt != nil else { return [] }
        let wasMoving = self.isMoving
        phase = .stationary
        return wasMoving ? [MotionChange(isMoving: false, cause: cause)] : []
    }

    /// Lets time pass.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - rules: the rules.
    /// - Returns: what changed, in order.
    public mutating func advance(to time: Timestamp, _ rules: MotionRules) -> [MotionChange] {
        var changes: [MotionChange] = []
        while let due = dueAt, due <= time {
            switch phase {
            case .triggering: changes += begin(.activity)
            case .delaying: phase = .stopping(until: due.advanced(by: rules.stopTimeout))
            case .stopping: changes.append(end(.stopTimeout))
            case .pausing: changes.append(end(.automaticPause))
            case .stationary, .moving: return changes
            }
        }
        return changes
    }

    private mutating func begin(_ cause: MotionChange.Cause) -> [MotionChange] {
        phase = .moving
        anchor = nil
        return [MotionChange(isMoving: true, cause: cause)]
    }

    private mutating func end(_ cause: MotionChange.Cause) -> MotionChange {
        phase = .stationary
        return MotionChange(isMoving: false, cause: cause)
    }

    /// A phone that moves has come to be still.
    private mutating func beginStop(at time: Timestamp, _ rules: MotionRules) -> [MotionChange] {
        switch rules.stillness {
        case .nothing: return []
        case .pause(let wait): phase = .pausing(until: time.advanced(by: wait))
        case .stationary where rules.stopDetectionDelay > .zero && rules.hasMotionService:
            phase = .delaying(until: time.advanced(by: rules.stopDetectionDelay))
        case .stationary: phase = .stopping(until: time.advanced(by: rules.stopTimeout))
        }
        return advance(to: time, rules)
    }

    /// Without the motion service, a phone that sends no reading from elsewhere is still.
    private mutating func watchStillness(at time: Timestamp, _ rules: MotionRules) -> [MotionChange] {
        rules.hasMotionService ? [] : beginStop(at: time, rules)
    }

    private static let assumedAccuracyMeters = 30.0
}
