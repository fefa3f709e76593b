internal import GRDB

extension VisitStore {
    /// The fences that a phone was told to keep; `DeviceCommit.fences` writes them.
    ///
    /// - Parameter device: which phone.
    /// - Returns: the fences; `nil` for a phone that was never told any.
    /// - Throws: `VisitStoreError`.
    public func phoneFences(_ device: DeviceKey) throws -> PhoneFences? {
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

    /// Writes which geofences were delivered to a phone, outside of a request that stores anything else.
    ///
    /// - Parameters:
    ///   - fences: the fences.
    ///   - device: which phone.
    /// - Throws: `VisitStoreError`.
    public func setPhoneFences(_ fences: PhoneFences, of device: DeviceKey) throws {
        try write { db in try PhoneFencesWriter(db).write(fences, of: device) }
    }
}
