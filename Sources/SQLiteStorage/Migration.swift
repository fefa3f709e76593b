package import GRDB
internal import VisitModel

/// One step in the life of a database's schema.
package struct Migration: Sendable {
    /// The name of the SQL file without its ending; stored in the database once the step is done, so it never changes.
    package let name: String
    package let sql: String

    package init(name: String, text: [UInt8]) {
        self.name = name
        self.sql = String(decoding: text, as: UTF8.self)
    }
}

extension DatabaseMigrator {
    package init(_ migrations: [Migration]) {
        self.init()
        for migration in migrations { registerMigration(migration.name) { db in try migration.run(db) } }
    }

    /// Migrates the schema to the newest version.
    ///
    /// Several processes may open a new file at once, and one then fails on what another has just created. Each such
    /// failure shows that a migration is done. There are therefore at most as many as migrations, plus one for the
    /// table that records them.
    package func migrateToNewest(_ database: some DatabaseWriter) throws {
        for _ in 0...migrations.count {
            do {
                return try runPending(on: database)
            } catch let error as StorageError where error.code == .newerDatabase {
                throw error
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                throw error
            } catch {
                // Either another process was faster, or the migration fails again in the same way.
            }
        }
        try runPending(on: database)
    }

    /// Runs the pending migrations, one transaction each.
    private func runPending(on database: some DatabaseWriter) throws {
        guard try !database.read(hasBeenSuperseded) else {
            throw StorageError.newerDatabase(database.path)
        }
        try migrate(database)
    }
}

extension StorageError {
    /// The error for a database with migrations that this program does not know.
    package static func newerDatabase(_ path: String) -> StorageError {
        StorageError(
            .newerDatabase,
            "the database `\(path)` was created by a newer version of Footfall; update this program to use it"
        )
    }
}

extension Migration {
    /// Runs the file's statements; each one that returns a value has to return 1.
    ///
    /// SpatiaLite's functions report a failure as 0 instead of an error.
    fileprivate func run(_ db: Database) throws {
        let statements = try db.allStatements(sql: sql)
        while let statement = try statements.next() {
            if let answer = try DatabaseValue.fetchOne(statement), answer != 1.databaseValue {
                throw StorageError(
                    .spatialite,
                    "SpatiaLite refused `\(statement.sql)` of migration \(name) and answered \(answer)"
                )
            }
        }
    }
}
