internal import GRDB
internal import SQLiteStorage
internal import VisitModel

struct DeviceWriter {
    enum Outcome {
        case added, updated, unchanged
    }

    struct Known {
        let key: DeviceKey
        let platform: Platform
        let isPlatformKnown: Bool
        let timeZone: String?
    }

    private let find: PreparedStatement
    private let insert: PreparedStatement
    private let update: PreparedStatement

    init(_ db: Database) throws {
        self.find = try PreparedStatement(
            db,
            """
            SELECT d.key, m.id, d.platform, d.time_zone, d.platform_known
            FROM device d JOIN member m ON m.key = d.member WHERE d.id = ?
            """
        )
        self.insert = try PreparedStatement(
            db,
            """
            INSERT INTO device (key, id, member, platform, time_zone, platform_known)
            VALUES (\(Counter.erasedDeviceKey.nextKey(of: "device")), ?, ?, ?, ?, ?) RETURNING key
            """
        )
        self.update = try PreparedStatement(
            db,
            "UPDATE device SET platform = ?, time_zone = ?, platform_known = ? WHERE key = ?"
        )
    }

    /// Throws `StorageError` with code `conflict` when the device belongs to another member.
    func known(_ id: DeviceID, of member: MemberID) throws -> Known? {
        find.bind(1, id.text)
        return try find.first { row in
            let owner: MemberID = try row.identifier(1)
            guard owner == member else {
                throw StorageError(
                    .conflict,
                    "the device `\(id)` belongs to the member `\(owner)`; give the other member's phone another id"
                )
            }
            return Known(
                key: DeviceKey(rawValue: row.int64(0)),
                platform: try row.named(2),
                isPlatformKnown: row.int(4) != 0,
                timeZone: row.optionalText(3)
            )
        }
    }

    /// Creates a device, or updates its platform and time zone where they are given.
    ///
    /// `known` is the result of `known(_:of:)`. Without a platform, iOS is assumed for a new device.
    func ensure(
        _ id: DeviceID,
        known: Known?,
        member: Int64,
        platform: Platform?,
        timeZone: TimeZoneName?
    ) throws -> (key: DeviceKey, outcome: Outcome) {
        guard let known else {
            insert.bind(1, id.text)
            insert.bind(2, member)
            insert.bind(3, (platform ?? .ios).rawValue)
            insert.bind(4, timeZone?.identifier)
            insert.bind(5, platform == nil ? 0 : 1)
            guard let key = try insert.first({ DeviceKey(rawValue: $0.int64(0)) }) else {
                throw StorageError(.statement, "the device `\(id)` was written but has no key")
            }
            return (key, .added)
        }
        let (newPlatform, newZone) = (platform ?? known.platform, timeZone?.identifier ?? known.timeZone)
        let isLearned = platform != nil && !known.isPlatformKnown
        guard newPlatform != known.platform || newZone != known.timeZone || isLearned else {
            return (known.key, .unchanged)
        }
        update.bind(1, newPlatform.rawValue)
        update.bind(2, newZone)
        update.bind(3, known.isPlatformKnown || isLearned ? 1 : 0)
        update.bind(4, known.key.rawValue)
        try update.run()
        return (known.key, .updated)
    }
}
