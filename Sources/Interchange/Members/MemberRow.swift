package import VisitModel

/// One usable row of a member file.
package struct MemberRow: Hashable, Sendable {
    /// What a row says about where its member may go.
    package enum Access: Hashable, Sendable {
        /// One facility of the member's list.
        case facility(FacilityID)
        /// Nothing. A member about whom no row says anything has no list, and may visit the whole network.
        case unstated
        /// That the list is empty: the member may visit nothing, unless another row names a facility.
        case emptyList
    }

    /// The member.
    package var member: MemberID
    /// Where the member may go.
    package var access: Access
    /// A phone of the member.
    package var device: DeviceID?
    /// The phone's operating system, where the row says it.
    package var platform: Platform?
    /// The member's time zone, where the row says it.
    package var timeZone: TimeZoneName?
    /// The line the row begins on, from 1.
    package var line: Int

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - member: the member.
    ///   - access: where the member may go.
    ///   - device: a phone of the member.
    ///   - platform: the phone's operating system.
    ///   - timeZone: the member's time zone.
    ///   - line: the line the row begins on, from 1.
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
