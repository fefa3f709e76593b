public import VisitModel

/// What an import did to members, their lists and their devices, or with a dry run would have done.
public struct MemberImportSummary: Hashable, Sendable {
    /// Members that were not there before.
    public var membersAdded = 0
    /// Members whose time zone changed or who got their first list.
    public var membersUpdated = 0
    /// Facilities put on a list.
    public var facilitiesAdded = 0
    /// Facilities that came and were on the list before.
    public var facilitiesUnchanged = 0
    /// Facilities taken off a list because they did not come.
    public var facilitiesRemoved = 0
    /// Facilities that came and are not in the database.
    public var facilitiesUnknown = 0
    /// Devices that were not there before.
    public var devicesAdded = 0
    /// Devices whose platform or time zone changed.
    public var devicesUpdated = 0
    /// Devices that came and were there, exactly so.
    public var devicesUnchanged = 0

    /// Makes a summary of nothing.
    public init() {}

    /// Whether anything changed that decides where members may visit; a phone that is new decides nothing.
    var changesPlaces: Bool {
        membersAdded + membersUpdated + facilitiesAdded + facilitiesRemoved + devicesUpdated > 0
    }
}

/// One row of an import of members: a person, and what the row says of them.
public struct MemberRow: Hashable, Sendable {
    /// The person.
    public var member: MemberID
    /// A facility of the person's list; a member of whom no row names one has the whole network.
    public var facility: FacilityID?
    /// A phone of the person.
    public var device: DeviceID?
    /// The phone's operating system; `nil` keeps what is known, and is iOS for a new phone.
    public var platform: Platform?
    /// The person's time zone, and the phone's; `nil` keeps what is known.
    public var timeZone: TimeZoneName?

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - member: the person.
    ///   - facility: a facility of the person's list.
    ///   - device: a phone of the person.
    ///   - platform: the phone's operating system.
    ///   - timeZone: the person's time zone, and the phone's.
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

/// What became of the facility of one row.
public enum MemberListOutcome: Hashable, Sendable, CaseIterable {
    /// It was put on the member's list.
    case added
    /// It was on the list, or the row named none.
    case unchanged
    /// The database has no such facility, so the list lacks it.
    case unknownFacility
}
