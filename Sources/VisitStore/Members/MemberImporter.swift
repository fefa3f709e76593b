internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes the rows of an import of members one by one, within its transaction.
///
/// Created by `MemberRepository.importRows`, and invalid after it returns.
package struct MemberImporter {
    private var lists: MemberListWriter
    private let devices: DeviceWriter
    /// The devices imported so far, so that the rows of a member's other facilities do not count them again.
    private var seenDevices = KeySet()

    init(_ db: Database) throws {
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
        let member = try lists.ensure(row.member, hasList: hasList || row.facility != nil, timeZone: row.timeZone)
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

    mutating func removeTheRest(_ db: Database) throws {
        try lists.removeTheRest(db)
    }

    var summary: MemberImportSummary { lists.summary }
}
