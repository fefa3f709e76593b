internal import VisitModel

/// How the device moved while it was inside, as far as its fixes said.
public enum Pace: UInt8, Hashable, Sendable, CaseIterable {
    /// All said that it moved at the speed of a vehicle: one that drives past, as far as they show.
    case driving = 0
    /// All said that it moved, and one at least that it was slower than a vehicle.
    case moving = 1
    /// One at least did not say, and none that it was at rest.
    case unsaid = 2
    /// One at least said that it was at rest.
    case resting = 3

    /// Whether it was only ever seen on the move.
    public var isOnTheMove: Bool { self == .driving || self == .moving }

    /// What both come to together.
    ///
    /// - Parameter other: what other fixes said.
    /// - Returns: the pace of all.
    public func joined(by other: Pace) -> Pace { rawValue >= other.rawValue ? self : other }
}

extension EvaluationPolicy.Evaluation {
    /// What one fix says.
    ///
    /// - Parameter fix: the fix; its speed counts more than that the phone says it is at rest, which may be of a while ago.
    /// - Returns: its pace.
    func pace(of fix: Fix) -> Pace {
        guard let speed = fix.speed else { return fix.reportsRest ? .resting : .unsaid }
        if speed >= drivingSpeed { return .driving }
        if speed >= movingSpeed { return .moving }
        // Where no speed is one of somebody on the move, none is one of somebody at rest.
        return movingSpeed.isFinite ? .resting : .unsaid
    }
}
