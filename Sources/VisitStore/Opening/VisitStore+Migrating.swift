internal import GRDB
internal import Migrations

extension VisitStore {
    /// Brings the schema to the newest version.
    ///
    /// Two processes may meet at a new file. The second then fails on what the first has just made, and finds, asking
    /// again, that all is done.
    static func migrate(_ database: some DatabaseWriter, by migrator: DatabaseMigrator) throws {
        guard try !database.read(migrator.hasBeenSuperseded) else {
            throw VisitStoreError(
                .newerDatabase,
                "the database `\(database.path)` was made by a newer version of Footfall; update this program to use it"
            )
        }
        do {
            try migrator.migrate(database)
        } catch {
            guard try database.read(migrator.hasCompletedMigrations) else { throw error }
        }
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
