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

    enum Side: Hashable, Sendable {
        case inside
        /// Inside and at rest.
        case resting
        case outside
    }
}

extension [TransitionReport] {
    /// `nil` where no report is about the fence, or they contradict each other.
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

    /// The reported side of a fence, where the fix is accurate enough and does not contradict it.
    ///
    /// `nil` makes it an ordinary fix.
    ///
    /// Never inlined: nearly all fixes come without reports, and their path should stay short.
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
    var atRest: Fix {
        var fix = self
        fix.flags.insert(.stationary)
        return fix
    }
}
