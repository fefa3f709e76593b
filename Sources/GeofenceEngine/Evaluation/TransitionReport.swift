public import VisitModel

/// An OS transition report: what a phone's system reports with a fix to have happened at a fence.
public struct TransitionReport: Hashable, Sendable {
    /// The reported transition.
    public let action: FenceAction
    /// The fence.
    public let key: FenceKey

    /// Creates a report.
    public init(_ action: FenceAction, _ key: FenceKey) {
        self.action = action
        self.key = key
    }

    /// The side of a fence on which a report places the phone.
    enum Side: Hashable, Sendable {
        /// Inside.
        case inside
        /// Inside and at rest.
        case resting
        /// Outside.
        case outside
    }
}

extension [TransitionReport] {
    /// The side of a fence on which the reports of one fix place it.
    ///
    /// - Parameter key: the fence.
    /// - Returns: `nil` where none is about the fence, or they contradict each other.
    private func side(of key: FenceKey) -> TransitionReport.Side? {
        var (isInside, isOutside, isResting) = (false, false, false)
        for report in self where report.key == key {
            switch report.action {
            case .entered: isInside = true
            case .dwelled: (isInside, isResting) = (true, true)
            case .exited: isOutside = true
            }
        }
        guard isInside != isOutside else { return nil }
        return isOutside ? .outside : isResting ? .resting : .inside
    }

    /// Validates the reports about one fence against the position of their fix.
    ///
    /// Never inlined: nearly all fixes come without reports, and their path should stay short.
    ///
    /// - Parameters:
    ///   - key: the fence.
    ///   - edgeMeters: the fix's distance beyond the edge, negative inside.
    ///   - accuracyMeters: the fix's accuracy.
    ///   - policy: the thresholds.
    /// - Returns: the reported side, where the fix is accurate enough and does not contradict it; `nil` makes it an
    ///   ordinary fix.
    @inline(never)
    func received(
        of key: FenceKey,
        edgeMeters: Double,
        accuracyMeters: Double,
        _ policy: EvaluationPolicy
    ) -> TransitionReport.Side? {
        let limit = policy.evaluation.claimAccuracyLimitMeters
        guard limit > 0, accuracyMeters <= limit, let side = side(of: key) else { return nil }
        switch side {
        case .inside, .resting: return edgeMeters - accuracyMeters <= 0 ? side : nil
        case .outside: return side
        }
    }
}

extension Fix {
    /// The fix with a report that the phone is at rest.
    var atRest: Fix {
        var fix = self
        fix.flags.insert(.stationary)
        return fix
    }
}
