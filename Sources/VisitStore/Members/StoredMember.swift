public import VisitModel

/// A member as it is stored.
public struct StoredMember: Hashable, Sendable {
    /// The member and the list of facilities.
    public let member: Member
    /// The member's time zone, if known.
    public let timeZone: TimeZoneName?
    /// The member's phones, ordered by id.
    public let devices: [Device]

    /// Creates a stored member.
    public init(member: Member, timeZone: TimeZoneName?, devices: [Device]) {
        self.member = member
        self.timeZone = timeZone
        self.devices = devices
    }
}
