internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes quarantined records within one transaction, and drops old ones beyond the budget.
///
/// Triggers maintain `quarantine_usage` and `quarantine_total`, also for records deleted elsewhere.
struct QuarantineWriter {
    private let db: Database
    private let budget: QuarantineBudget
    private let upsert: PreparedStatement
    private let usage: PreparedStatement

    init(_ db: Database, _ budget: QuarantineBudget = .standard) throws {
        self.db = db
        self.budget = budget
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO quarantine (app, member, device, code, message, record, digest, received_ms, length, sha256)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (digest) DO UPDATE SET repeats = repeats + 1,
                repeated_ms = max(coalesce(repeated_ms, excluded.received_ms), excluded.received_ms)
            RETURNING repeats
            """
        )
        self.usage = try PreparedStatement(db, "SELECT bytes FROM quarantine_usage WHERE member = ? AND device = ?")
    }

    /// Writes records, counts repetitions of stored ones, and returns the number of new ones.
    @discardableResult
    func write(_ records: [NewQuarantine]) throws -> Int {
        var count = 0
        for record in records {
            upsert.bind(1, record.app)
            upsert.bind(2, record.member?.text)
            upsert.bind(3, record.device?.text)
            upsert.bind(4, record.code)
            upsert.bind(5, record.message)
            upsert.bind(6, record.record)
            upsert.bind(7, record.digest)
            upsert.bind(8, record.receivedAt.milliseconds)
            upsert.bind(9, record.length.map(Int64.init))
            upsert.bind(10, record.sha256)
            guard try upsert.first({ $0.int64(0) }) == 0 else { continue }
            count += 1
            try keepWithinBudget(of: Sender(member: record.member?.text ?? "", device: record.device?.text ?? ""))
        }
        if count > 0 { try keepWithinTotal() }
        return count
    }

    /// An empty text stands for an unknown name.
    private struct Sender {
        let member: String
        let device: String
    }

    private func keepWithinBudget(of sender: Sender) throws {
        while try bytes(of: sender) > budget.senderBytes, try dropOldest(of: sender) {}
    }

    private func keepWithinTotal() throws {
        let sum = try PreparedStatement(db, "SELECT bytes FROM quarantine_total")
        let largest = try PreparedStatement(
            db,
            "SELECT member, device FROM quarantine_usage ORDER BY bytes DESC, member, device LIMIT 1"
        )
        while try sum.first({ $0.int(0) }) ?? 0 > budget.totalBytes {
            guard let sender = try largest.first({ Sender(member: $0.text(0), device: $0.text(1)) }),
                try dropOldest(of: sender)
            else { return }
        }
    }

    private func bytes(of sender: Sender) throws -> Int {
        usage.bind(1, sender.member)
        usage.bind(2, sender.device)
        return try usage.first { $0.int(0) } ?? 0
    }

    /// Drops the oldest record of a sender and counts it; returns false where there is none.
    private func dropOldest(of sender: Sender) throws -> Bool {
        // Known senders are found by an index. Both names of an unknown one are NULL, and its records are among the
        // oldest.
        let condition: SQL =
            switch (sender.member.isEmpty, sender.device.isEmpty) {
            case (false, false): "device = \(sender.device) AND member = \(sender.member)"
            case (true, false): "device = \(sender.device) AND member IS NULL"
            case (false, true): "member = \(sender.member) AND device IS NULL"
            case (true, true): "member IS NULL AND device IS NULL"
            }
        let find = try PreparedStatement(
            db,
            "SELECT key, length(record) + length(message) + 200 FROM quarantine WHERE \(condition) ORDER BY key LIMIT 1"
                as SQL
        )
        guard let oldest = try find.first({ (key: $0.int64(0), bytes: $0.int64(1)) }) else { return false }
        let count = try PreparedStatement(
            db,
            "UPDATE quarantine_total SET dropped = dropped + 1, dropped_bytes = dropped_bytes + ?"
        )
        count.bind(1, oldest.bytes)
        try count.run()
        let delete = try PreparedStatement(db, "DELETE FROM quarantine WHERE key = ?")
        delete.bind(1, oldest.key)
        try delete.run()
        return true
    }
}
