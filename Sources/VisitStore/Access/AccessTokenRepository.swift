internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The access tokens of the API and the pages.
package struct AccessTokenRepository: Sendable {
    let database: VisitDatabase

    /// Stores a new access token.
    ///
    /// Throws `StorageError`: `repeatedName` when the id exists; `invalidRequest` when a token of another role than
    /// `ingest` is bound to a member or phone, is not of the environment `live`, or has a platform.
    package func add(_ token: AccessTokenRecord) throws {
        try Self.check(token)
        try database.write { try Self.insert(token, into: $0) }
    }

    /// Stores the first access token of an admin; false where there is a valid one at the time of its creation.
    ///
    /// Throws what `add` throws.
    package func addFirst(_ token: AccessTokenRecord) throws -> Bool {
        try Self.check(token)
        return try database.write { db in
            guard try !Self.hasAdmin(db, at: token.createdAt) else { return false }
            try Self.insert(token, into: db)
            return true
        }
    }

    /// Whether there is an access token with the role `admin` that has not expired.
    package func hasAdmin(at now: Timestamp) throws -> Bool {
        try database.read { try Self.hasAdmin($0, at: now) }
    }

    private static func hasAdmin(_ db: Database, at now: Timestamp) throws -> Bool {
        let find = try PreparedStatement(
            db,
            "SELECT 1 FROM access_token WHERE role = ? AND (expires_ms IS NULL OR expires_ms > ?) LIMIT 1"
        )
        find.bind(1, TokenRole.admin.rawValue)
        find.bind(2, now.milliseconds)
        return try find.hasRow()
    }

    private static func check(_ token: AccessTokenRecord) throws {
        guard token.role == .ingest || (token.member == nil && token.device == nil) else {
            throw StorageError(
                .invalidRequest,
                "a token of the role \(token.role.rawValue) can't be bound to a member or phone; omit both, or make it "
                    + "an ingest token"
            )
        }
        guard token.role == .ingest || token.environment == .live else {
            throw StorageError(
                .invalidRequest,
                "a token of the role \(token.role.rawValue) can't be of the environment \(token.environment.rawValue), which "
                    + "applies to phones; omit it, or make it an ingest token"
            )
        }
        guard token.role == .ingest || token.platform == nil else {
            throw StorageError(
                .invalidRequest,
                "a token of the role \(token.role.rawValue) can't have a platform, which applies to phones; omit it, "
                    + "or make it an ingest token"
            )
        }
    }

    private static func insert(_ token: AccessTokenRecord, into db: Database) throws {
        let insert = try PreparedStatement(
            db,
            """
            INSERT INTO access_token (\(TokenColumns.names)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING RETURNING 1
            """
        )
        insert.bind(1, token.id.text)
        insert.bind(2, token.note)
        insert.bind(3, token.role.rawValue)
        insert.bind(4, token.member?.text)
        insert.bind(5, token.device?.text)
        insert.bind(6, token.digest)
        insert.bind(7, token.createdAt.milliseconds)
        insert.bind(8, token.expiresAt?.milliseconds)
        insert.bind(9, token.lastUsedAt?.milliseconds)
        insert.bind(10, token.environment.rawValue)
        insert.bind(11, token.platform?.rawValue)
        insert.bind(12, token.person)
        guard try insert.hasRow() else {
            throw StorageError(.repeatedName, "the access token `\(token.id)` already exists; create another")
        }
    }

    /// Includes expired tokens; in the order of creation.
    package func all() throws -> [AccessTokenRecord] {
        try database.read { db in
            try PreparedStatement(db, "SELECT \(TokenColumns.names) FROM access_token ORDER BY key")
                .all(TokenColumns.token)
        }
    }

    /// Returns the access token with an id, expired or not.
    ///
    /// Called by every request; one index lookup.
    package func find(_ id: TokenID) throws -> AccessTokenRecord? {
        try database.read { db in
            let find = try PreparedStatement(db, "SELECT \(TokenColumns.names) FROM access_token WHERE id = ?")
            find.bind(1, id.text)
            return try find.first { try TokenColumns.token($0) }
        }
    }

    /// Returns false where there is no such token; later requests with a removed one are refused.
    @discardableResult
    package func remove(_ id: TokenID) throws -> Bool {
        try database.write { db in
            try db.execute(literal: "DELETE FROM access_token WHERE id = \(id.text)")
            return db.changesCount > 0
        }
    }

    /// Records when tokens were last used, in one transaction.
    ///
    /// Meant to be called occasionally with the uses since the last call, because a write per request would cost more
    /// than the request. An earlier time than the recorded one is ignored, and so is a token that was removed in the
    /// meantime.
    package func recordUse(of uses: [TokenID: Timestamp]) throws {
        guard !uses.isEmpty else { return }
        try database.write { db in
            let note = try PreparedStatement(
                db,
                "UPDATE access_token SET used_ms = ?1 WHERE id = ?2 AND (used_ms IS NULL OR used_ms < ?1)"
            )
            for (id, time) in uses.sorted(by: { $0.key < $1.key }) {
                note.bind(1, time.milliseconds)
                note.bind(2, id.text)
                try note.run()
            }
        }
    }
}
