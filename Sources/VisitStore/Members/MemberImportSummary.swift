package import VisitModel

/// The result of an import of members, lists and devices, or the expected result of a dry run.
package struct MemberImportSummary: Hashable, Sendable {
    /// The number of new members.
    package var membersAdded = 0
    /// The number of members whose time zone changed or who got their first list.
    package var membersUpdated = 0
    /// The number of facilities added to a list.
    package var facilitiesAdded = 0
    /// The number of imported facilities that were on the list already.
    package var facilitiesUnchanged = 0
    /// The number of facilities removed from a list because the import did not contain them.
    package var facilitiesRemoved = 0
    /// The number of imported facilities that are not in the database.
    package var facilitiesUnknown = 0
    /// The number of new devices.
    package var devicesAdded = 0
    /// The number of devices whose platform or time zone changed.
    package var devicesUpdated = 0
    /// The number of imported devices that were identical to the stored ones.
    package var devicesUnchanged = 0

    /// Creates an empty summary.
    package init() {}

    /// Whether the import changed where members may visit; a new phone does not.
    var changesPlaces: Bool {
        membersAdded + membersUpdated + facilitiesAdded + facilitiesRemoved + devicesUpdated > 0
    }
}

/// One row of an import of members.
package struct MemberRow: Hashable, Sendable {
    /// The member.
    package var member: MemberID
    /// A facility on the member's list; a new member without any such row may visit every facility.
    package var facility: FacilityID?
    /// A phone of the member.
    package var device: DeviceID?
    /// The phone's operating system; `nil` keeps the stored one, and means iOS for a new phone.
    package var platform: Platform?
    /// The time zone of the member and of the phone; `nil` keeps the stored one.
    package var timeZone: TimeZoneName?

    /// Creates a row.
    package init(
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
package enum MemberListOutcome: Hashable, Sendable, CaseIterable {
    /// The facility was added to the member's list.
    case added
    /// The facility was on the list already, or the row named none.
    case unchanged
    /// There is no such facility, so the list does not contain it.
    case unknownFacility
}
