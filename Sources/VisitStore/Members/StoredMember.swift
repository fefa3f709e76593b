public import VisitModel

/// A member as the database knows them.
public struct StoredMember: Hashable, Sendable {
    /// The person and their list.
    public let member: Member
    /// The person's time zone, where one was given.
    public let timeZone: TimeZoneName?
    /// The person's phones, by id.
    public let devices: [Device]

    /// Makes a listing.
    ///
    /// - Parameters:
    ///   - member: the person and their list.
    ///   - timeZone: the person's time zone.
    ///   - devices: the person's phones.
    public init(member: Member, timeZone: TimeZoneName?, devices: [Device]) {
        self.member = member
        self.timeZone = timeZone
        self.devices = devices
    }
}
