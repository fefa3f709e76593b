internal import GRDB
public import VisitModel

/// A phone that was last proven inside a fence some time ago, and not yet to have left.
public struct SilentDevice: Hashable, Sendable {
    /// The phone's key.
    public let key: DeviceKey
    /// The phone.
    public let device: Device
    /// The last proof of the open stay that has gone without one for longest.
    public let lastProofAt: Timestamp
}

extension VisitStore {
    /// The phones with an open stay whose last proof is older than a time, the one that is silent for longest first.
    ///
    /// Some of them may go on being silent by right (a phone that reported to stand still is waited for longer), so whoever
    /// asks for a page at a time goes on behind the last one instead of beginning anew.
    ///
    /// - Parameters:
    ///   - time: the first time that is recent enough.
    ///   - limit: at most so many.
    ///   - last: the last one of the page before; `nil` for the first page.
    /// - Returns: each phone once, by its oldest last proof and then by key.
    /// - Throws: `VisitStoreError`.
    public func devicesSilent(
        before time: Timestamp,
        limit: Int,
        after last: SilentDevice? = nil
    ) throws -> [SilentDevice] {
        try read { db in
            let statement = try PreparedStatement(db, Self.silentSQL)
            statement.bind(1, time.milliseconds)
            statement.bind(2, last?.lastProofAt.milliseconds ?? .min)
            statement.bind(3, last?.key.rawValue ?? .min)
            statement.bind(4, limit)
            var devices: [SilentDevice] = []
            try statement.forEachRow { row in
                devices.append(
                    SilentDevice(
                        key: DeviceKey(rawValue: row.int64(0)),
                        device: Device(
                            id: try row.identifier(1),
                            member: try row.identifier(2),
                            platform: try row.named(3)
                        ),
                        lastProofAt: row.time(4)
                    )
                )
            }
            return devices
        }
    }

    /// What answers the silent phones; the test of the query plan reads it.
    static let silentSQL = """
        SELECT s.device, d.id, m.id, d.platform, s.proof
        FROM (
            SELECT device, min(last_proof_ms) AS proof FROM stay INDEXED BY stay_silent
            WHERE exited_ms IS NULL AND last_proof_ms < ?1
            GROUP BY device HAVING (min(last_proof_ms), device) > (?2, ?3)
            ORDER BY 2, 1 LIMIT ?4
        ) s JOIN device d ON d.key = s.device JOIN member m ON m.key = d.member
        ORDER BY s.proof, s.device
        """
}
