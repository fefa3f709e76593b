package import VisitModel

/// A stay that really was: the phone was inside a facility's fence.
package struct TrueStay: Hashable, Sendable {
    /// Where.
    package let facility: FacilityID
    /// When it came in, to a tenth of a second; the scenario's start where it was there already.
    package let enteredAt: Timestamp
    /// When it left; `nil` where it was still there at the end.
    package let exitedAt: Timestamp?
    /// Whether it stayed as long as the facility asks of a visit.
    package let isVisit: Bool

    /// Makes a stay.
    ///
    /// - Parameters:
    ///   - facility: where.
    ///   - enteredAt: when it came in.
    ///   - exitedAt: when it left; `nil` where it was still there at the end.
    ///   - isVisit: whether it stayed as long as the facility asks of a visit.
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

    /// How many seconds two spans of time have in common.
    ///
    /// - Parameters:
    ///   - start: when the other begins.
    ///   - stop: when the other ends; `nil` for not at all.
    /// - Returns: 0 where they only touch, less where they lie apart.
    func overlapSeconds(from start: Timestamp, to stop: Timestamp?) -> Double {
        let end = min(exitedAt ?? Timestamp(milliseconds: .max), stop ?? Timestamp(milliseconds: .max))
        return max(enteredAt, start).seconds(to: end)
    }
}
