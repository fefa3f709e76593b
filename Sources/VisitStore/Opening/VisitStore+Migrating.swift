internal import GRDB
internal import Migrations

extension VisitStore {
    /// Migrates the schema to the newest version.
    ///
    /// Several processes may open a new file at once, and one then fails on what another has just created. Each such
    /// failure shows that a migration is done. There are therefore at most as many as migrations, plus one for the
    /// table that records them.
    static func migrate(_ database: some DatabaseWriter, by migrator: DatabaseMigrator) throws {
        for _ in 0...migrator.migrations.count {
            do {
                return try advance(database, by: migrator)
            } catch let error as VisitStoreError where error.code == .newerDatabase {
                throw error
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                throw error
            } catch {
                // Either another process was faster, or the migration fails again in the same way.
            }
        }
        try advance(database, by: migrator)
    }

    /// Runs the pending migrations, one transaction each.
    private static func advance(_ database: some DatabaseWriter, by migrator: DatabaseMigrator) throws {
        guard try !database.read(migrator.hasBeenSuperseded) else {
            throw VisitStoreError(
                .newerDatabase,
                """
                the database `\(database.path)` was created by a newer version of Footfall; update this program to use \
                it
                """
            )
        }
        try migrator.migrate(database)
    }

    /// Returns the migrations of one of the series in `migrations/`, by file name.
    static func migrator(_ steps: [Migration] = Migration.all) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in steps {
            migrator.registerMigration(migration.name) { db in
                try run(migration.sql, named: migration.name, db)
            }
        }
        return migrator
    }

    /// Runs a file of statements; each one that returns a value has to return 1.
    ///
    /// SpatiaLite's functions report a failure as 0 instead of an error.
    private static func run(_ sql: String, named name: String, _ db: Database) throws {
        let statements = try db.allStatements(sql: sql)
        while let statement = try statements.next() {
            if let answer = try DatabaseValue.fetchOne(statement), answer != 1.databaseValue {
                throw VisitStoreError(
                    .spatialite,
                    "SpatiaLite refused `\(statement.sql)` of migration \(name) and answered \(answer)"
                )
            }
        }
    }
}
