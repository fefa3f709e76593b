public import VisitModel

/// The result of an import of members, lists and devices, or the expected result of a dry run.
public struct MemberImportSummary: Hashable, Sendable {
    /// The number of new members.
    public var membersAdded = 0
    /// The number of members whose time zone changed or who got their first list.
    public var membersUpdated = 0
    /// The number of facilities added to a list.
    public var facilitiesAdded = 0
    /// The number of imported facilities that were on the list already.
    public var facilitiesUnchanged = 0
    /// The number of facilities removed from a list because the import did not contain them.
    public var facilitiesRemoved = 0
    /// The number of imported facilities that are not in the database.
    public var facilitiesUnknown = 0
    /// The number of new devices.
    public var devicesAdded = 0
    /// The number of devices whose platform or time zone changed.
    public var devicesUpdated = 0
    /// The number of imported devices that were identical to the stored ones.
    public var devicesUnchanged = 0

    /// Creates an empty summary.
    public init() {}

    /// Whether the import changed where members may visit; a new phone does not.
    var changesPlaces: Bool {
        membersAdded + membersUpdated + facilitiesAdded + facilitiesRemoved + devicesUpdated > 0
    }
}

/// One row of an import of members.
public struct MemberRow: Hashable, Sendable {
    /// The member.
    public var member: MemberID
    /// A facility on the member's list; a new member without any such row may visit every facility.
    public var facility: FacilityID?
    /// A phone of the member.
    public var device: DeviceID?
    /// The phone's operating system; `nil` keeps the stored one, and means iOS for a new phone.
    public var platform: Platform?
    /// The time zone of the member and of the phone; `nil` keeps the stored one.
    public var timeZone: TimeZoneName?

    /// Creates a row.
    public init(
        member: MemberID,
        facility: FacilityID? = nil,
        device: DeviceID? = nil,
        platform: Platform? = nil,
        timeZone: TimeZoneName? = nil
    ) {
        self.member = member
        self.facility = facility
        self.device = device
        self.platform = platform
        self.timeZone = timeZone
    }
}

/// The result for the facility of one row.
public enum MemberListOutcome: Hashable, Sendable, CaseIterable {
    /// The facility was added to the member's list.
    case added
    /// The facility was on the list already, or the row named none.
    case unchanged
    /// There is no such facility, so the list does not contain it.
    case unknownFacility
}
