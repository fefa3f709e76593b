package import VisitModel

/// One usable row of a member file.
package struct MemberRow: Hashable, Sendable {
    /// The facilities that a row allows its member to visit.
    package enum Access: Hashable, Sendable {
        /// One facility of the member's list.
        case facility(FacilityID)
        /// No statement. A member with only such rows has no list, and may visit the whole network.
        case unstated
        /// An empty list: the member may visit nothing, unless another row names a facility.
        case emptyList
    }

    /// The member.
    package var member: MemberID
    /// The facilities that the member may visit.
    package var access: Access
    /// A phone of the member, if named.
    package var device: DeviceID?
    /// The phone's operating system, if given.
    package var platform: Platform?
    /// The member's time zone, if given.
    package var timeZone: TimeZoneName?
    /// The line the row begins on, from 1.
    package var line: Int

    /// Creates a row.
    package init(
        member: MemberID,
        access: Access,
        device: DeviceID? = nil,
        platform: Platform? = nil,
        timeZone: TimeZoneName? = nil,
        line: Int
    ) {
        self.member = member
        self.access = access
        self.device = device
        self.platform = platform
        self.timeZone = timeZone
        self.line = line
    }
}
