internal import Foundation
internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The record of who read, exported, erased or corrected a member's data.
///
/// Erasures and corrections add their rows in their own transaction (`PrivacyRepository.erase`,
/// `VisitRepository.review`); reads and exports are added here, before the data is given out.
package struct AccessRecordRepository: Sendable {
    let database: VisitDatabase

    /// Adds rows in one transaction, and returns their keys in the order of `accesses`.
    ///
    /// The key is `nil`, and there is no row, where the member does not exist.
    @discardableResult
    package func add(_ accesses: [Access]) throws -> [AccessEntry.Key?] {
        guard !accesses.isEmpty else { return [] }
        return try database.write { db in try accesses.map { try AccessTable.add($0, db) } }
    }

    /// Repetitions of a recorded access.
    package struct Repeats: Hashable, Sendable {
        package var count: Int
        package var lastAt: Timestamp

        package init(count: Int, lastAt: Timestamp) {
            self.count = count
            self.lastAt = lastAt
        }
    }

    /// Counts repetitions at their rows, in one transaction; a row that was removed in the meantime is ignored.
    package func count(_ repeats: [AccessEntry.Key: Repeats]) throws {
        guard !repeats.isEmpty else { return }
        try database.write { db in
            let update = try PreparedStatement(
                db,
                "UPDATE access_record SET count = count + ?1, last_ms = max(last_ms, ?2) WHERE key = ?3"
            )
            for (key, repeats) in repeats.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                update.bind(1, repeats.count)
                update.bind(2, repeats.lastAt.milliseconds)
                update.bind(3, key.rawValue)
                try update.run()
            }
        }
    }

    /// Returns whose data a request refers to; `nil` where what it refers to is not stored.
    package func subject(of target: AccessTarget) throws -> AccessSubject? {
        let request: SQL
        switch target {
        case .list: return .several
        case .member(let member): request = "SELECT id FROM member WHERE id = \(member.text)"
        case .device(let device):
            request = "SELECT m.id FROM device d JOIN member m ON m.key = d.member WHERE d.id = \(device.text)"
        case .visit(let visit):
            request = "SELECT m.id FROM visit v JOIN member m ON m.key = v.member WHERE v.id = \(visit.text)"
        case .message(let message):
            request = """
                SELECT m.id FROM webhook_message w LEFT JOIN visit v ON v.key = w.visit
                    LEFT JOIN member m ON m.key = v.member
                WHERE w.id = \(message.text)
                """
        case .quarantined(let key):
            request = """
                SELECT m.id FROM quarantine q LEFT JOIN member m ON m.id = q.member WHERE q.key = \(key.rawValue)
                """
        }
        return try database.read { db in
            try PreparedStatement(db, request).first { row in
                let member: MemberID? = try row.optionalIdentifier(0)
                return member.map(AccessSubject.member) ?? .several
            }
        }
    }

    /// Newest first; the filter's `after` is the key of the previous page's last row.
    package func all(matching filter: AccessFilter = AccessFilter()) throws -> [AccessEntry] {
        let request: SQL = """
            SELECT \(sql: AccessTable.columns) FROM access_record
            WHERE \(filter.condition) ORDER BY key DESC LIMIT \(filter.limit ?? -1)
            """
        return try database.read { try PreparedStatement($0, request).all(AccessTable.entry) }
    }

    /// Counts the rows last accessed before a time.
    package func count(lastBefore time: Timestamp) throws -> Int {
        try database.read { db in
            let request: SQL = "SELECT count(*) FROM access_record WHERE last_ms < \(time.milliseconds)"
            return try PreparedStatement(db, request).first { $0.int(0) } ?? 0
        }
    }

    /// Removes the rows last accessed before a time, and returns their number.
    package func remove(lastBefore time: Timestamp) throws -> Int {
        // Called repeatedly, mostly with nothing to remove: a read avoids an empty write transaction.
        guard try count(lastBefore: time) > 0 else { return 0 }
        return try database.write { db in
            try db.execute(literal: "DELETE FROM access_record WHERE last_ms < \(time.milliseconds)")
            return db.changesCount
        }
    }
}

extension AccessFilter {
    fileprivate var condition: SQL {
        var conditions: [SQL] = ["1"]
        if let member {
            conditions.append("(member = \(member.text) OR erased_member = \(Data(AccessTable.digest(of: member))))")
        }
        if let action { conditions.append("action = \(action.rawValue)") }
        if let interface { conditions.append("via = \(interface.rawValue)") }
        if let since { conditions.append("last_ms >= \(since.milliseconds)") }
        if let until { conditions.append("first_ms < \(until.milliseconds)") }
        if let after { conditions.append("key < \(after.rawValue)") }
        return "\(conditions.joined(operator: .and))"
    }
}
