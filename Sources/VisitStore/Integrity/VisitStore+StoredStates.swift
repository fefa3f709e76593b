public import VisitModel

/// A state of a device as it is stored: the newest, or an earlier one to go on from when fixes come late.
public struct StoredStateBytes: Hashable, Sendable {
    /// Whose state it is.
    public let device: Device
    /// The engine's own bytes.
    public let state: [UInt8]
    /// The format of those bytes; that of the device's newest state for an earlier one.
    public let format: Int
    /// The time of an earlier state; `nil` for the newest.
    public let checkpointAt: Timestamp?
    /// What is stored of the device's clock with the newest state.
    public let clock: [UInt8]?
}

extension VisitStore {
    /// Visits every stored state: each device's newest, then its checkpoints, one in memory at a time.
    ///
    /// - Parameter body: called with each; what it throws ends the reading.
    /// - Throws: `VisitStoreError`, and what `body` throws.
    public func forEachStoredState(_ body: (StoredStateBytes) throws -> Void) throws {
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
