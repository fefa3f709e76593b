public import VisitModel

/// A transition that the system has decided and will deliver to the app.
public struct RegionDelivery: Hashable, Sendable {
    /// The regions that share the transition, in the order of their addition.
    public let ids: [RegionID]
    /// The transition.
    public let transition: RegionTransition
    /// The time of the decision.
    public let decidedAt: Timestamp
    /// The time of the delivery, if the app can receive it then.
    public let dueAt: Timestamp
    /// The fix that decided; `nil` for a decision by a timer.
    public let fix: SystemFix?

    /// Creates a delivery.
    public init(
        ids: [RegionID],
        transition: RegionTransition,
        decidedAt: Timestamp,
        dueAt: Timestamp,
        fix: SystemFix?
    ) {
        self.ids = ids
        self.transition = transition
        self.decidedAt = decidedAt
        self.dueAt = dueAt
        self.fix = fix
    }
}

/// A fix of the operating system's own positioning, from which it decides about regions.
///
/// Apps do not receive these fixes, except the one of a transition.
public struct SystemFix: Hashable, Sendable {
    /// The timestamp.
    public let time: Timestamp
    /// The position.
    public let coordinate: Coordinate
    /// The accuracy, a 68 % radius in metres; negative or NaN if it is unknown.
    public let accuracyMeters: Double

    /// Creates a fix.
    public init(time: Timestamp, coordinate: Coordinate, accuracyMeters: Double) {
        self.time = time
        self.coordinate = coordinate
        self.accuracyMeters = accuracyMeters
    }
}
