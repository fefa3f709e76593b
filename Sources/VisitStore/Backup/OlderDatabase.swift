internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// What is read from a database without changing it, whatever its version and state.
enum OlderDatabase {
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(DatabaseFile.busySeconds)
        return configuration
    }

    /// The record of a member's erasure; the member is known by the digest of the id.
    struct Erasure: Hashable {
        let member: [UInt8]
        let at: Timestamp
        let interface: String
        let caller: String
        let note: String?
    }

    /// The erasures that are on record; `nil` where the database can't be read or keeps no record.
    static func erasures(in path: String) -> Set<Erasure>? {
        let rows = try? DatabaseQueue(path: path, configuration: configuration).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT erased_member, first_ms, via, caller, caller_note FROM access_record
                    WHERE action = 'erase' AND erased_member IS NOT NULL
                    """
            )
        }
        return rows.map { rows in
            Set(
                rows.map { row in
                    Erasure(
                        member: Array(row[0] as Data),
                        at: Timestamp(milliseconds: row[1]),
                        interface: row[2],
                        caller: row[3],
                        note: row[4]
                    )
                }
            )
        }
    }

    /// The public ids of the access tokens; `nil` where the database can't be read or has none.
    static func tokens(in path: String) -> Set<String>? {
        try? DatabaseQueue(path: path, configuration: configuration).read { db in
            try String.fetchSet(db, sql: "SELECT id FROM access_token")
        }
    }

    /// The time of the newest fix; `nil` where there is none, or where the database can't be read.
    static func newestFix(in path: String) -> Timestamp? {
        let milliseconds = try? DatabaseQueue(path: path, configuration: configuration).read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT max(last_ms) FROM (
                        SELECT max(last_ms) AS last_ms FROM fix_chunk UNION ALL SELECT max(last_ms) FROM intake
                    )
                    """
            )
        }
        return (milliseconds ?? nil).map { Timestamp(milliseconds: $0) }
    }
}
