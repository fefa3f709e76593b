package import VisitModel

/// The result of an import of members, lists and devices, or the expected result of a dry run.
package struct MemberImportSummary: Hashable, Sendable {
    package var membersAdded = 0
    /// Members whose time zone changed or who got their first list.
    package var membersUpdated = 0
    package var facilitiesAdded = 0
    /// Imported facilities that were on the list already.
    package var facilitiesUnchanged = 0
    /// Removed because the import did not contain them.
    package var facilitiesRemoved = 0
    /// Imported facilities that are not in the database.
    package var facilitiesUnknown = 0
    package var devicesAdded = 0
    /// Devices whose platform or time zone changed.
    package var devicesUpdated = 0
    /// Imported devices that were identical to the stored ones.
    package var devicesUnchanged = 0

    package init() {}

    /// Whether the import changed where members may visit; a new phone does not.
    var changesPlaces: Bool {
        membersAdded + membersUpdated + facilitiesAdded + facilitiesRemoved + devicesUpdated > 0
    }
}

package struct MemberRow: Hashable, Sendable {
    package var member: MemberID
    /// A facility on the member's list; a new member without any such row may visit every facility.
    package var facility: FacilityID?
    package var device: DeviceID?
    /// `nil` keeps the stored platform, and means iOS for a new phone.
    package var platform: Platform?
    /// The time zone of the member and of the phone; `nil` keeps the stored one.
    package var timeZone: TimeZoneName?

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
    case added
    /// The facility was on the list already, or the row named none.
    case unchanged
    /// There is no such facility, so the list does not contain it.
    case unknownFacility
}
