package import VisitModel

/// What the rows of a month's report are of.
package enum ReportKey: String, Hashable, Sendable, CaseIterable {
    case member, facility, group
}

/// Whose visits a row has.
package enum ReportSubject: Hashable, Sendable {
    /// `nil` for members who were erased since.
    case member(MemberID?, MemberName?)
    case facility(FacilityID, name: String)
    /// `nil` for the members without a group.
    case group(GroupID?)

    /// The id, or for members who were erased, and for no group, the empty text.
    package var id: String {
        switch self {
        case .member(let id, _): id?.text ?? ""
        case .facility(let id, _): id.text
        case .group(let id): id?.text ?? ""
        }
    }

    /// The name, empty where there is none; a group has no other than its id.
    package var name: String {
        switch self {
        case .member(_, let name): name?.text ?? ""
        case .facility(_, let name): name
        case .group: ""
        }
    }

    /// For people, never empty.
    package var words: String {
        switch self {
        case .member(nil, _): "erased members"
        case .group(nil): "no group"
        case .member, .facility, .group: name.isEmpty ? id : name
        }
    }

    /// The subject of a line by a key.
    init(_ key: ReportKey, _ visit: ReportedVisit) {
        self =
            switch key {
            case .member: .member(visit.member, visit.memberName)
            case .facility: .facility(visit.facility, name: visit.facilityName)
            case .group: .group(visit.group)
            }
    }

    /// `nil` by a key that payouts do not have.
    init?(_ key: ReportKey, _ payout: PayoutLine) {
        switch key {
        case .member: self = .member(payout.member, payout.memberName)
        case .facility: return nil
        case .group: self = .group(payout.group)
        }
    }
}

/// The counted visits of a subject in a month.
package struct ReportFigures: Hashable, Sendable {
    package let visits: Int
    /// The different local days on which they began.
    package let days: Int
    package let minutes: Int
    /// The different members; one who was erased is not counted.
    package let members: Int
    /// The local day of the first one; `nil` where there is none.
    package let first: CivilDate?
    package let last: CivilDate?

    package init(visits: Int, days: Int, minutes: Int, members: Int, first: CivilDate?, last: CivilDate?) {
        self.visits = visits
        self.days = days
        self.minutes = minutes
        self.members = members
        self.first = first
        self.last = last
    }

    package static let none = ReportFigures(visits: 0, days: 0, minutes: 0, members: 0, first: nil, last: nil)
}
