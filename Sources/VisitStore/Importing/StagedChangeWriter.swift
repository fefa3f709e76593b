internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes the changes of a staged import to the tables, within a transaction.
struct StagedChangeWriter {
    /// In the order of `write`; the first columns are those of `FacilityColumns.facility`.
    static let listSQL = """
        SELECT facility, name, street, city, state, postal_code, country, NULL, \(FenceColumns.names),
            number, kind, member, device, platform, has_list, group_name
        FROM staged_change ORDER BY number
        """

    private let lookups: Lookups
    private let exceptions: NotedExceptions
    /// `nil` for an import of members.
    private var facilities: FacilityImporter?
    private var lists: MemberListWriter
    private let devices: DeviceWriter
    private let unlist: PreparedStatement
    private let groupsFrom: GroupStart?

    /// `groupsFrom` is needed where a change sets a group.
    init(_ db: Database, _ lookups: Lookups, effectiveFrom: Timestamp?, groupsFrom: GroupStart?) throws {
        self.groupsFrom = groupsFrom
        self.lookups = lookups
        self.exceptions = try NotedExceptions(db)
        self.facilities = try effectiveFrom.map {
            try FacilityImporter(db, lookups, effectiveFrom: $0, notesExceptions: false)
        }
        self.lists = try MemberListWriter(db)
        self.devices = try DeviceWriter(db)
        self.unlist = try PreparedStatement(
            db,
            """
            DELETE FROM member_facility
            WHERE member = (SELECT key FROM member WHERE id = ?) AND facility = (SELECT key FROM facility WHERE id = ?)
            """
        )
    }

    /// Writes the change of a row of `listSQL`, and returns its number.
    mutating func write(_ row: Columns) throws -> Int64 {
        let kind: StagedChange.Kind = try row.named(17)
        switch kind {
        case .facility, .retired: try writeFacility(row, isRetired: kind == .retired)
        case .member:
            _ = try lists.ensure(
                try row.identifier(18),
                hasList: row.int(21) == 1,
                timeZone: try zone(row),
                details: MemberDetailsChange(name: try change(row, 1), group: try change(row, 22)),
                groupsFrom: groupsFrom
            )
        case .device: try writeDevice(row)
        case .listed, .unlisted: try writeEntry(row, isListed: kind == .listed)
        }
        return row.int64(16)
    }

    func finish(_ db: Database) throws { _ = try facilities?.finish(db) }

    private mutating func writeFacility(_ row: Columns, isRetired: Bool) throws {
        let id: FacilityID = try row.identifier(0)
        guard !exceptions.contain(id) else { return }
        if isRetired {
            try facilities?.retire(id)
        } else {
            try facilities?.upsert(FacilityColumns.facility(row, lookups).facility)
        }
    }

    private mutating func writeDevice(_ row: Columns) throws {
        let (member, device): (MemberID, DeviceID) = (try row.identifier(18), try row.identifier(19))
        let known: DeviceWriter.Known?
        do {
            known = try devices.known(device, of: member)
        } catch let error as StorageError where error.code == .conflict {
            // Another member's app has sent with this id since.
            return
        }
        _ = try devices.ensure(
            device,
            known: known,
            member: lists.ensure(member, hasList: false, timeZone: nil),
            platform: row.isNull(20) ? nil : row.named(20),
            timeZone: zone(row)
        )
    }

    private mutating func writeEntry(_ row: Columns, isListed: Bool) throws {
        let (facility, member): (FacilityID, MemberID) = (try row.identifier(0), try row.identifier(18))
        guard !exceptions.contain(facility, onListOf: member) else { return }
        if isListed {
            _ = try lists.add(facility, to: member)
        } else {
            unlist.bind(1, member.text)
            unlist.bind(2, facility.text)
            try unlist.run()
        }
    }

    /// NULL keeps the stored value, an empty text removes it.
    private func change<Subject>(_ row: Columns, _ index: Int32) throws -> ValueChange<Identifier<Subject>> {
        guard !row.isNull(index) else { return .kept }
        return try row.name(index).map(ValueChange.set) ?? .removed
    }

    /// `nil` keeps the stored zone.
    private func zone(_ row: Columns) throws -> TimeZoneName? { try row.optionalText(13).map(lookups.zone) }
}
