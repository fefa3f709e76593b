internal import VisitModel

/// The pace of the device while it was inside, as reported by its fixes.
public enum Pace: UInt8, Hashable, Sendable, CaseIterable {
    /// All fixes reported the speed of a vehicle: a drive past, as far as they show.
    case driving = 0
    /// All fixes reported motion, at least one of them slower than a vehicle.
    case moving = 1
    /// At least one fix reported nothing, and none reported rest.
    case unsaid = 2
    /// At least one fix reported rest.
    case resting = 3

    /// Whether the device was only ever seen on the move.
    public var isOnTheMove: Bool { self == .driving || self == .moving }

    /// Combines two paces.
    ///
    /// - Parameter other: the pace of other fixes.
    /// - Returns: the pace of all fixes.
    public func joined(by other: Pace) -> Pace { rawValue >= other.rawValue ? self : other }
}

extension EvaluationPolicy.Evaluation {
    /// The pace that one fix reports.
    ///
    /// - Parameter fix: the fix; its speed takes precedence over its report of rest, which may be outdated.
    /// - Returns: its pace.
    func pace(of fix: Fix) -> Pace {
        guard let speed = fix.speed else { return fix.reportsRest ? .resting : .unsaid }
        if speed >= drivingSpeed { return .driving }
        if speed >= movingSpeed { return .moving }
        // With an infinite `movingSpeed` no speed shows motion, so none shows rest.
        return movingSpeed.isFinite ? .resting : .unsaid
    }
}
