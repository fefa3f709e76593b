internal import GRDB
public import VisitModel

extension VisitStore {
    /// Stores a new access token.
    ///
    /// - Parameter token: the token, without its secret.
    /// - Throws: `VisitStoreError`, with code `repeatedName` when there is one of that name, `invalidRequest` when a token
    ///   of another role than `ingest` is bound to a member or phone, or to the environment of trials, or has a platform.
    public func addAccessToken(_ token: AccessTokenRecord) throws {
        guard token.role == .ingest || (token.member == nil && token.device == nil) else {
            throw VisitStoreError(
                .invalidRequest,
                "a token of the role \(token.role.rawValue) can't be bound to a member or phone; leave both out, or make it "
                    + "an ingest token"
            )
        }
        guard token.role == .ingest || token.environment == .live else {
            throw VisitStoreError(
                .invalidRequest,
                "a token of the role \(token.role.rawValue) can't be of the environment \(token.environment.rawValue), which "
                    + "is about phones; leave it out, or make it an ingest token"
            )
        }
        guard token.role == .ingest || token.platform == nil else {
            throw VisitStoreError(
                .invalidRequest,
                "a token of the role \(token.role.rawValue) can't have a platform, which is about phones; leave it out, or "
                    + "make it an ingest token"
            )
        }
        try write { db in
            let insert = try PreparedStatement(
                db,
                """
                INSERT INTO access_token (\(TokenColumns.names)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
            guard try insert.first({ _ in true }) != nil else {
                throw VisitStoreError(.repeatedName, "there is an access token `\(token.id)` already; make another")
            }
        }
    }

    /// Every access token, in the order they were made, those that have expired among them.
    ///
    /// - Returns: the tokens.
    /// - Throws: `VisitStoreError`.
    public func accessTokens() throws -> [AccessTokenRecord] {
        try read { db in
            var tokens: [AccessTokenRecord] = []
            try PreparedStatement(db, "SELECT \(TokenColumns.names) FROM access_token ORDER BY key").forEachRow {
                tokens.append(try TokenColumns.token($0))
            }
            return tokens
        }
    }

    /// An access token by its name; asked for by every request, so it is one look into an index.
    ///
    /// - Parameter id: its name.
    /// - Returns: the token, expired or not; `nil` where there is none.
    /// - Throws: `VisitStoreError`.
    public func accessToken(_ id: TokenID) throws -> AccessTokenRecord? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT \(TokenColumns.names) FROM access_token WHERE id = ?")
            find.bind(1, id.text)
            return try find.first { try TokenColumns.token($0) }
        }
    }

    /// Removes an access token; whoever holds it is refused from then on.
    ///
    /// - Parameter id: its name.
    /// - Returns: false when there was none.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func removeAccessToken(_ id: TokenID) throws -> Bool {
        try write { db in
            try db.execute(literal: "DELETE FROM access_token WHERE id = \(id.text)")
            return db.changesCount > 0
        }
    }

    /// Notes when tokens were last used, in one transaction.
    ///
    /// Meant to be called now and then with what has gathered: to write at each request would cost more than the request.
    /// A time before the one that is noted changes nothing, nor does a token that was removed meanwhile.
    ///
    /// - Parameter uses: the time of the last use, by token.
    /// - Throws: `VisitStoreError`.
    public func noteUse(of uses: [TokenID: Timestamp]) throws {
        guard !uses.isEmpty else { return }
        try write { db in
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
