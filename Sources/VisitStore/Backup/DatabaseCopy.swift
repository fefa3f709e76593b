internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// A copy of a database that gets its name once it is complete and on disk.
///
/// Until then it is beside its future name, readable by its owner only.
struct DatabaseCopy {
    let path: String
    private let target: String
    /// Locked (flock(2)) until the copy is discarded, so that others see that it is in progress.
    ///
    /// Closing it earlier would release SQLite's own locks (fcntl(2)).
    private let descriptor: Int32

    /// Creates an empty file in the folder of `target`, which has to exist; throws `cannotOpen` otherwise.
    ///
    /// What a process that was killed left of such a copy is deleted.
    init(for target: String) throws {
        self.target = target
        Self.deleteAbandoned(of: target)
        path = "\(target).\(UUID().uuidString).part"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError(
                .cannotOpen,
                "`\(path)` can't be created (\(String(cString: strerror(errno)))); check that the folder of "
                    + "`\(target)` exists and is writable"
            )
        }
        flock(descriptor, LOCK_EX | LOCK_NB)
        // A umask can take away the owner's permissions too.
        fchmod(descriptor, 0o600)
    }

    private static func deleteAbandoned(of target: String) {
        let url = URL(fileURLWithPath: target)
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(url.lastPathComponent + ".") && name.hasSuffix(".part") {
            let copy = folder.appendingPathComponent(name).path
            let descriptor = open(copy, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { delete(copy) }
            close(descriptor)
        }
    }

    private static func delete(_ path: String) {
        for ending in ["", "-journal", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }

    /// Gives the copy to the owner of a file, where root made it.
    func give(toOwnerOf other: String) { PrivateFile.give(path, toOwnerOf: other) }

    /// Copies a snapshot, while other writers continue, into a single file without a write-ahead log.
    ///
    /// `check` gets the copy and throws where it can't be used. Throws `DatabaseError` too.
    func fill(from source: some DatabaseReader, check: (Database) throws -> Void = { _ in }) throws {
        var configuration = VisitDatabase.configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try source.backup(to: queue)
        try queue.writeWithoutTransaction { db in
            try db.switchToSingleFile()
            try check(db)
        }
        try queue.close()
    }

    /// Brings what is in a write-ahead log into the file, after the copy was used as a database.
    ///
    /// SQLite does it when the last connection closes, and says nothing where there is no room for it.
    func foldLog() throws {
        try DatabaseQueue(path: path).writeWithoutTransaction { try $0.switchToSingleFile() }
    }

    /// Waits for the disk, then gives the copy its name; an existing file is kept unless `replacing`.
    func finish(replacing: Bool) throws {
        try Self.synchronize(path)
        let failed = replacing ? rename(path, target) : link(path, target)
        guard failed != 0 else {
            // The name is on disk once its folder is.
            return try Self.synchronize(URL(fileURLWithPath: target).deletingLastPathComponent().path)
        }
        let reason = String(cString: strerror(errno))
        throw StorageError(
            errno == EEXIST ? .conflict : .cannotOpen,
            "the copy can't be renamed to `\(target)`: \(reason); choose another file"
        )
    }

    /// Waits until a file or a folder is on disk.
    private static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw StorageError(
                .inputOutput,
                "`\(path)` can't be written to disk: \(String(cString: strerror(errno)))"
            )
        }
    }

    /// Deletes what remains under the temporary name.
    func discard() {
        Self.delete(path)
        close(descriptor)
    }
}

/// A name for a file that does not exist: with a number where the first choice does.
func unusedName(_ name: String) -> String {
    var (candidate, number) = (name, 1)
    while FileManager.default.fileExists(atPath: candidate) {
        number += 1
        candidate = "\(name)-\(number)"
    }
    return candidate
}

extension Database {
    /// Ends write-ahead logging, for which this has to be the only connection; throws `busy` where there is another.
    func switchToSingleFile() throws {
        guard try String.fetchOne(self, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
            throw DatabaseError(resultCode: .SQLITE_BUSY)
        }
    }
}
