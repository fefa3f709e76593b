internal import GRDB
internal import VisitModel

/// Takes the rows of an import of members one by one, within its transaction.
///
/// Made by `VisitStore.importMembers`, and of no use after it.
public struct MemberImporter {
    private var lists: MemberListWriter
    private let devices: DeviceWriter
    /// The devices that came, so that the rows of a member's other facilities don't count them again.
    private var seenDevices = KeySet()

    /// Starts an import in an open transaction.
    init(_ db: Database) throws {
        self.lists = try MemberListWriter(db)
        self.devices = try DeviceWriter(db)
    }

    /// Takes a row: makes the member and the device where there are none, and puts the facility on the list.
    ///
    /// A row whose facility is not in the database still makes its member, device and list.
    ///
    /// - Parameters:
    ///   - row: what a line of a file says.
    ///   - hasList: whether the member has a list even where the row names no facility: an empty one, which means nowhere,
    ///     as long as nothing else is put on it.
    /// - Returns: what became of its facility.
    /// - Throws: `VisitStoreError`, with code `conflict` when the device belongs to another member; nothing of the row
    ///   is kept then and the import may go on.
    @discardableResult
    public mutating func add(_ row: MemberRow, hasList: Bool = false) throws -> MemberListOutcome {
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

    /// Counts the device of a row.
    private mutating func count(_ device: DeviceKey, _ outcome: DeviceWriter.Outcome) {
        let isNew = seenDevices.insert(device.rawValue)
        switch outcome {
        case .added: lists.summary.devicesAdded += 1
        case .updated: lists.summary.devicesUpdated += 1
        case .unchanged: lists.summary.devicesUnchanged += isNew ? 1 : 0
        }
    }

    /// Cuts the lists down to what came.
    mutating func removeTheRest(_ db: Database) throws {
        try lists.removeTheRest(db)
    }

    /// What was done.
    var summary: MemberImportSummary { lists.summary }
}
