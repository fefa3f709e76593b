package import VisitModel

/// A true stay of the phone inside a facility's fence.
package struct TrueStay: Hashable, Sendable {
    /// The facility.
    package let facility: FacilityID
    /// The true entry, to a tenth of a second; the scenario's start where the phone was inside already.
    package let enteredAt: Timestamp
    /// The true exit; `nil` where the phone was still inside at the end.
    package let exitedAt: Timestamp?
    /// Whether it lasted as long as the facility's dwell threshold.
    package let isVisit: Bool

    /// Creates a stay.
    ///
    /// - Parameters:
    ///   - facility: the facility.
    ///   - enteredAt: the true entry.
    ///   - exitedAt: the true exit; `nil` where the phone was still inside at the end.
    ///   - isVisit: whether it lasted as long as the facility's dwell threshold.
    package init(facility: FacilityID, enteredAt: Timestamp, exitedAt: Timestamp?, isVisit: Bool) {
        self.facility = facility
        self.enteredAt = enteredAt
        self.exitedAt = exitedAt
        self.isVisit = isVisit
    }

    /// Whether it overlaps a stay at another place for more than half of the shorter one's time.
    ///
    /// - Parameter other: the other stay.
    /// - Returns: false for stays at one place.
    func overlaps(_ other: TrueStay) -> Bool {
        guard facility != other.facility else { return false }
        let shared = overlapSeconds(from: other.enteredAt, to: other.exitedAt)
        let own = overlapSeconds(from: enteredAt, to: exitedAt)
        return shared > min(own, other.overlapSeconds(from: other.enteredAt, to: other.exitedAt)) / 2
    }

    /// The number of seconds that the stay and another period have in common.
    ///
    /// - Parameters:
    ///   - start: when the other period begins.
    ///   - stop: when the other period ends; `nil` for an open one.
    /// - Returns: 0 where they only touch, negative where they are apart.
    func overlapSeconds(from start: Timestamp, to stop: Timestamp?) -> Double {
        let end = min(exitedAt ?? Timestamp(milliseconds: .max), stop ?? Timestamp(milliseconds: .max))
        return max(enteredAt, start).seconds(to: end)
    }
}
