internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The records that could not be processed.
package struct QuarantineRepository: Sendable {
    let database: VisitDatabase

    /// Stores records that could not be processed, in one transaction.
    ///
    /// A record with the digest of a stored one is counted instead, because a phone sends a record again until it is
    /// accepted. Returns the number of new records.
    @discardableResult
    package func add(_ records: [NewQuarantine]) throws -> Int { try add(records, within: .standard) }

    func add(_ records: [NewQuarantine], within budget: QuarantineBudget) throws -> Int {
        guard !records.isEmpty else { return 0 }
        return try database.write { try QuarantineWriter($0, budget).write(records) }
    }

    /// For all senders.
    package func usage() throws -> QuarantineUsage {
        try database.read { db in
            let total = try PreparedStatement(db, "SELECT bytes, dropped, dropped_bytes FROM quarantine_total")
            return try total.first { QuarantineUsage(bytes: $0.int(0), dropped: $0.int(1), droppedBytes: $0.int(2)) }
                ?? QuarantineUsage(bytes: 0, dropped: 0, droppedBytes: 0)
        }
    }

    /// In the order received or newest first; the filter's `after` is the key of the previous page's last record.
    package func all(matching filter: QuarantineFilter = QuarantineFilter()) throws -> [QuarantinedRecord] {
        let order: SQL = filter.newestFirst ? "DESC" : "ASC"
        let request: SQL = """
            SELECT \(sql: QuarantinedRecord.columns) FROM quarantine
            WHERE \(filter.condition) ORDER BY key \(order) LIMIT \(filter.limit ?? -1)
            """
        return try database.read { try PreparedStatement($0, request).all(QuarantinedRecord.init) }
    }

    package func find(_ key: QuarantinedRecord.Key) throws -> QuarantinedRecord? {
        let request: SQL = "SELECT \(sql: QuarantinedRecord.columns) FROM quarantine WHERE key = \(key.rawValue)"
        return try database.read { try PreparedStatement($0, request).first(QuarantinedRecord.init) }
    }

    /// Ignores the filter's limit; counts each record once however often it was received.
    package func count(matching filter: QuarantineFilter = QuarantineFilter()) throws -> Int {
        try database.read { db in
            let request: SQL = "SELECT count(*) FROM quarantine WHERE \(filter.condition)"
            return try PreparedStatement(db, request).first { $0.int(0) } ?? 0
        }
    }

    /// Returns false when there is no such record.
    @discardableResult
    package func delete(_ key: QuarantinedRecord.Key) throws -> Bool {
        try database.write { db in
            try db.execute(literal: "DELETE FROM quarantine WHERE key = \(key.rawValue)")
            return db.changesCount > 0
        }
    }

    /// Deletes the quarantined records that match a filter, in one transaction, and returns their number.
    ///
    /// With a limit, the first records in the filter's order are deleted.
    package func delete(matching filter: QuarantineFilter) throws -> Int {
        let order: SQL = filter.newestFirst ? "DESC" : "ASC"
        return try database.write { db in
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
    fileprivate var condition: SQL {
        var conditions: [SQL] = ["1"]
        if let app { conditions.append("app = \(app)") }
        if let device { conditions.append("device = \(device.text)") }
        if let member { conditions.append("member = \(member.text)") }
        if let code { conditions.append("code = \(code)") }
        if let since { conditions.append("coalesce(repeated_ms, received_ms) >= \(since.milliseconds)") }
        if let until { conditions.append("coalesce(repeated_ms, received_ms) < \(until.milliseconds)") }
        if let after { conditions.append(newestFirst ? "key < \(after.rawValue)" : "key > \(after.rawValue)") }
        return "\(conditions.joined(operator: .and))"
    }
}

extension QuarantinedRecord {
    /// The columns read by `init(_:)`.
    static let columns = """
        key, app, member, device, code, message, record, received_ms, repeated_ms, repeats,
        coalesce(length, length(record)), sha256
        """

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

/// The storage budget of the quarantine.
///
/// Each record counts with its bytes, those of its message, and 200 for its row. Beyond a sender's budget the oldest
/// records of that sender are dropped. Beyond the total budget, the oldest of the largest sender are dropped. So a
/// sender that floods the quarantine loses only its own records.
struct QuarantineBudget {
    /// The budget of each sender, a member's device.
    var senderBytes: Int
    /// The budget of all senders together.
    var totalBytes: Int

    /// 4 MiB per sender, 256 MiB in total.
    static let standard = QuarantineBudget(senderBytes: 4 << 20, totalBytes: 256 << 20)
}

package struct QuarantineUsage: Hashable, Sendable {
    package let bytes: Int
    /// Dropped for lack of space since the database was created.
    package let dropped: Int
    package let droppedBytes: Int
}
