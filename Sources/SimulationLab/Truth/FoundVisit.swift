package import VisitModel

/// A visit that an app or its service found.
package struct FoundVisit: Hashable, Sendable {
    /// The visited facility.
    package let facility: FacilityID
    /// The recorded entry.
    package let enteredAt: Timestamp
    /// The recorded exit; `nil` while the visit is open.
    package let exitedAt: Timestamp?
    /// Whether it counts.
    package let isCounted: Bool
    /// The kind of evidence, or the reason why it does not count.
    package let note: String
    /// When the first event of the visit was emitted.
    package let toldAt: Timestamp

    /// Creates a visit.
    ///
    /// - Parameters:
    ///   - facility: the visited facility.
    ///   - enteredAt: the recorded entry.
    ///   - exitedAt: the recorded exit; `nil` while the visit is open.
    ///   - isCounted: whether it counts.
    ///   - note: the kind of evidence, or the reason why it does not count.
    ///   - toldAt: when the first event of the visit was emitted.
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
