internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// What an upgrade of a database would do, found out on a copy of it.
package struct UpgradeTrial: Hashable, Sendable {
    /// The migrations that would be run, in order; none where the database is of the newest version.
    package let migrations: [String]
    /// How many migrations it has now, which is the number of its version.
    package let oldVersion: Int
    package var newVersion: Int { oldVersion + migrations.count }
    /// What is wrong with the upgraded copy.
    package let findings: [IntegrityFinding]
    /// The months whose number of counted visits the upgrade changed; empty where all is well.
    package let changedMonths: [String]

    /// Copies a database into the folder of temporary files, migrates the copy, checks it and deletes it.
    ///
    /// The database itself is only read, also while a service of the older version uses it. The copy needs as much space
    /// as the database. Throws `StorageError` as opening it does.
    package static func run(on path: String) throws -> UpgradeTrial {
        try DatabaseFile.checkRegular(path)
        try StorageError.translating(path: path) {
            try DatabaseFile.checkOwner(path, applicationID: VisitDatabase.applicationID, kind: "Footfall database")
        }
        let folder = try DatabaseFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("trial.sqlite").path
        return try StorageError.translating(path: path) {
            let queue = try DatabaseQueue(path: path, configuration: OlderDatabase.configuration)
            let copy = try DatabaseCopy(for: file)
            defer { copy.discard() }
            var (before, state) = ([String: Int](), (version: 0, pending: [String]()))
            // On the copy: a service may count a visit meanwhile.
            do {
                try copy.fill(from: queue) { db in
                    before = try countedVisits(db)
                    state = try SchemaUpgrade.state(db, VisitDatabase.migrator())
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                throw StorageError(error, path: copy.path)
            }
            try copy.finish(replacing: false)
            let store = try upgraded(file, of: path)
            let after = try store.database.read(countedVisits)
            return UpgradeTrial(
                migrations: state.pending,
                oldVersion: state.version,
                findings: try store.check().filter { $0.rule != IntegrityFinding.erasureRule },
                changedMonths: Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
            )
        }
    }

    private static func upgraded(_ copy: String, of path: String) throws -> VisitStore {
        do {
            return try VisitStore(path: copy, .processEnd, keepsOlderVersion: false, cleanUp: nil)
        } catch let error as StorageError where error.code == .newerDatabase {
            throw StorageError.newerDatabase(path)
        } catch let error as StorageError {
            throw StorageError(
                .damaged,
                "the upgrade of `\(path)` fails on a copy of it; keep the older program, and report this",
                cause: error
            )
        }
    }

    /// How many visits of each month count, in a database of any version.
    private static func countedVisits(_ db: Database) throws -> [String: Int] {
        guard try db.tableExists("visit") else { return [:] }
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT month, count(*) FROM visit WHERE verdict = 'counted' GROUP BY month"
        )
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }
}
