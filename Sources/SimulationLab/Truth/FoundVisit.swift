package import VisitModel

/// A visit that an app found.
package struct FoundVisit: Hashable, Sendable {
    /// Where.
    package let facility: FacilityID
    /// When it says the member came.
    package let enteredAt: Timestamp
    /// When it says the member left; `nil` while it goes on.
    package let exitedAt: Timestamp?
    /// Whether it counts.
    package let isCounted: Bool
    /// What it is, or why it does not count.
    package let note: String
    /// When the app first told of it.
    package let toldAt: Timestamp

    /// Makes a visit.
    ///
    /// - Parameters:
    ///   - facility: where.
    ///   - enteredAt: when the member came.
    ///   - exitedAt: when the member left; `nil` while it goes on.
    ///   - isCounted: whether it counts.
    ///   - note: what it is, or why it does not count.
    ///   - toldAt: when the app first told of it.
    package init(
        facility: FacilityID,
        enteredAt: Timestamp,
        exitedAt: Timestamp?,
        isCounted: Bool,
        note: String,
        toldAt: Timestamp
    ) {
        self.facility = facility
        self.enteredAt = enteredAt
        self.exitedAt = exitedAt
        self.isCounted = isCounted
        self.note = note
        self.toldAt = toldAt
    }
}
