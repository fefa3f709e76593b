internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// What opening a database of an older version did to it.
package struct SchemaUpgrade: Hashable, Sendable {
    /// The names of the migrations that were run, in order.
    package let migrations: [String]
    /// How many migrations the database had before, which is the number of its version.
    package let oldVersion: Int
    /// The file with the database as it was before, for the older program; `nil` where none was wanted.
    package let copy: String?

    package var newVersion: Int { oldVersion + migrations.count }
}

extension SchemaUpgrade {
    /// Migrates a database to the newest version; returns `nil` where it is new or at that version already.
    ///
    /// With `keepsCopy` it is copied before, to a file beside it. Nothing is changed where the copy fails. Of several
    /// processes one upgrades, and the others wait.
    static func run(on pool: DatabasePool, keepsCopy: Bool) throws -> SchemaUpgrade? {
        let migrator = VisitDatabase.migrator()
        func older() throws -> (version: Int, pending: [String])? {
            try pool.read { db in
                let state = try state(db, migrator)
                return try state.pending.isEmpty || !isInUse(db) ? nil : state
            }
        }
        let first = try older()
        guard keepsCopy, first != nil else {
            try migrator.migrateToNewest(pool)
            return first.map { SchemaUpgrade(migrations: $0.pending, oldVersion: $0.version, copy: nil) }
        }
        let lock = try FileLock.forUpgrade(of: pool.path)
        defer { withExtendedLifetime(lock) {} }
        // Another process may have been faster.
        guard let found = try older() else {
            try migrator.migrateToNewest(pool)
            return nil
        }
        let copy = try keep(pool, version: found.version)
        do {
            try migrator.migrateToNewest(pool)
        } catch {
            throw try failure(error, pool, from: found.version, keptAs: copy)
        }
        return SchemaUpgrade(migrations: found.pending, oldVersion: found.version, copy: copy)
    }

    /// The error for an upgrade that stopped; where nothing was changed, the copy is deleted.
    private static func failure(
        _ error: any Error,
        _ pool: DatabasePool,
        from version: Int,
        keptAs copy: String
    ) throws -> any Error {
        let reached = try pool.read { try state($0, VisitDatabase.migrator()).version }
        guard reached > version else {
            try? FileManager.default.removeItem(atPath: copy)
            return error
        }
        let code = (error as? DatabaseError).map { StorageError($0, path: pool.path).code }
        return StorageError(
            code ?? (error as? StorageError)?.code ?? .statement,
            """
            the upgrade of `\(pool.path)` stopped between versions, at \(reached); as it was before, it is in `\(copy)`. \
            It continues when the database is opened again, with enough space on its disk
            """,
            cause: error
        )
    }

    /// How many migrations a database has, and which it lacks; none where it is new or of a newer program.
    static func state(_ db: Database, _ migrator: DatabaseMigrator) throws -> (version: Int, pending: [String]) {
        let applied = try migrator.appliedIdentifiers(db)
        guard !applied.isEmpty, applied.isSubset(of: migrator.migrations) else { return (applied.count, []) }
        return (applied.count, migrator.migrations.filter { !applied.contains($0) })
    }

    /// Whether a database has any data; one that another process is creating has none yet.
    private static func isInUse(_ db: Database) throws -> Bool {
        for table in ["facility", "member", "access_token", "webhook_endpoint", "setting"]
        where try db.tableExists(table)
            && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") == true
        { return true }
        return false
    }

    /// Copies the database to a file that is named by its version, with a number where there is one already.
    private static func keep(_ pool: DatabasePool, version: Int) throws -> String {
        let name = unusedName("\(pool.path).version-\(version)")
        let copy = try DatabaseCopy(for: name)
        defer { copy.discard() }
        do {
            try copy.fill(from: pool)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw StorageError(
                .diskFull,
                """
                `\(pool.path)` is of an older version and was not upgraded, because there is no room for its copy for going \
                back: free as much space as the database has, or move it to another disk
                """,
                cause: error
            )
        }
        copy.give(toOwnerOf: pool.path)
        try copy.finish(replacing: false)
        return name
    }
}
