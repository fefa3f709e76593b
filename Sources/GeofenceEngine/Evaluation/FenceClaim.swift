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
        /// Inside, and resting there or not.
        case inside(isResting: Bool)
        /// Outside.
        case outside
    }
}

extension [FenceClaim] {
    /// Which side the claims that came with one fix take it to be on of a fence.
    ///
    /// - Parameter key: the fence.
    /// - Returns: `nil` where none is about the fence, or they contradict each other.
    func side(of key: FenceKey) -> FenceClaim.Side? {
        var (isInside, isOutside, isResting) = (false, false, false)
        for claim in self where claim.key == key {
            switch claim.action {
            case .entered: isInside = true
            case .dwelled: (isInside, isResting) = (true, true)
            case .exited: isOutside = true
            }
        }
        guard isInside != isOutside else { return nil }
        return isInside ? .inside(isResting: isResting) : .outside
    }
}

extension EvaluationPolicy.Evaluation {
    /// What a claim makes of a fix at the fence it is about.
    ///
    /// - Parameters:
    ///   - side: where the system says that the phone is.
    ///   - edgeMeters: how far beyond the edge the fix lies, negative inside.
    ///   - accuracyMeters: how good it is.
    /// - Returns: the side, where the fix is good enough to be heard on it and does not belie it; `nil` makes it an ordinary
    ///   fix.
    func heard(_ side: FenceClaim.Side, edgeMeters: Double, accuracyMeters: Double) -> FenceClaim.Side? {
        guard claimAccuracyLimitMeters > 0, accuracyMeters <= claimAccuracyLimitMeters else { return nil }
        switch side {
        case .inside: return edgeMeters - accuracyMeters <= 0 ? side : nil
        case .outside: return side
        }
    }
}

extension Fix {
    /// The fix as the fence sees it that a phone says it is inside of: one at rest where it says so.
    func claimed(_ side: FenceClaim.Side) -> Fix {
        guard side == .inside(isResting: true) else { return self }
        var fix = self
        fix.flags.insert(.stationary)
        return fix
    }
}
