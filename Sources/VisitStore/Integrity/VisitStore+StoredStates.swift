internal import SQLiteStorage
package import VisitModel

/// A stored state of a device: the newest, or a checkpoint from which late fixes are processed.
package struct StoredStateBytes: Hashable, Sendable {
    /// The device.
    package let device: Device
    /// The state in the engine's own encoding.
    package let state: [UInt8]
    /// The format version of `state`; for a checkpoint that of the device's newest state.
    package let format: Int
    /// The time of a checkpoint; `nil` for the newest state.
    package let checkpointAt: Timestamp?
    /// The state of the clock estimator, stored with the newest state.
    package let clock: [UInt8]?
}

extension VisitStore {
    /// Calls a closure with each device's newest state and then its checkpoints, one in memory at a time.
    ///
    /// - Parameter body: called with each state. An error that it throws ends the iteration.
    /// - Throws: `StorageError`, and any error of `body`.
    package func forEachStoredState(_ body: (StoredStateBytes) throws -> Void) throws {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT d.id, m.id, d.platform, s.state, s.format, NULL, s.clock_state, d.key AS owner
                FROM device_state s JOIN device d ON d.key = s.device JOIN member m ON m.key = d.member
                UNION ALL
                SELECT d.id, m.id, d.platform, c.state, s.format, c.at_ms, NULL, d.key
                FROM checkpoint c JOIN device d ON d.key = c.device JOIN member m ON m.key = d.member
                JOIN device_state s ON s.device = c.device
                ORDER BY owner, 6
                """
            )
            try statement.forEachRow { row in
                try body(
                    StoredStateBytes(
                        device: Device(
                            id: DeviceID(row.text(0)),
                            member: MemberID(row.text(1)),
                            platform: Platform(rawValue: row.text(2)) ?? .ios
                        ),
                        state: row.bytes(3),
                        format: row.int(4),
                        checkpointAt: row.optionalTime(5),
                        clock: row.optionalBytes(6)
                    )
                )
            }
        }
    }
}
