/// The members who belong together for reports, for instance those of one employer; known by its name alone.
package enum MemberGroup {}

/// The name of a group.
package typealias GroupID = Identifier<MemberGroup>

/// What a member is called besides the id.
package enum MemberNaming {}

/// A member's name, for people; two members can have the same one.
package typealias MemberName = Identifier<MemberNaming>

/// What becomes of a stored value that may be missing.
package enum ValueChange<Value: Hashable & Sendable>: Hashable, Sendable {
    case kept
    case set(Value)
    case removed
}

/// What becomes of a member's name and group.
package struct MemberDetailsChange: Hashable, Sendable {
    package var name: ValueChange<MemberName>
    package var group: ValueChange<GroupID>

    package init(name: ValueChange<MemberName> = .kept, group: ValueChange<GroupID> = .kept) {
        self.name = name
        self.group = group
    }
}

/// A member's group from a local day on, up to the next period of the member.
package struct GroupPeriod: Hashable, Sendable {
    /// Visits that begin on it are of this group.
    package let from: CivilDate
    /// `nil` for none.
    package let group: GroupID?

    /// Earlier than any visit.
    package static let beginning = Timestamp.beginningOfTime.localDate(in: .utc)

    /// The first day; `nil` for a group that has all earlier visits.
    package var since: CivilDate? { from > Self.beginning ? from : nil }

    package init(from: CivilDate, group: GroupID?) {
        self.from = from
        self.group = group
    }
}

/// A group to select, or the members without one.
package enum GroupSelection: Hashable, Sendable {
    case named(GroupID)
    case none

    package init(_ group: GroupID?) { self = group.map(GroupSelection.named) ?? .none }

    package var group: GroupID? {
        switch self {
        case .named(let group): group
        case .none: nil
        }
    }
}
