package import VisitModel

package struct MemberRowReader: DelimitedRowReader {
    package static let content = "rows of members"

    package let columns: MemberColumns
    private var zones = TimeZoneCache(fallback: "the member gets none")
    /// The member of each device so far, with the line of the first row that names both, by the hash of the device's
    /// id.
    private var owners: [UInt64: (member: UInt64, line: Int)] = [:]
    /// The first line of each member, facility and device.
    private var rows: [UInt64: Int] = [:]
    private var members = ConfusableNames<Member>()
    private var devices = ConfusableNames<Device>()
    private var groupNames = ConfusableNames<MemberGroup>()

    /// The first line of each member with a group or a name, and the hash of what it says, by the hash of the member's id.
    private var groups = MemberTexts()
    private var names = MemberTexts()

    static let emptyListMark: StaticString = "-"
    /// Removes a stored name or group.
    static let removalMark: StaticString = "-"

    private typealias MemberTexts = [UInt64: (text: UInt64, line: Int)]

    init(columns: MemberColumns) { self.columns = columns }

    package static func missingField(in columns: MemberColumns) -> MemberField? {
        columns[.memberID] == nil ? .memberID : nil
    }

    package func wholeFileDiagnostics(file: String) -> [Diagnostic] { [] }

    package func finish(file: String, _: Void) -> (refused: Int, remarks: [Diagnostic]) { (0, []) }

    package mutating func row(
        _ record: borrowing DelimitedRecord,
        _: Void,
        _ problems: inout RowProblems
    ) -> MemberRow? {
        problems.checkShape(record, headers: columns.headers)
        guard problems.isUsable else { return nil }
        let member = member(record, &problems)
        let access = access(record, &problems)
        let device = device(record, &problems)
        let platform = platform(record, hasDevice: device != nil, &problems)
        let timeZone = timeZone(record, &problems)
        let details = MemberDetailsChange(
            name: change(record, .memberName, "bad_member_name", &problems),
            group: change(record, .group, "bad_group", &problems)
        )
        guard let member, let access, problems.isUsable else { return nil }
        let row = MemberRow(
            member: member,
            access: access,
            device: device,
            platform: platform,
            timeZone: timeZone,
            details: details,
            line: record.line
        )
        checkDetails(row, &problems)
        checkOwner(row, &problems)
        checkLooks(row, &problems)
        checkRepetition(row, &problems)
        return problems.isUsable ? row : nil
    }

    private func member(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> MemberID? {
        let header = columns.header(.memberID)
        guard let field = record.field(columns[.memberID]) else {
            problems.add(.error, "missing_member_id", column: header, "the member is missing, expected the member's id")
            return nil
        }
        return problems.value("bad_member_id", column: header, try MemberID(field.string))
    }

    private func access(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> MemberRow.Access? {
        guard let column = columns[.facilityID] else { return .unstated }
        let field = record[column].trimmed
        if field.isEmpty { return .unstated }
        if field.equals(lowercase: Self.emptyListMark) { return .emptyList }
        let header = columns.header(.facilityID)
        // Whether `NA` means all facilities or none changes the counts, so it is an error and not guessed.
        guard !field.isMissing else {
            problems.add(
                .error,
                "bad_facility_id",
                column: header,
                """
                \(field.quoted) is not a facility, expected an id, nothing for all facilities, or `-` for none
                """
            )
            return nil
        }
        return problems.value("bad_facility_id", column: header, .facility(try FacilityID(field.string)))
    }

    private func device(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> DeviceID? {
        guard let field = record.field(columns[.deviceID]) else { return nil }
        return problems.value("bad_device_id", column: columns.header(.deviceID), try DeviceID(field.string))
    }

    private func platform(
        _ record: borrowing DelimitedRecord,
        hasDevice: Bool,
        _ problems: inout RowProblems
    ) -> Platform? {
        guard let field = record.field(columns[.platform]) else { return nil }
        let header = columns.header(.platform)
        guard let platform = Platform(rawValue: field.string.lowercased()) else {
            problems.add(
                .error,
                "bad_platform",
                column: header,
                "\(field.quoted) is not a platform, expected ios or android"
            )
            return nil
        }
        if !hasDevice {
            problems.add(
                .warning,
                "platform_without_device",
                column: header,
                "a platform without a device is ignored"
            )
        }
        return platform
    }

    private mutating func timeZone(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> TimeZoneName? {
        guard let field = record.field(columns[.timeZone]) else { return nil }
        return zones.zone(field, column: columns.header(.timeZone), &problems)
    }

    private func change<Subject>(
        _ record: borrowing DelimitedRecord,
        _ field: MemberField,
        _ code: String,
        _ problems: inout RowProblems
    ) -> ValueChange<Identifier<Subject>> {
        guard let text = record.field(columns[field]) else { return .kept }
        if text.equals(lowercase: Self.removalMark) { return .removed }
        return problems.value(code, column: columns.header(field), .set(try Identifier(text.string))) ?? .kept
    }

    /// Refuses another group than in an earlier row, because the visits are of one group only; warns of another name.
    private mutating func checkDetails(_ row: MemberRow, _ problems: inout RowProblems) {
        if let line = Self.differs(row.details.group, row, &groups) {
            problems.add(
                .error,
                "member_of_two_groups",
                column: columns.header(.group),
                "`\(row.member)` has another group on line \(line), expected one group per member"
            )
        }
        if let line = Self.differs(row.details.name, row, &names) {
            problems.add(
                .warning,
                "member_with_two_names",
                column: columns.header(.memberName),
                "`\(row.member)` has another name on line \(line); the last one is used"
            )
        }
    }

    /// Returns the first line of the member where that says something else.
    private static func differs<Subject>(
        _ change: ValueChange<Identifier<Subject>>,
        _ row: MemberRow,
        _ texts: inout MemberTexts
    ) -> Int? {
        let text: UInt64
        switch change {
        case .kept: return nil
        case .removed: text = StableDigest.of("")
        case .set(let value): text = StableDigest.of(value.text)
        }
        let member = StableDigest.of(row.member.text)
        guard let first = texts[member] else {
            texts[member] = (text, row.line)
            return nil
        }
        return first.text == text ? nil : first.line
    }

    /// Refuses a phone of another member in an earlier row, because its visits would count for one of them only.
    private mutating func checkOwner(_ row: MemberRow, _ problems: inout RowProblems) {
        guard let device = row.device else { return }
        let (key, member) = (StableDigest.of(device.text), StableDigest.of(row.member.text))
        guard let owner = owners[key] else {
            owners[key] = (member, row.line)
            return
        }
        guard owner.member != member else { return }
        problems.add(
            .error,
            "device_of_two_members",
            column: columns.header(.deviceID),
            "`\(device)` belongs to another member on line \(owner.line), expected one member per device"
        )
    }

    /// Warns of members, phones and groups that look like others.
    private mutating func checkLooks(_ row: MemberRow, _ problems: inout RowProblems) {
        members.check(row.member, line: row.line, column: columns.header(.memberID), &problems)
        if let device = row.device {
            devices.check(device, line: row.line, column: columns.header(.deviceID), &problems)
        }
        if case .set(let group) = row.details.group {
            groupNames.check(group, line: row.line, column: columns.header(.group), &problems)
        }
    }

    private mutating func checkRepetition(_ row: MemberRow, _ problems: inout RowProblems) {
        var hash = StableDigest()
        hash.combine(row.member.text)
        if case .facility(let facility) = row.access { hash.combine(facility.text) }
        hash.combine(row.device?.text ?? "")
        let before = rows[hash.value]
        guard let before else {
            rows[hash.value] = row.line
            return
        }
        problems.add(
            .warning,
            "repeated_row",
            column: nil,
            "the same member, facility and device are on line \(before), expected once"
        )
    }
}

/// One usable row of a member file.
package struct MemberRow: Hashable, Sendable {
    /// The facilities that a row allows its member to visit.
    package enum Access: Hashable, Sendable {
        /// One facility of the member's list.
        case facility(FacilityID)
        /// No statement. A member with only such rows has no list, and may visit the whole network.
        case unstated
        /// An empty list: the member may visit nothing, unless another row names a facility.
        case emptyList
    }

    package var member: MemberID
    package var access: Access
    package var device: DeviceID?
    package var platform: Platform?
    package var timeZone: TimeZoneName?
    package var details = MemberDetailsChange()
    /// The line the row begins on, from 1.
    package var line: Int
}
