internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// Writes the rows of an import of members one by one, within its transaction.
///
/// Created by `MemberRepository.importRows`, and invalid after it returns.
package struct MemberImporter {
    /// Whether the import is about lists at all; one that is not leaves them as they are when it replaces.
    package var hasLists = true
    private var lists: MemberListWriter
    private let devices: DeviceWriter
    private let groupsFrom: GroupStart?
    /// The devices imported so far, so that the rows of a member's other facilities do not count them again.
    private var seenDevices = KeySet()

    /// `groupsFrom` is needed where a row has a group.
    init(_ db: Database, groupsFrom: GroupStart?) throws {
        self.groupsFrom = groupsFrom
        self.lists = try MemberListWriter(db)
        self.devices = try DeviceWriter(db)
    }

    /// Writes a row: creates the member and the device where needed, and adds the facility to the list.
    ///
    /// A row with an unknown facility still creates its member, device and list. With `hasList`, the member has a list
    /// even where the row names no facility. A list that stays empty means that the member may visit no facility.
    ///
    /// Throws `StorageError` with code `conflict` when the device belongs to another member. Nothing of the row is kept
    /// then, and the import may continue.
    @discardableResult
    package mutating func add(_ row: MemberRow, hasList: Bool = false) throws -> MemberListOutcome {
        let known = try row.device.flatMap { try devices.known($0, of: row.member) }
        let member = try lists.ensure(
            row.member,
            hasList: hasList || row.facility != nil,
            timeZone: row.timeZone,
            details: row.details,
            groupsFrom: groupsFrom
        )
        if let device = row.device {
            let (key, outcome) = try devices.ensure(
                device,
                known: known,
                member: member,
                platform: row.platform,
                timeZone: row.timeZone
            )
            count(key, outcome)
        }
        guard let facility = row.facility else { return .unchanged }
        return try lists.add(facility, to: row.member)
    }

    private mutating func count(_ device: DeviceKey, _ outcome: DeviceWriter.Outcome) {
        let isNew = seenDevices.insert(device.rawValue)
        switch outcome {
        case .added: lists.summary.devicesAdded += 1
        case .updated: lists.summary.devicesUpdated += 1
        case .unchanged: lists.summary.devicesUnchanged += isNew ? 1 : 0
        }
    }

    mutating func removeTheRest(_ db: Database) throws { try lists.removeTheRest(db) }

    var summary: MemberImportSummary { lists.summary }
}

/// The result of an import of members, lists and devices, or the expected result of a dry run.
package struct MemberImportSummary: Hashable, Sendable {
    package var membersAdded = 0
    /// Members whose name, group or time zone changed, or who got their first list.
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
    package var details: MemberDetailsChange

    package init(
        member: MemberID,
        facility: FacilityID? = nil,
        device: DeviceID? = nil,
        platform: Platform? = nil,
        timeZone: TimeZoneName? = nil,
        details: MemberDetailsChange = MemberDetailsChange()
    ) {
        self.member = member
        self.facility = facility
        self.device = device
        self.platform = platform
        self.timeZone = timeZone
        self.details = details
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
