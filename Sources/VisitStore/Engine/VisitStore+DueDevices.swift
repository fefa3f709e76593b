internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Returns the devices whose state changes by elapsed time alone because no fix arrived before their `dueAt`.
    ///
    /// - Parameters:
    ///   - time: the current time.
    ///   - limit: the maximum number of devices.
    /// - Returns: the devices, those due the longest first.
    /// - Throws: `StorageError`.
    package func devicesDue(at time: Timestamp, limit: Int) throws -> [Device] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT d.id, m.id, d.platform, d.platform_known
                FROM device_state s INDEXED BY device_state_due
                JOIN device d ON d.key = s.device JOIN member m ON m.key = d.member
                WHERE s.due_ms IS NOT NULL AND s.due_ms <= ?
                ORDER BY s.due_ms LIMIT ?
                """
            )
            statement.bind(1, time.milliseconds)
            statement.bind(2, limit)
            var devices: [Device] = []
            try statement.forEachRow { row in
                devices.append(
                    Device(
                        id: try row.identifier(0),
                        member: try row.identifier(1),
                        platform: try row.named(2),
                        isPlatformKnown: row.int(3) != 0
                    )
                )
            }
            return devices
        }
    }
}
