internal import GRDB
internal import VisitModel

extension VisitStore {
    /// Under which number fixes are put down at present.
    ///
    /// - Returns: the number; 0 where nobody has begun.
    /// - Throws: `VisitStoreError`.
    public func intakeWriter() throws -> Int64 {
        try read { try Counter.intakeWriter.value($0) }
    }

    /// Begins to put fixes down instead of whoever does at present.
    ///
    /// Who begins reads what is there afterwards (`unsavedIntake`), and what the one before it still tries to put down is
    /// refused: each would store states that lack what the other has put down.
    ///
    /// - Returns: the number to put them down under.
    /// - Throws: `VisitStoreError`.
    public func takeOverIntake() throws -> Int64 {
        try write { db in
            try Counter.intakeWriter.raise(db)
            return try Counter.intakeWriter.value(db)
        }
    }

    /// What of the intake is not in its device's state yet, in the order in which it came.
    ///
    /// It reads the whole intake, which is kept short.
    ///
    /// - Returns: what there is, without the fixes.
    /// - Throws: `VisitStoreError`.
    public func unsavedIntake() throws -> [UnsavedIntake] {
        try read { db in
            let find = try PreparedStatement(
                db,
                """
                SELECT u.key, u.device, d.id, m.id, d.platform, length(u.fixes), d.platform_known FROM unsaved_intake u
                JOIN device d ON d.key = u.device JOIN member m ON m.key = d.member ORDER BY u.key
                """
            )
            var found: [UnsavedIntake] = []
            try find.forEachRow { row in
                found.append(
                    UnsavedIntake(
                        number: row.int64(0),
                        key: DeviceKey(rawValue: row.int64(1)),
                        device: Device(
                            id: try row.identifier(2),
                            member: try row.identifier(3),
                            platform: try row.named(4),
                            isPlatformKnown: row.int(6) != 0
                        ),
                        byteCount: row.int(5)
                    )
                )
            }
            return found
        }
    }

    /// What is put down of a device and not in its state yet, in the order in which it came.
    ///
    /// - Parameters:
    ///   - device: which device.
    ///   - numbers: the numbers of its entries, where they are known; `nil` reads the whole intake for them.
    /// - Returns: the entries that are not in the device's state.
    /// - Throws: `VisitStoreError`.
    public func intake(_ device: DeviceKey, numbers: [Int64]? = nil) throws -> [StoredIntake] {
        if numbers?.isEmpty == true { return [] }
        return try read { db in
            var found: [StoredIntake] = []
            func append(_ row: Columns) {
                let fixes = FixChunk(first: row.time(1), last: row.time(2), fixCount: row.int(3), fixes: row.bytes(4))
                found.append(StoredIntake(number: row.int64(0), fixes: fixes))
            }
            let columns = "SELECT key, first_ms, last_ms, fix_count, fixes FROM unsaved_intake WHERE device = ?"
            guard let numbers else {
                let find = try PreparedStatement(db, "\(columns) ORDER BY key")
                find.bind(1, device.rawValue)
                try find.forEachRow(append)
                return found
            }
            let find = try PreparedStatement(db, "\(columns) AND key = ?")
            for number in numbers {
                find.bind(1, device.rawValue)
                find.bind(2, number)
                try find.forEachRow(append)
            }
            return found
        }
    }
}
