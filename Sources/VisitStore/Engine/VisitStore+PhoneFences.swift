internal import GRDB
internal import SQLiteStorage

extension VisitStore {
    /// Returns the geofences assigned to a phone; `nil` for a phone that never received any.
    ///
    /// `DeviceCommit.fences` writes them.
    package func phoneFences(_ device: DeviceKey) throws -> PhoneFences? {
        try read { db in
            let find = try PreparedStatement(
                db,
                "SELECT told, confirmed, doubtful, changed_ms FROM phone_fences WHERE device = ?"
            )
            find.bind(1, device.rawValue)
            return try find.first { row in
                PhoneFences(
                    told: try KeyList.keys(of: row.text(0)),
                    confirmed: try KeyList.keys(of: row.text(1)),
                    doubtful: try KeyList.keys(of: row.text(2)),
                    changedAt: row.time(3)
                )
            }
        }
    }

    /// Records the geofences delivered to a phone by a request that stores nothing else.
    package func setPhoneFences(_ fences: PhoneFences, of device: DeviceKey) throws {
        try write { db in try PhoneFencesWriter(db).write(fences, of: device) }
    }
}
