internal import GRDB
internal import SQLiteStorage
internal import VisitModel

extension VisitDatabase {
    /// Runs writing statements on copies of some tables, and leaves the database as it is.
    ///
    /// It takes no lock that a writer waits for, however long it lasts: a connection of its own reads one snapshot, and
    /// a temporary table of the same name covers each of the tables, so that what is written goes there. Triggers are
    /// not copied and references are not checked. Beyond a cache of 64 MB the copies are in an unnamed temporary file.
    func rehearse<Value>(_ tables: [String], _ body: (Database) throws -> Value) throws -> Value {
        try withRehearsal { try Self.rehearse(tables, $0, body) }
    }

    /// Runs writing statements on copies of tables, and then a closure with the changes (`StagedChange.collected`).
    ///
    /// The closure gets the rehearsal's connection, which reads no snapshot of the database any more.
    func rehearse<Value>(
        _ comparison: StagedChange.Comparison,
        _ body: (Database) throws -> Value,
        then use: (Value, Database) throws -> Value
    ) throws -> Value {
        try withRehearsal { db in
            let value = try Self.rehearse(comparison.tables, db) { db in
                let value = try body(db)
                try StagedChange.collect(comparison, db)
                return value
            }
            return try use(value, db)
        }
    }

    private func withRehearsal<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try translating {
            var configuration = Self.configuration()
            configuration.readonly = true
            configuration.foreignKeysEnabled = false
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA temp_store = FILE")
                try db.execute(sql: "PRAGMA temp.cache_size = -65536")
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction(body)
        }
    }

    /// Runs a closure on copies that last as long as the connection.
    private static func rehearse<Value>(
        _ tables: [String],
        _ db: Database,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try db.inTransaction(.deferred) {
            for table in tables { try cover(table, db) }
            value = try body(db)
            return .commit
        }
        guard let value else { throw StorageError(.statement, "the transaction did not run") }
        return value
    }

    private static func cover(_ table: String, _ db: Database) throws {
        let quoted = table.quotedDatabaseIdentifier
        let entries = try Row.fetchAll(
            db,
            sql: "SELECT type, sql FROM main.sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index')",
            arguments: [table]
        )
        for entry in entries {
            // Without a text it belongs to a constraint of the table.
            guard let text: String = entry["sql"] else { continue }
            let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true).map(String.init)
            switch (entry["type"] as String, words[0], words[1]) {
            case ("table", "CREATE", "VIRTUAL"):
                // Of the spatial index only the rows that are written matter.
                try db.execute(sql: "CREATE TEMP TABLE \(quoted) AS SELECT * FROM main.\(quoted) LIMIT 0")
                return
            case ("table", _, _):
                try db.execute(sql: "CREATE TEMP \(text.dropFirst("CREATE ".utf8.count))")
                try db.execute(sql: "INSERT INTO temp.\(quoted) SELECT * FROM main.\(quoted)")
            case (_, "CREATE", "UNIQUE"):
                try db.execute(sql: "CREATE UNIQUE INDEX temp.\(words[3])")
            default:
                try db.execute(sql: "CREATE INDEX temp.\(words[2...].joined(separator: " "))")
            }
        }
    }
}
