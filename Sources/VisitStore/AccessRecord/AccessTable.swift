internal import Cryptography
internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The statements of the access record that run within another transaction.
enum AccessTable {
    /// In the order in which `entry` reads them.
    static let columns = "key, action, via, caller, caller_note, member, erased_member, first_ms, last_ms, count"

    static func entry(_ row: Columns) throws -> AccessEntry {
        AccessEntry(
            key: AccessEntry.Key(rawValue: row.int64(0)),
            action: try row.named(1),
            caller: AccessCaller(try row.named(2), id: row.text(3), note: row.optionalText(4)),
            member: try row.optionalIdentifier(5),
            erasedMember: row.optionalBytes(6),
            firstAt: row.time(7),
            lastAt: row.time(8),
            count: row.int(9)
        )
    }

    /// Adds a row; returns `nil` where there is no such member, of whom nothing can have been read.
    ///
    /// The member is looked up in the same transaction, so that no row names a person who was erased just before.
    static func add(_ access: Access, _ db: Database) throws -> AccessEntry.Key? {
        let insert = try PreparedStatement(
            db,
            """
            INSERT INTO access_record (action, via, caller, caller_note, member, first_ms, last_ms)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?6
            WHERE ?5 IS NULL OR EXISTS (SELECT 1 FROM member WHERE id = ?5)
            RETURNING key
            """
        )
        bind(access.action, access.origin, to: insert)
        switch access.subject {
        case .member(let member): insert.bind(5, member.text)
        case .several: insert.bindNull(5)
        }
        return try insert.all { AccessEntry.Key(rawValue: $0.int64(0)) }.first
    }

    /// Replaces the id of an erased member by its digest in every row, and adds the row of the erasure itself.
    static func erase(_ member: MemberID, _ origin: AccessOrigin?, _ db: Database) throws {
        let digest = digest(of: member)
        let replace = try PreparedStatement(
            db,
            "UPDATE access_record SET member = NULL, erased_member = ?1 WHERE member = ?2"
        )
        replace.bind(1, digest)
        replace.bind(2, member.text)
        try replace.run()
        guard let origin else { return }
        let insert = try PreparedStatement(
            db,
            """
            INSERT INTO access_record (action, via, caller, caller_note, erased_member, first_ms, last_ms)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
            """
        )
        bind(.erase, origin, to: insert)
        insert.bind(5, digest)
        try insert.run()
    }

    /// Adds the row of an erasure in another database.
    static func add(_ erasure: OlderDatabase.Erasure, _ db: Database) throws {
        try db.execute(
            literal: """
                INSERT INTO access_record (action, via, caller, caller_note, erased_member, first_ms, last_ms)
                VALUES ('erase', \(erasure.interface), \(erasure.caller), \(erasure.note), \(Data(erasure.member)),
                    \(erasure.at.milliseconds), \(erasure.at.milliseconds))
                """
        )
    }

    private static func bind(_ action: AccessAction, _ origin: AccessOrigin, to insert: PreparedStatement) {
        insert.bind(1, action.rawValue)
        insert.bind(2, origin.caller.interface.rawValue)
        insert.bind(3, origin.caller.id)
        insert.bind(4, origin.caller.note)
        insert.bind(6, origin.time.milliseconds)
    }

    /// Identifies an erased member to those who know the id.
    static func digest(of member: MemberID) -> [UInt8] { SHA256.digest(of: member.text.utf8) }
}
