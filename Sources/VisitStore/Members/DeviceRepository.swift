internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The phones, and the members they belong to.
package struct DeviceRepository: Sendable {
    let database: VisitDatabase

    /// Creates the devices that are not stored yet, and their members, in one transaction.
    ///
    /// A new member gets no list and may therefore visit every facility. The keys are returned in the order of
    /// `devices`, in which one may occur more than once. Throws `StorageError` with code `conflict` when a device
    /// belongs to another member or has another platform.
    package func ensure(_ devices: [Device]) throws -> [DeviceKey] {
        try database.write { db in
            var members = try MemberListWriter(db)
            let writer = try DeviceWriter(db)
            return try devices.map { device in
                let known = try writer.known(device.id, of: device.member)
                if let known, known.platform != device.platform, known.isPlatformKnown, device.isPlatformKnown {
                    throw StorageError(
                        .conflict,
                        "the device `\(device.id)` runs \(known.platform.rawValue) according to the database, not "
                            + "\(device.platform.rawValue); change it by an import of members, or use another id"
                    )
                }
                if let known { return known.key }
                let member = try members.ensure(device.member, hasList: false, timeZone: nil)
                return try writer.ensure(
                    device.id,
                    known: nil,
                    member: member,
                    platform: device.isPlatformKnown ? device.platform : nil,
                    timeZone: nil
                ).key
            }
        }
    }

    /// What became of a device that was to be created.
    package enum Admission: Hashable, Sendable {
        /// It is stored: as wanted, or as it was before, perhaps for another member.
        case stored(Device)
        /// Its member has the most devices that are allowed.
        case full
    }

    /// Creates the devices that are not stored yet, and their members, in one transaction, up to a number of devices of
    /// a member.
    package func admit(_ devices: [Device], mostOfMember limit: Int) throws -> [DeviceID: Admission] {
        try database.write { db in
            let find = try PreparedStatement(db, Self.registeredSQL)
            let count = try PreparedStatement(
                db,
                "SELECT count(*) FROM device d JOIN member m ON m.key = d.member WHERE m.id = ?"
            )
            var members = try MemberListWriter(db)
            let writer = try DeviceWriter(db)
            var counts: [MemberID: Int] = [:]
            var admissions: [DeviceID: Admission] = [:]
            for device in devices where admissions[device.id] == nil {
                if let stored = try Self.registered(device.id, find)?.device {
                    admissions[device.id] = .stored(stored)
                    continue
                }
                if counts[device.member] == nil {
                    count.bind(1, device.member.text)
                    counts[device.member] = try count.first { $0.int(0) } ?? 0
                }
                guard counts[device.member, default: 0] < limit else {
                    admissions[device.id] = .full
                    continue
                }
                counts[device.member, default: 0] += 1
                _ = try writer.ensure(
                    device.id,
                    known: nil,
                    member: try members.ensure(device.member, hasList: false, timeZone: nil),
                    platform: device.isPlatformKnown ? device.platform : nil,
                    timeZone: nil
                )
                admissions[device.id] = .stored(device)
            }
            return admissions
        }
    }

    /// Sets the platform of a stored device whose platform is unknown; changes nothing for any other.
    package func setPlatform(_ platform: Platform, of id: DeviceID) throws {
        try database.write { db in
            try db.execute(
                literal: """
                    UPDATE device SET platform = \(platform.rawValue), platform_known = 1
                    WHERE id = \(id.text) AND NOT platform_known
                    """
            )
        }
    }

    /// Creates a device and its member where they are not stored yet.
    ///
    /// Throws `StorageError` with code `conflict` when the device belongs to another member or has another platform.
    @discardableResult
    package func ensure(_ id: DeviceID, member: MemberID, platform: Platform) throws -> DeviceKey {
        let keys = try ensure([Device(id: id, member: member, platform: platform)])
        guard let key = keys.first else { throw StorageError(.statement, "the device `\(id)` has no key") }
        return key
    }

    /// Returns a page of devices after an id, in the byte order of their ids.
    ///
    /// `text` is a part of their ids or of their members'; ASCII letters match in either case.
    package func all(
        containing text: String? = nil,
        after last: DeviceID? = nil,
        limit: Int? = nil
    ) throws -> [StoredDevice] {
        try database.read { db in
            // Every id has at least one byte, so it sorts after the empty text.
            let request: SQL = """
                \(sql: Self.deviceSQL) WHERE d.id > \(last?.text ?? "")
                    AND (\(text) IS NULL OR instr(lower(d.id), lower(\(text))) OR instr(lower(m.id), lower(\(text))))
                ORDER BY d.id LIMIT \(limit ?? -1)
                """
            return try PreparedStatement(db, request).all { try Self.device($0, database.lookups) }
        }
    }

    /// Returns the devices with the newest fixes, newest first; devices without a fix are left out.
    package func latest(limit: Int) throws -> [StoredDevice] {
        try database.read { db in
            let request: SQL = """
                \(sql: Self.deviceSQL) WHERE s.newest_ms IS NOT NULL ORDER BY s.newest_ms DESC, d.id LIMIT \(limit)
                """
            return try PreparedStatement(db, request).all { try Self.device($0, database.lookups) }
        }
    }

    package func find(_ id: DeviceID) throws -> StoredDevice? {
        try database.read { try Self.device(id, $0, database.lookups) }
    }

    /// A single index lookup, cheaper than `find`, which also counts the fixes.
    package func registered(_ id: DeviceID) throws -> (key: DeviceKey, device: Device)? {
        try database.read { db in try Self.registered(id, PreparedStatement(db, Self.registeredSQL)) }
    }

    /// Returns those of the devices that are stored, in one read.
    package func registered(_ ids: some Collection<DeviceID>) throws -> [Device] {
        try database.read { db in
            let find = try PreparedStatement(db, Self.registeredSQL)
            return try ids.compactMap { try Self.registered($0, find)?.device }
        }
    }

    private static let registeredSQL = """
        SELECT d.key, \(DeviceColumns.names) FROM device d JOIN member m ON m.key = d.member WHERE d.id = ?
        """

    /// `find` is prepared from `registeredSQL`.
    private static func registered(
        _ id: DeviceID,
        _ find: PreparedStatement
    ) throws -> (key: DeviceKey, device: Device)? {
        find.bind(1, id.text)
        return try find.first { row in
            (key: DeviceKey(rawValue: row.int64(0)), device: try DeviceColumns.device(row, from: 1))
        }
    }

    static func device(_ id: DeviceID, _ db: Database, _ lookups: Lookups) throws -> StoredDevice? {
        let statement = try PreparedStatement(db, "\(Self.deviceSQL) WHERE d.id = ?")
        statement.bind(1, id.text)
        return try statement.first { try Self.device($0, lookups) }
    }

    private static let deviceSQL = """
        SELECT d.key, \(DeviceColumns.names), d.time_zone,
            coalesce(max(s.newest_ms, u.newest_ms), s.newest_ms, u.newest_ms),
            (SELECT coalesce(sum(c.fix_count), 0) FROM fix_chunk c WHERE c.device = d.key) + coalesce(u.fix_count, 0),
            s.clock_offset_ms, coalesce(s.clock_seems_behind, 0)
        FROM device d JOIN member m ON m.key = d.member LEFT JOIN device_state s ON s.device = d.key
            LEFT JOIN (
                SELECT device, max(last_ms) AS newest_ms, sum(fix_count) AS fix_count FROM unsaved_intake GROUP BY device
            ) u ON u.device = d.key
        """

    /// Decodes a row of `deviceSQL`.
    private static func device(_ row: Columns, _ lookups: Lookups) throws -> StoredDevice {
        StoredDevice(
            key: DeviceKey(rawValue: row.int64(0)),
            device: try DeviceColumns.device(row, from: 1),
            timeZone: try row.optionalText(5).map(lookups.zone),
            newestFixAt: row.optionalTime(6),
            fixCount: row.int(7),
            clockOffsetSeconds: row.optionalInt64(8).map { Int((Double($0) / 1000).rounded()) },
            clockSeemsBehind: row.int(9) != 0
        )
    }
}

enum DeviceColumns {
    /// In the order in which `device` reads them.
    static let names = "d.id, m.id, d.platform, d.platform_known"

    static func device(_ row: Columns, from index: Int32) throws -> Device {
        Device(
            id: try row.identifier(index),
            member: try row.identifier(index + 1),
            platform: try row.named(index + 2),
            isPlatformKnown: row.int(index + 3) != 0
        )
    }
}

package struct StoredDevice: Hashable, Sendable {
    package let key: DeviceKey
    package let device: Device
    package let timeZone: TimeZoneName?
    /// The time of the newest fix received; `nil` before the first.
    package let newestFixAt: Timestamp?
    /// Counts the stored raw fixes.
    package let fixCount: Int
    /// By how many seconds the clock runs ahead, rounded; `nil` where no error is known.
    package let clockOffsetSeconds: Int?
    /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
    package let clockSeemsBehind: Bool
}
