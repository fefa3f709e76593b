internal import GRDB
public import VisitModel

extension VisitStore {
    /// Makes sure that devices are known, and their members with them, in one transaction.
    ///
    /// A new member gets no list and so the whole network.
    ///
    /// - Parameter devices: the devices; one may come more than once.
    /// - Returns: the key of each, in the same order.
    /// - Throws: `VisitStoreError`, with code `conflict` when a device belongs to another member or runs another system.
    public func ensureDevices(_ devices: [Device]) throws -> [DeviceKey] {
        try write { db in
            var members = try MemberListWriter(db)
            let writer = try DeviceWriter(db)
            return try devices.map { device in
                let known = try writer.known(device.id, of: device.member)
                if let known, known.platform != device.platform, known.isPlatformKnown, device.isPlatformKnown {
                    throw VisitStoreError(
                        .conflict,
                        "the device `\(device.id)` is known to run \(known.platform.rawValue) and not "
                            + "\(device.platform.rawValue); change it by an import of members, or name it differently"
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

    /// Writes the platform of a device whose platform was unknown; of any other device it changes nothing.
    ///
    /// - Parameters:
    ///   - platform: its operating system.
    ///   - id: the device; one that is not stored is left alone.
    /// - Throws: `VisitStoreError`.
    public func setPlatform(_ platform: Platform, of id: DeviceID) throws {
        try write { db in
            let update = try PreparedStatement(
                db,
                "UPDATE device SET platform = ?, platform_known = 1 WHERE id = ? AND NOT platform_known"
            )
            update.bind(1, platform.rawValue)
            update.bind(2, id.text)
            try update.run()
        }
    }

    /// Makes sure that one device is known, and its member with it.
    ///
    /// - Parameters:
    ///   - id: the device.
    ///   - member: whose it is.
    ///   - platform: its operating system.
    /// - Returns: its key.
    /// - Throws: `VisitStoreError`, with code `conflict` when it belongs to another member or runs another system.
    @discardableResult
    public func ensureDevice(_ id: DeviceID, member: MemberID, platform: Platform) throws -> DeviceKey {
        let keys = try ensureDevices([Device(id: id, member: member, platform: platform)])
        guard let key = keys.first else { throw VisitStoreError(.statement, "the device `\(id)` has no key") }
        return key
    }

    /// Devices, by id: by the bytes of its text.
    ///
    /// - Parameters:
    ///   - last: only those behind this one; `nil` begins with the first.
    ///   - limit: at most so many; `nil` for all.
    /// - Returns: the devices, with how much came from each.
    /// - Throws: `VisitStoreError`.
    public func devices(after last: DeviceID? = nil, limit: Int? = nil) throws -> [StoredDevice] {
        try read { db in
            var devices: [StoredDevice] = []
            let statement = try PreparedStatement(db, "\(Self.deviceSQL) WHERE d.id > ? ORDER BY d.id LIMIT ?")
            // Every id has a byte at least, and so comes behind the empty text.
            statement.bind(1, last?.text ?? "")
            statement.bind(2, limit ?? -1)
            try statement.forEachRow { devices.append(try Self.device($0, lookups)) }
            return devices
        }
    }

    /// The devices whose newest fix is the latest.
    ///
    /// - Parameter limit: at most so many.
    /// - Returns: the devices, the latest first; those without a fix are left out.
    /// - Throws: `VisitStoreError`.
    public func latestDevices(limit: Int) throws -> [StoredDevice] {
        try read { db in
            var devices: [StoredDevice] = []
            let statement = try PreparedStatement(
                db,
                "\(Self.deviceSQL) WHERE s.newest_ms IS NOT NULL ORDER BY s.newest_ms DESC, d.id LIMIT ?"
            )
            statement.bind(1, limit)
            try statement.forEachRow { devices.append(try Self.device($0, lookups)) }
            return devices
        }
    }

    /// One device.
    ///
    /// - Parameter id: its id.
    /// - Returns: the device; `nil` when there is none.
    /// - Throws: `VisitStoreError`.
    public func device(_ id: DeviceID) throws -> StoredDevice? {
        try read { try Self.device(id, $0, lookups) }
    }

    /// One device, without what came from it: a look that costs little.
    ///
    /// - Parameter id: its id.
    /// - Returns: its key and whose it is; `nil` when there is none.
    /// - Throws: `VisitStoreError`.
    public func knownDevice(_ id: DeviceID) throws -> (key: DeviceKey, device: Device)? {
        try read { db in
            let find = try PreparedStatement(
                db,
                "SELECT d.key, m.id, d.platform, d.platform_known FROM device d JOIN member m ON m.key = d.member WHERE d.id = ?"
            )
            find.bind(1, id.text)
            return try find.first { row in
                let device = Device(
                    id: id,
                    member: try row.identifier(1),
                    platform: try row.named(2),
                    isPlatformKnown: row.int(3) != 0
                )
                return (DeviceKey(rawValue: row.int64(0)), device)
            }
        }
    }

    /// Reads one device.
    static func device(_ id: DeviceID, _ db: Database, _ lookups: Lookups) throws -> StoredDevice? {
        let statement = try PreparedStatement(db, "\(Self.deviceSQL) WHERE d.id = ?")
        statement.bind(1, id.text)
        return try statement.first { try Self.device($0, lookups) }
    }

    private static let deviceSQL = """
        SELECT d.key, d.id, m.id, d.platform, d.time_zone,
            coalesce(max(s.newest_ms, u.newest_ms), s.newest_ms, u.newest_ms),
            (SELECT coalesce(sum(c.fix_count), 0) FROM fix_chunk c WHERE c.device = d.key) + coalesce(u.fix_count, 0),
            s.clock_offset_ms, coalesce(s.clock_seems_behind, 0), d.platform_known
        FROM device d JOIN member m ON m.key = d.member LEFT JOIN device_state s ON s.device = d.key
            LEFT JOIN (
                SELECT device, max(last_ms) AS newest_ms, sum(fix_count) AS fix_count FROM unsaved_intake GROUP BY device
            ) u ON u.device = d.key
        """

    /// Reads a row of `deviceSQL`.
    private static func device(_ row: Columns, _ lookups: Lookups) throws -> StoredDevice {
        StoredDevice(
            key: DeviceKey(rawValue: row.int64(0)),
            device: Device(
                id: try row.identifier(1),
                member: try row.identifier(2),
                platform: try row.named(3),
                isPlatformKnown: row.int(9) != 0
            ),
            timeZone: try row.optionalText(4).map(lookups.zone),
            newestFixAt: row.optionalTime(5),
            fixCount: row.int(6),
            clockOffsetSeconds: row.optionalInt64(7).map { Int((Double($0) / 1000).rounded()) },
            clockSeemsBehind: row.int(8) != 0
        )
    }
}
