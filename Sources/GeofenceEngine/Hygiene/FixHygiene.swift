public import VisitModel

/// Validates the fixes of a device in order of time.
///
/// A fix that could not have been reached from the one before is held until the next one shows which of the two was
/// wrong. Compared with one neighbour alone, a single outlier would discard the good track that follows it.
public struct FixHygiene: Hashable, Sendable {
    /// The last accepted fix.
    public private(set) var accepted: Fix?
    /// A fix held until the next one arrives.
    public private(set) var held: Fix?

    /// Creates the validation state of a new device, or restores one.
    public init(accepted: Fix? = nil, held: Fix? = nil) {
        self.accepted = accepted
        self.held = held
    }

    /// Validates the next fix; `believed` gets the fixes that are now accepted: none, one or two, in order.
    ///
    /// It comes after every fix before it in the order of fixes. Returns why a fix was dropped, where one was: the held
    /// one for its speed.
    public mutating func admit(
        _ fix: Fix,
        policy: EvaluationPolicy.Hygiene,
        believed: (Fix) -> Void
    ) -> FixRejection? {
        guard let limit = policy.maximumImpliedSpeed, let accepted else {
            self.accepted = fix
            believed(fix)
            return nil
        }
        guard let held else {
            if Self.isReachable(fix, from: accepted, limit, policy) {
                self.accepted = fix
                believed(fix)
            } else {
                self.held = fix
            }
            return nil
        }
        let reachesFromHeld = Self.isReachable(fix, from: held, limit, policy)
        if !reachesFromHeld, Self.isReachable(fix, from: accepted, limit, policy) {
            self.held = nil
            self.accepted = fix
            believed(fix)
            return .impossibleSpeed
        }
        // Either the jump was real, because the next fix lies there too, or no two fixes agree (a fast train, a
        // flight); then only the order in time is left.
        believed(held)
        self.accepted = held
        self.held = nil
        if reachesFromHeld {
            self.accepted = fix
            believed(fix)
        } else {
            self.held = fix
        }
        return nil
    }

    /// Within the speed limit, in the best case that the accuracies of both allow.
    private static func isReachable(
        _ fix: Fix,
        from earlier: Fix,
        _ limit: Double,
        _ policy: EvaluationPolicy.Hygiene
    ) -> Bool {
        if fix.flags.contains(.afterGap) { return true }
        // Clocks have a resolution of a second, so two fixes of one second may be nearly two apart.
        let seconds = max(1, earlier.time.seconds(to: fix.time))
        let allowed =
            limit * seconds + (fix.horizontalAccuracy ?? policy.assumedAccuracyMeters)
            + (earlier.horizontalAccuracy ?? policy.assumedAccuracyMeters)
        return earlier.coordinate.isWithin(meters: allowed, of: fix.coordinate)
    }
}

extension FixHygiene {
    /// The period of a GPS receiver's 10-bit week number, in seconds (IS-GPS-200, 20.3.3.3.1.1): 1024 weeks.
    private static let rolloverSeconds = 1024.0 * 7 * 86_400

    /// Validates a fix by itself, before its order in time matters; returns why it is dropped.
    ///
    /// A pure function of its parameters, so that the result does not depend on how late the fix arrives.
    public static func validate(
        _ fix: Fix,
        receivedAt: Timestamp?,
        policy: EvaluationPolicy.Hygiene
    ) -> FixRejection? {
        if isTooEarly(fix.time, receivedAt: receivedAt, policy: policy) { return .clockTooEarly }
        if let tolerance = policy.futureToleranceSeconds, let receivedAt,
            receivedAt.seconds(to: fix.time) > tolerance
        {
            return .clockInFuture
        }
        if let worst = policy.maximumAccuracyMeters, let accuracy = fix.horizontalAccuracy, accuracy > worst {
            return .poorAccuracy
        }
        return nil
    }

    /// Whether a time is before any that a device can have sent, or results from a GPS week rollover.
    public static func isTooEarly(
        _ time: Timestamp,
        receivedAt: Timestamp?,
        policy: EvaluationPolicy.Hygiene
    ) -> Bool {
        guard let earliest = policy.earliestPlausibleTime else { return false }
        if time < earliest { return true }
        return receivedAt.map { abs(time.seconds(to: $0) - rolloverSeconds) < 2 * 86_400 } ?? false
    }
}

/// The reason why a fix is not used, or not used as it was received.
///
/// Each is counted and shown, so that every unused fix is accounted for.
public enum FixRejection: String, Hashable, Sendable, CaseIterable {
    /// Dated before any phone could have sent it (1901, 1970, 1024 weeks early).
    case clockTooEarly = "clock_too_early"
    /// Dated after it was received: by more than 26 hours, against the device's other fixes, or without a receive time.
    case clockInFuture = "clock_in_future"
    /// Worse than the policy's largest accuracy.
    case poorAccuracy = "poor_accuracy"
    /// An exact repeat of a fix.
    case exactRepeat = "exact_repeat"
    /// Impossible to reach from the fix before it and to leave for the one after it.
    case impossibleSpeed = "impossible_speed"
    /// Older than the horizon: stored, but not evaluated.
    case beyondHorizon = "beyond_horizon"
    /// Dated by a second clock of the phone, hours behind that of its other fixes: stored, but not evaluated.
    case clockAlternates = "clock_alternates"
}

extension FixRejection {
    /// The problem with the fix and its remedy, as a sentence for a person.
    public var sentence: String {
        switch self {
        case .clockTooEarly: "the fix is dated before any phone could have sent it; set the phone's clock"
        case .clockInFuture:
            "the fix is dated after it was received, by more than can be corrected; set the phone's clock"
        case .poorAccuracy: "the fix is less accurate than the policy allows"
        case .exactRepeat: "the same fix was received before"
        case .impossibleSpeed: "the fix is not reachable from the previous fix and back to the next one"
        case .beyondHorizon: "the fix is older than the horizon; it is stored and not evaluated"
        case .clockAlternates:
            "the fix is hours behind those that arrive with it, always by the same time; it is stored and not evaluated"
        }
    }
}
