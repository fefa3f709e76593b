internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

extension VisitStore {
    /// Copies a snapshot of the database to another file, while other writers continue.
    ///
    /// The copy is written under a temporary name in the same folder, which has to exist. It is checked, flushed to
    /// disk and only then renamed, so a file of the given name is always complete. It is a single file without a
    /// write-ahead log, readable by its owner only. It does not contain the key that encrypts the secrets of the
    /// webhook endpoints.
    ///
    /// Throws `StorageError`: `conflict` when the file exists and is not to be replaced, or is in use; `cannotOpen`
    /// when it can't be created; `damaged` when the copy fails the integrity check.
    package func backup(to path: String, replacing: Bool = false) throws {
        try checkTarget(path, replacing)
        let copy = "\(path).\(UUID().uuidString).part"
        // Created here with mode 0600, so that no other user can read it for a moment.
        guard FileManager.default.createFile(atPath: copy, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw StorageError(
                .cannotOpen,
                "`\(copy)` can't be created; check that the folder of the backup exists and is writable"
            )
        }
        defer {
            for ending in ["", "-journal", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: copy + ending)
            }
        }
        do {
            try fill(copy)
            try Self.flush(copy)
        } catch let error as DatabaseError {
            throw StorageError(error, path: copy)
        }
        try name(copy, path, replacing)
    }

    private func checkTarget(_ path: String, _ replacing: Bool) throws {
        let resolved = [path, self.path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardized.path }
        guard resolved[0] != resolved[1] else {
            throw StorageError(.conflict, "`\(path)` is the database itself; choose another file for its backup")
        }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue else {
            throw StorageError(.cannotOpen, "`\(path)` is a folder; choose a file for the backup")
        }
        guard !exists || replacing else {
            throw StorageError(.conflict, "`\(path)` exists; replace it, or choose another file")
        }
        for ending in ["-wal", "-journal"] {
            let size = try? FileManager.default.attributesOfItem(atPath: path + ending)[.size] as? Int
            guard (size ?? nil) ?? 0 == 0 else {
                throw StorageError(
                    .conflict,
                    "`\(path)\(ending)` shows that another program uses a database of that name, or exited without "
                        + "closing it; choose another file for the backup"
                )
            }
        }
    }

    /// Writes the copy, checks it and leaves it as a single file.
    private func fill(_ copy: String) throws {
        var configuration = VisitDatabase.configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: copy, configuration: configuration)
        try database.pool.backup(to: queue)
        let findings = try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            var findings = try IntegrityReport.findings(db)
            try db.inTransaction {
                findings += try IntegrityReport.spatialFindings(db)
                return .rollback
            }
            return findings
        }
        try queue.close()
        // An unfinished erasure does not make the copy invalid.
        if let finding = findings.first(where: { $0.rule != IntegrityFinding.erasureRule }) {
            throw StorageError(
                .damaged,
                "the copy is damaged and was deleted: \(finding.detail); `footfall check` checks the database"
            )
        }
    }

    private static func flush(_ path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.synchronize()
    }

    /// Renames the copy without overwriting, unless `replacing`.
    private func name(_ copy: String, _ path: String, _ replacing: Bool) throws {
        let failed = replacing ? rename(copy, path) : link(copy, path)
        guard failed != 0 else { return }
        let reason = String(cString: strerror(errno))
        throw StorageError(
            errno == EEXIST ? .conflict : .cannotOpen,
            "the backup can't be renamed to `\(path)`: \(reason); choose another file"
        )
    }
}
