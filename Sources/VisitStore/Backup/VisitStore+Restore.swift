internal import Foundation
internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// What a restore did.
package struct Restoration: Hashable, Sendable {
    /// The migrations that the backup lacked, and that were run on the restored database.
    package fileprivate(set) var migrations: [String] = []
    /// The file to which the previous database was moved; `nil` where there was none.
    package fileprivate(set) var replaced: String?
    /// How many members were erased after the backup was made, and were erased from the restored database too; `nil`
    /// where the previous database could not say it.
    package fileprivate(set) var erasedAgain: Int? = 0
    /// The access tokens that the previous database no longer had.
    package fileprivate(set) var removedTokens: [TokenID] = []
    /// The time of the newest fix of the backup; `nil` where it has none.
    package fileprivate(set) var backupEndsAt: Timestamp?
    /// The time of the newest fix of the previous database; `nil` where that is not known.
    package fileprivate(set) var replacedEndsAt: Timestamp?
}

extension VisitStore {
    /// Puts a backup in the place of a database, which no other process may use.
    ///
    /// The backup is copied, checked, migrated to the newest version and flushed to disk before anything of the database
    /// is touched; the backup itself stays as it is. An existing database gets a second name with the time of `origin`,
    /// only where `replacing` permits it, and the copy then takes its name in one step. Members who were erased since
    /// the backup, by the record of the existing database, are erased again on behalf of `origin`.
    ///
    /// Throws `StorageError`: `conflict` where there is a database already, or a write-ahead log without one; `busy`
    /// while another process uses it; `cannotOpen`, `notADatabase`, `newerDatabase` or `damaged` where the backup is of
    /// no use; `diskFull`. Then nothing has changed.
    package static func restore(
        _ backup: String,
        to place: String,
        replacing: Bool,
        recordedFor origin: AccessOrigin
    ) throws -> Restoration {
        try DatabaseFile.checkRegular(backup)
        // A link to the database stays one.
        let path = URL(fileURLWithPath: place).resolvingSymlinksInPath().standardized.path
        try checkBackup(backup, isNot: path)
        let exists = FileManager.default.fileExists(atPath: path)
        try checkPlace(path, exists: exists, replacing: replacing)
        guard let lock = try FileLock(database: path, suffix: FileLock.serving) else {
            throw StorageError(.busy, "a service serves the database `\(path)`; stop it first, then restore")
        }
        defer { withExtendedLifetime(lock) {} }
        let copy = try DatabaseCopy(for: path)
        defer { copy.discard() }
        var restoration = Restoration()
        do {
            try copy.fill(from: try DatabaseQueue(path: backup, configuration: OlderDatabase.configuration))
        } catch let error as DatabaseError {
            throw StorageError(error, path: error.resultCode == .SQLITE_FULL ? path : backup)
        }
        try StorageError.translating(path: path) {
            var since = Set<OlderDatabase.Erasure>()
            if exists {
                restoration.compare(backup: copy.path, with: path)
                since = restoration.erasures(backup: copy.path, previous: path)
            }
            do {
                try restoration.prepare(copy: copy.path, erasing: since, recordedFor: origin)
            } catch let error as StorageError where [.damaged, .notADatabase].contains(error.code) {
                throw StorageError(
                    .damaged,
                    "the backup `\(backup)` is damaged and was not restored; choose an older one",
                    cause: error
                )
            }
            try copy.foldLog()
            copy.give(toOwnerOf: path)
            if exists { restoration.replaced = try keep(path, at: origin.time) }
        }
        try copy.finish(replacing: exists)
        return restoration
    }

    private static func checkBackup(_ backup: String, isNot path: String) throws {
        guard FileManager.default.isReadableFile(atPath: backup) else {
            throw StorageError(.cannotOpen, "the backup `\(backup)` is missing, or can't be read")
        }
        guard URL(fileURLWithPath: backup).resolvingSymlinksInPath().standardized.path != path else {
            throw StorageError(.conflict, "`\(backup)` is the database itself; choose a backup of it")
        }
        try StorageError.translating(path: backup) {
            try DatabaseFile.checkOwner(
                backup,
                applicationID: VisitDatabase.applicationID,
                kind: "backup of Footfall's database"
            )
            let queue = try DatabaseQueue(path: backup, configuration: OlderDatabase.configuration)
            guard try queue.read({ try VisitDatabase.migrator().appliedIdentifiers($0) }).isEmpty == false else {
                throw StorageError(.notADatabase, "`\(backup)` is empty; choose a backup of Footfall's database")
            }
        }
    }

    private static func checkPlace(_ path: String, exists: Bool, replacing: Bool) throws {
        try DatabaseFile.checkLocation(path)
        guard !exists || replacing else {
            throw StorageError(
                .conflict,
                "there is a database `\(path)`; permit that it is replaced (it is kept beside), or choose another file"
            )
        }
        guard exists || !DatabaseFile.hasContent(path + "-wal") else {
            throw StorageError(
                .conflict,
                "`\(path)-wal` is there without its database; move it to where its database is, then restore again"
            )
        }
    }

    /// What the name of a replaced file ends with.
    package static func suffix(ofReplacedAt time: Timestamp) -> String {
        ".replaced-" + time.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// Gives a database a second name, under which it stays when the first one is taken; returns that name.
    private static func keep(_ path: String, at time: Timestamp) throws -> String {
        do {
            // Nothing is left in a log then, and no other process has it open.
            try DatabaseQueue(path: path).writeWithoutTransaction { try $0.switchToSingleFile() }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            throw StorageError(.busy, "another process uses `\(path)`; wait until it is done, or end it")
        } catch is DatabaseError {
            // A damaged one is kept as it is, with its log.
        }
        let aside = unusedName(path + suffix(ofReplacedAt: time))
        let endings = ["", "-wal", "-shm", "-journal"].filter { FileManager.default.fileExists(atPath: path + $0) }
        for ending in endings {
            guard link(path + ending, aside + ending) == 0 else {
                throw StorageError(
                    .cannotOpen,
                    "`\(path)\(ending)` can't be kept as `\(aside)\(ending)`: \(String(cString: strerror(errno)))"
                )
            }
        }
        // A log must not lie beside the file that takes the name.
        for ending in endings.dropFirst() { unlink(path + ending) }
        return aside
    }
}

extension Restoration {
    /// What the previous database had that the backup has not, and the reverse.
    fileprivate mutating func compare(backup: String, with previous: String) {
        replacedEndsAt = OlderDatabase.newestFix(in: previous)
        guard let now = OlderDatabase.tokens(in: previous), let then = OlderDatabase.tokens(in: backup) else { return }
        removedTokens = then.subtracting(now).sorted().compactMap { try? TokenID($0) }
    }

    /// The erasures after the backup.
    ///
    /// Who was erased before it and is in it was registered again.
    fileprivate mutating func erasures(backup: String, previous: String) -> Set<OlderDatabase.Erasure> {
        guard let all = OlderDatabase.erasures(in: previous) else {
            erasedAgain = nil
            return []
        }
        return all.subtracting(OlderDatabase.erasures(in: backup) ?? [])
    }

    /// Migrates and checks the copy of a backup, and erases from it who was erased since.
    fileprivate mutating func prepare(
        copy: String,
        erasing erasures: Set<OlderDatabase.Erasure>,
        recordedFor origin: AccessOrigin
    ) throws {
        let store = try VisitStore(path: copy, .powerLoss, keepsOlderVersion: false, cleanUp: nil)
        migrations = store.upgrade?.migrations ?? []
        let erased = Set(erasures.map(\.member))
        let members = try erased.isEmpty ? [] : store.members.all().map(\.member.id)
        let again = members.filter { erased.contains(AccessTable.digest(of: $0)) }
        for member in again { _ = try store.privacy.erase(member, recordedFor: origin) }
        // For the next restore, of another backup: it compares with this database.
        try store.database.write { db in for erasure in erasures { try AccessTable.add(erasure, db) } }
        if erasedAgain != nil { erasedAgain = again.count }
        backupEndsAt = OlderDatabase.newestFix(in: copy)
        let findings = try store.check().filter { $0.rule != IntegrityFinding.erasureRule }
        guard findings.isEmpty else {
            throw StorageError(.damaged, findings[0].detail)
        }
        try store.close()
    }
}
