public import VisitModel
public import VisitStore

/// What a member did, by month (the Gym Visits document's `activities()`).
public struct Activities: Sendable {
    private let store: VisitStore
    private let member: MemberID

    /// Makes it.
    ///
    /// - Parameters:
    ///   - store: where the visits are.
    ///   - member: whose.
    public init(store: VisitStore, member: MemberID) {
        self.store = store
        self.member = member
    }

    /// Kinds of activities; visits to places are the only one.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A visit to a gym, or any other facility.
        case gymVisit = "GYM_VISIT_ACTIVITY"
    }

    /// The counted visits of a month, each in the facility's local month of its entry.
    ///
    /// - Parameters:
    ///   - month: 1...12.
    ///   - year: of the common era.
    ///   - kind: which kind.
    ///   - facility: only there; `nil` for everywhere.
    /// - Returns: in order of entry.
    /// - Throws: `ValidationError` for a month that there is none of, `VisitStoreError`.
    public func get(
        month: Int,
        year: Int,
        kind: Kind = .gymVisit,
        facility: FacilityID? = nil
    ) throws -> [Visit] {
        let filter = VisitFilter(month: try Month(year: year, month: month), member: member, facility: facility)
        return try store.visits(filter).filter { $0.verdict == .counted }
    }
}
