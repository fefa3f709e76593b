internal import GRDB
internal import Migrations

extension VisitStore {
    /// Brings the schema to the newest version.
    ///
    /// Several processes may meet at a new file, and one then fails on what another has just made. Each such failure shows
    /// that a step is done, so there are no more of them than steps, and the table in which the steps are noted.
    static func migrate(_ database: some DatabaseWriter, by migrator: DatabaseMigrator) throws {
        for _ in 0...migrator.migrations.count {
            do {
                return try advance(database, by: migrator)
            } catch let error as VisitStoreError where error.code == .newerDatabase {
                throw error
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                throw error
            } catch {
                // Either another was faster, or it fails in the same way again.
            }
        }
        try advance(database, by: migrator)
    }

    /// Does the steps that are not done, one transaction each.
    private static func advance(_ database: some DatabaseWriter, by migrator: DatabaseMigrator) throws {
        guard try !database.read(migrator.hasBeenSuperseded) else {
            throw VisitStoreError(
                .newerDatabase,
                "the database `\(database.path)` was made by a newer version of Footfall; update this program to use it"
            )
        }
        try migrator.migrate(database)
    }

    /// The steps of one of the series of `migrations/`, by file name.
    static func migrator(_ steps: [Migration] = Migration.all) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in steps {
            migrator.registerMigration(migration.name) { db in
                try run(migration.sql, named: migration.name, db)
            }
        }
        return migrator
    }

    /// Runs a file of statements, of which each that answers has to answer 1.
    ///
    /// SpatiaLite's functions report a failure as a 0 and not as an error.
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
