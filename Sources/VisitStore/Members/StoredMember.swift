package import VisitModel

/// A member as it is stored.
package struct StoredMember: Hashable, Sendable {
    /// The member and the list of facilities.
    package let member: Member
    /// The member's time zone, if known.
    package let timeZone: TimeZoneName?
    /// The member's phones, ordered by id.
    package let devices: [Device]

    /// Creates a stored member.
    package init(member: Member, timeZone: TimeZoneName?, devices: [Device]) {
        self.member = member
        self.timeZone = timeZone
        self.devices = devices
    }
}
