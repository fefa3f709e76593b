internal import GRDB
internal import VisitModel

extension VisitStore {
    /// Keeps records that could not be used, in one transaction.
    ///
    /// One of the same digest as a kept one is counted and not kept again: a phone sends what it was not asked to drop
    /// over and over.
    ///
    /// - Parameter records: in the order they came.
    /// - Returns: how many were not there before.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func quarantine(_ records: [NewQuarantine]) throws -> Int {
        try quarantine(records, within: .standard)
    }

    /// Keeps records within a budget of its own.
    func quarantine(_ records: [NewQuarantine], within budget: QuarantineBudget) throws -> Int {
        guard !records.isEmpty else { return 0 }
        return try write { try QuarantineWriter($0, budget).write(records) }
    }

    /// How much space the kept records take, and how many had to be dropped for it.
    ///
    /// - Returns: the sum of all senders.
    /// - Throws: `VisitStoreError`.
    public func quarantineUsage() throws -> QuarantineUsage {
        try read { db in
            let total = try PreparedStatement(db, "SELECT bytes, dropped, dropped_bytes FROM quarantine_total")
            return try total.first { QuarantineUsage(bytes: $0.int(0), dropped: $0.int(1), droppedBytes: $0.int(2)) }
                ?? QuarantineUsage(bytes: 0, dropped: 0, droppedBytes: 0)
        }
    }

    /// The quarantined records that pass a filter, in the order they came, or from the newest where the filter says so.
    ///
    /// - Parameter filter: which; its `after` is the key of the last one of the page before.
    /// - Returns: the records.
    /// - Throws: `VisitStoreError`.
    public func quarantined(_ filter: QuarantineFilter = QuarantineFilter()) throws -> [QuarantinedRecord] {
        let order: SQL = filter.newestFirst ? "DESC" : "ASC"
        let request: SQL = """
            SELECT \(sql: QuarantinedRecord.columns) FROM quarantine
            WHERE \(filter.condition) ORDER BY key \(order) LIMIT \(filter.limit ?? -1)
            """
        return try read { db in
            var records: [QuarantinedRecord] = []
            try PreparedStatement(db, request).forEachRow { records.append(try QuarantinedRecord($0)) }
            return records
        }
    }

    /// One quarantined record.
    ///
    /// - Parameter key: its number.
    /// - Returns: the record; `nil` when there is none.
    /// - Throws: `VisitStoreError`.
    public func quarantined(_ key: QuarantinedRecord.Key) throws -> QuarantinedRecord? {
        try read { db in
            let find = try PreparedStatement(
                db,
                """
                SELECT \(QuarantinedRecord.columns) FROM quarantine WHERE key = ?
                """
            )
            find.bind(1, key.rawValue)
            return try find.first { try QuarantinedRecord($0) }
        }
    }

    /// How many quarantined records pass a filter.
    ///
    /// - Parameter filter: which; its limit does not matter.
    /// - Returns: the count, each record once however often it came.
    /// - Throws: `VisitStoreError`.
    public func quarantineCount(_ filter: QuarantineFilter = QuarantineFilter()) throws -> Int {
        try read { db in
            let request: SQL = "SELECT count(*) FROM quarantine WHERE \(filter.condition)"
            return try PreparedStatement(db, request).first { $0.int(0) } ?? 0
        }
    }

    /// Forgets one quarantined record.
    ///
    /// - Parameter key: its number.
    /// - Returns: false when there was none.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func deleteQuarantined(_ key: QuarantinedRecord.Key) throws -> Bool {
        try write { db in
            try db.execute(literal: "DELETE FROM quarantine WHERE key = \(key.rawValue)")
            return db.changesCount > 0
        }
    }

    /// Forgets the quarantined records that pass a filter, in one transaction.
    ///
    /// - Parameter filter: which; a limit makes it the first of them in the filter's order.
    /// - Returns: how many were forgotten.
    /// - Throws: `VisitStoreError`.
    public func deleteQuarantined(_ filter: QuarantineFilter) throws -> Int {
        let order: SQL = filter.newestFirst ? "DESC" : "ASC"
        return try write { db in
            try db.execute(
                literal: """
                    DELETE FROM quarantine WHERE key IN (
                        SELECT key FROM quarantine WHERE \(filter.condition) ORDER BY key \(order)
                        LIMIT \(filter.limit ?? -1)
                    )
                    """
            )
            return db.changesCount
        }
    }
}

extension QuarantineFilter {
    /// What a row has to fulfil.
    fileprivate var condition: SQL {
        var conditions: [SQL] = ["1"]
        if let app { conditions.append("app = \(app)") }
        if let device { conditions.append("device = \(device.text)") }
        if let member { conditions.append("member = \(member.text)") }
        if let code { conditions.append("code = \(code)") }
        if let since { conditions.append("coalesce(repeated_ms, received_ms) >= \(since.milliseconds)") }
        if let until { conditions.append("coalesce(repeated_ms, received_ms) < \(until.milliseconds)") }
        if let after {
            conditions.append(newestFirst ? "key < \(after.rawValue)" : "key > \(after.rawValue)")
        }
        return "\(conditions.joined(operator: .and))"
    }
}

extension QuarantinedRecord {
    /// What `init(_:)` reads.
    static let columns = """
        key, app, member, device, code, message, record, received_ms, repeated_ms, repeats,
        coalesce(length, length(record)), sha256
        """

    /// Reads a record from a row.
    init(_ row: Columns) throws {
        self.init(
            key: Key(rawValue: row.int64(0)),
            app: row.text(1),
            member: try row.optionalIdentifier(2),
            device: try row.optionalIdentifier(3),
            code: row.text(4),
            message: row.text(5),
            record: row.bytes(6),
            size: row.int(10),
            sha256: row.optionalBytes(11),
            receivedAt: row.time(7),
            repeatedAt: row.optionalTime(8),
            repeats: row.int(9)
        )
    }
}
