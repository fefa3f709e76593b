public import VisitModel

/// What a phone's system says with a fix has happened at a fence.
public struct FenceClaim: Hashable, Sendable {
    /// What.
    public let action: FenceAction
    /// Where.
    public let key: FenceKey

    /// Makes a claim.
    ///
    /// - Parameters:
    ///   - action: what the system says has happened.
    ///   - key: the fence it says it of.
    public init(_ action: FenceAction, _ key: FenceKey) {
        self.action = action
        self.key = key
    }

    /// On which side of one fence a phone says that it is.
    enum Side: Hashable, Sendable {
        /// Inside.
        case inside
        /// Inside, and resting there.
        case resting
        /// Outside.
        case outside
    }
}

extension [FenceClaim] {
    /// Which side the claims that came with one fix take it to be on of a fence.
    ///
    /// - Parameter key: the fence.
    /// - Returns: `nil` where none is about the fence, or they contradict each other.
    private func side(of key: FenceKey) -> FenceClaim.Side? {
        var (isInside, isOutside, isResting) = (false, false, false)
        for claim in self where claim.key == key {
            switch claim.action {
            case .entered: isInside = true
            case .dwelled: (isInside, isResting) = (true, true)
            case .exited: isOutside = true
            }
        }
        guard isInside != isOutside else { return nil }
        return isOutside ? .outside : isResting ? .resting : .inside
    }

    /// What the claims make of a fix at one fence.
    ///
    /// Never inlined: nearly all fixes come without claims, and their way should stay short.
    ///
    /// - Parameters:
    ///   - key: the fence.
    ///   - edgeMeters: how far beyond its edge the fix lies, negative inside.
    ///   - accuracyMeters: how good it is.
    ///   - policy: the thresholds.
    /// - Returns: the side that the phone is taken to be on, where the fix is good enough to be heard and does not belie it;
    ///   `nil` makes it an ordinary fix.
    @inline(never)
    func heard(
        of key: FenceKey,
        edgeMeters: Double,
        accuracyMeters: Double,
        _ policy: EvaluationPolicy
    ) -> FenceClaim.Side? {
        let limit = policy.evaluation.claimAccuracyLimitMeters
        guard limit > 0, accuracyMeters <= limit, let side = side(of: key) else { return nil }
        switch side {
        case .inside, .resting: return edgeMeters - accuracyMeters <= 0 ? side : nil
        case .outside: return side
        }
    }
}

extension Fix {
    /// The fix as one of a phone that said with it that it is at rest.
    var atRest: Fix {
        var fix = self
        fix.flags.insert(.stationary)
        return fix
    }
}
