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

    /// Creates the validation state of a new device, or restores a stored one.
    public init(accepted: Fix? = nil, held: Fix? = nil) {
        self.accepted = accepted
        self.held = held
    }

    /// The last fix received, accepted or held; the next one must come after it in the order of fixes.
    public var newest: Fix? { held ?? accepted }

    /// Validates the next fix in order of time.
    ///
    /// - Parameters:
    ///   - fix: a fix after `newest` in the order of fixes.
    ///   - policy: the validation rules.
    ///   - believed: called with the fixes that are now accepted: none, one or two, in order.
    /// - Returns: why a fix was dropped, where one was: the held one for its speed.
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

    /// Whether one fix can have followed another within a speed limit, in the best case their accuracies allow.
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
        // A degree of latitude is never shorter than 110,574 m: most fixes need no distance.
        let (a, b) = (earlier.coordinate, fix.coordinate)
        guard abs(a.latitude - b.latitude) * 110_574 <= allowed else { return false }
        return a.distance(to: b) <= allowed
    }
}
