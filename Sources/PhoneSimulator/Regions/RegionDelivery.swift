public import PhoneOS
public import VisitModel

/// A transition that the system has decided and will tell the app of.
public struct RegionDelivery: Hashable, Sendable {
    /// The regions that had it together.
    public let ids: [RegionID]
    /// Which transition.
    public let transition: RegionTransition
    /// When the system decided.
    public let decidedAt: Timestamp
    /// When it hands it over, if the app can take it then.
    public let dueAt: Timestamp
    /// The reading that decided; `nil` for one that a timer decided.
    public let reading: SystemReading?

    /// Makes a delivery.
    ///
    /// - Parameters:
    ///   - ids: the regions, in the order in which they were added.
    ///   - transition: which transition.
    ///   - decidedAt: when the system decided.
    ///   - dueAt: when it hands it over.
    ///   - reading: the reading that decided.
    public init(
        ids: [RegionID],
        transition: RegionTransition,
        decidedAt: Timestamp,
        dueAt: Timestamp,
        reading: SystemReading?
    ) {
        self.ids = ids
        self.transition = transition
        self.decidedAt = decidedAt
        self.dueAt = dueAt
        self.reading = reading
    }
}
