internal import TrackingModel
public import VisitModel

/// A state machine that distinguishes moving from stationary by the motion service or, without it, by the position.
///
/// It has at most one timer: the caller calls `advance(to:_:)` at `dueAt` or later. Transistor, ActivityConfig, "Stop
/// detection" and "Motion trigger".
public struct MotionDetector: Hashable, Sendable, Codable {
    private enum Phase: Hashable, Sendable, Codable {
        case stationary
        /// Stationary, with motion that has not lasted long enough to count (Android's `motionTriggerDelay`).
        case triggering(until: Timestamp)
        case moving
        /// Moving, with stillness that has not lasted long enough to count (iOS's `stopDetectionDelay`).
        case delaying(until: Timestamp)
        /// Still; becomes stationary at the end of the `stopTimeout`.
        case stopping(until: Timestamp)
        /// Still, with stop detection disabled; iOS turns location off at the end of this time.
        case pausing(until: Timestamp)
        /// Moving because the phone left its place, while the motion service reports rest: stationary again at the end
        /// of this time, unless an activity or a movement confirms it.
        case unconfirmed(until: Timestamp)
    }

    private var phase = Phase.stationary
    /// The position of the last movement, where the motion service confirms none.
    private var anchor: Coordinate?
    private var anchorAccuracyMeters: Double?

    /// A stationary phone.
    public init() {}

    /// Whether the phone counts as moving.
    public var isMoving: Bool {
        switch phase {
        case .stationary, .triggering: false
        case .moving, .delaying, .stopping, .pausing, .unconfirmed: true
        }
    }

    /// When the next timer is due; `nil` where there is none.
    public var dueAt: Timestamp? {
        switch phase {
        case .stationary, .moving: nil
        case .triggering(let until), .delaying(let until), .stopping(let until), .pausing(let until),
            .unconfirmed(let until):
            until
        }
    }

    /// Whether a moving phone's location services should be on.
    ///
    /// On iOS they are off during stop detection, which then monitors the accelerometer alone; that requires a motion
    /// service. Transistor, ActivityConfig.stopDetectionDelay.
    public func wantsLocation(_ rules: MotionRules) -> Bool {
        if case .stopping = phase { return rules.platform == .android || !rules.hasMotionService }
        return isMoving
    }

    /// Processes an activity with its confidence in percent; returns the resulting changes.
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
        case .triggering where activity == .still: phase = .stationary
        case .moving where activity == .still: return changes + beginStop(at: time, rules)
        case .delaying where activity != .still, .stopping where activity != .still, .pausing where activity != .still,
            .unconfirmed where activity != .still:
            phase = .moving
        default: break
        }
        return changes
    }

    /// Processes a fix, later than every earlier one; it indicates movement where the motion service reports none.
    public mutating func process(_ fix: Fix, _ rules: MotionRules) -> [MotionChange] {
        let changes = advance(to: fix.time, rules)
        guard isMoving, !rules.hasMotionService || isUnconfirmed else { return changes }
        if let anchor {
            let place = PlaceOfStop(coordinate: anchor, accuracyMeters: anchorAccuracyMeters ?? fix.accuracyOrAssumed)
            // That a moving phone moves takes less evidence than that a place was left: a walk has to count as one.
            let hasMoved =
                isUnconfirmed
                ? place.isLeft(by: fix, marginMeters: rules.movedMeters)
                : anchor.meters(to: fix.coordinate) - fix.accuracyOrAssumed > rules.movedMeters
            guard hasMoved else { return changes }
        }
        (anchor, anchorAccuracyMeters) = (fix.coordinate, fix.accuracyOrAssumed)
        guard !isUnconfirmed else {
            phase = .unconfirmed(until: fix.time.advanced(by: rules.stopTimeout))
            return changes
        }
        phase = .moving
        return changes + beginStop(at: fix.time, rules)
    }

    private var isUnconfirmed: Bool { if case .unconfirmed = phase { true } else { false } }

    /// Processes that the phone has left the place where it had stopped.
    ///
    /// Where the options name only some activities, the moving state begins only with one of those: the last one that
    /// the motion service reported, or a later one. Returns the resulting changes.
    public mutating func leavePlace(
        at time: Timestamp,
        doing activity: Activity?,
        _ rules: MotionRules
    ) -> [MotionChange] {
        let changes = advance(to: time, rules)
        guard !isMoving, rules.allowsLeaving(activity) else { return changes }
        let begun = changes + begin(.leftPlace)
        guard rules.hasMotionService, activity ?? .still == .still else {
            return begun + watchStillness(at: time, rules)
        }
        guard rules.stillness == .stationary else { return begun + beginStop(at: time, rules) }
        // The service may be late, or the place was left in error: it reports no rest a second time.
        phase = .unconfirmed(until: time.advanced(by: rules.stopTimeout))
        return begun
    }

    /// Makes the phone count as moving or stationary at once.
    public mutating func set(
        isMoving: Bool,
        _ cause: MotionChange.Cause,
        at time: Timestamp,
        _ rules: MotionRules
    ) -> [MotionChange] {
        if isMoving {
            guard !self.isMoving else {
                // Setting the moving state cancels a stop detection in progress.
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

    /// Advances the clock and runs the timers that are due; returns the changes in order.
    public mutating func advance(to time: Timestamp, _ rules: MotionRules) -> [MotionChange] {
        var changes: [MotionChange] = []
        while let due = dueAt, due <= time {
            switch phase {
            case .triggering: changes += begin(.activity)
            case .delaying: phase = .stopping(until: due.advanced(by: rules.stopTimeout))
            case .stopping, .unconfirmed: changes.append(end(.stopTimeout))
            case .pausing: changes.append(end(.automaticPause))
            case .stationary, .moving: return changes
            }
        }
        return changes
    }

    private mutating func begin(_ cause: MotionChange.Cause) -> [MotionChange] {
        phase = .moving
        (anchor, anchorAccuracyMeters) = (nil, nil)
        return [MotionChange(isMoving: true, cause: cause)]
    }

    private mutating func end(_ cause: MotionChange.Cause) -> MotionChange {
        phase = .stationary
        return MotionChange(isMoving: false, cause: cause)
    }

    /// Begins the detection of a stop after a moving phone has become still.
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

    /// Without the motion service, a phone without fixes from elsewhere counts as still.
    private mutating func watchStillness(at time: Timestamp, _ rules: MotionRules) -> [MotionChange] {
        rules.hasMotionService ? [] : beginStop(at: time, rules)
    }
}

/// A change of the motion state.
public struct MotionChange: Hashable, Sendable {
    /// The cause of a change.
    public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        /// The motion service reported an activity.
        case activity
        /// The phone was still for the whole `stopTimeout`.
        case stopTimeout = "stop_timeout"
        /// iOS paused location updates automatically.
        case automaticPause = "automatic_pause"
        /// The phone left the stationary region, or a fix far from its center arrived.
        case leftPlace = "left_place"
        /// The app called `changePace`.
        case manual
        /// Tracking started or stopped.
        case power
    }

    /// Whether the phone counts as moving from now on.
    public let isMoving: Bool
    /// The cause of the change.
    public let cause: Cause
}
