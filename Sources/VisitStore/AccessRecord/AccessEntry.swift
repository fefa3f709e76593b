package import VisitModel

/// What was done with a member's data.
package enum AccessAction: String, Hashable, Sendable, CaseIterable {
    case read
    /// All stored data was taken as one document.
    case export
    case erase
    /// A visit was confirmed, declined or noted, or its review cleared.
    case correct
}

/// Who accessed a member's data, and through which interface.
package struct AccessCaller: Hashable, Sendable {
    package enum Interface: String, Hashable, Sendable, CaseIterable {
        /// A program, with a token.
        case api
        /// The dashboard, with a token.
        case page
        /// The command line, as a user of the operating system.
        case command
    }

    package let interface: Interface
    /// The public id of a token; the user's name for a command.
    package let id: String
    /// The token's note at the time, or for a command the user who ran sudo.
    package let note: String?

    package init(_ interface: Interface, id: String, note: String?) {
        self.interface = interface
        self.id = id
        self.note = note
    }
}

/// Who changes a member's data and when, for the row that the change adds to the access record.
package struct AccessOrigin: Hashable, Sendable {
    package let caller: AccessCaller
    package let time: Timestamp

    package init(_ caller: AccessCaller, at time: Timestamp) {
        self.caller = caller
        self.time = time
    }
}

/// What a request refers to; its owner is the member whose data is accessed.
package enum AccessTarget: Hashable, Sendable {
    case member(MemberID)
    case device(DeviceID)
    case visit(VisitID)
    case message(MessageID)
    case quarantined(QuarantinedRecord.Key)
    /// A list without a filter for one member.
    case list
}

/// Whose data was accessed.
package enum AccessSubject: Hashable, Sendable {
    case member(MemberID)
    /// Several members, or data whose member is unknown.
    case several
}

/// An access to be recorded.
package struct Access: Hashable, Sendable {
    package let action: AccessAction
    package let subject: AccessSubject
    package let origin: AccessOrigin

    package init(_ action: AccessAction, _ subject: AccessSubject, _ origin: AccessOrigin) {
        self.action = action
        self.subject = subject
        self.origin = origin
    }
}

/// A row of the access record.
package struct AccessEntry: Hashable, Sendable {
    /// Never reused; a later row has a higher one.
    package typealias Key = RecordKey<AccessEntry>

    package let key: Key
    package let action: AccessAction
    package let caller: AccessCaller
    /// `nil` for several members, and for a member who was erased since.
    package let member: MemberID?
    /// SHA-256 of the id of a member who was erased.
    package let erasedMember: [UInt8]?
    package let firstAt: Timestamp
    /// The last of the repeated accesses that the row stands for; that of one access is `firstAt`.
    package let lastAt: Timestamp
    /// 1 or more.
    package let count: Int

    /// `erasedMember` in hexadecimal.
    package var erasedMemberText: String? { erasedMember?.hexadecimalText }
}

/// A filter for the access record; a criterion that is `nil` does not restrict.
package struct AccessFilter: Hashable, Sendable {
    /// Also finds the rows of a member of this id who was erased.
    package var member: MemberID?
    package var action: AccessAction?
    package var interface: AccessCaller.Interface?
    /// Last accessed at or after this time.
    package var since: Timestamp?
    /// First accessed before this time.
    package var until: Timestamp?
    /// In the order of the list.
    package var after: AccessEntry.Key?
    package var limit: Int?

    package init(
        member: MemberID? = nil,
        action: AccessAction? = nil,
        interface: AccessCaller.Interface? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        after: AccessEntry.Key? = nil,
        limit: Int? = nil
    ) {
        self.member = member
        self.action = action
        self.interface = interface
        self.since = since
        self.until = until
        self.after = after
        self.limit = limit
    }
}
