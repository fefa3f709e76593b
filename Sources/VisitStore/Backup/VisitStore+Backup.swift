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
        let copy = try DatabaseCopy(for: path)
        defer { copy.discard() }
        try StorageError.translating(path: path) {
            try copy.fill(from: database.pool) { db in
                var findings = try IntegrityReport.findings(db)
                try db.inTransaction {
                    findings += try IntegrityReport.spatialFindings(db)
                    return .rollback
                }
                // An unfinished erasure does not make the copy invalid.
                guard let finding = findings.first(where: { $0.rule != IntegrityFinding.erasureRule }) else { return }
                throw StorageError(
                    .damaged,
                    "the copy is damaged and was deleted: \(finding.detail); `footfall check` checks the database"
                )
            }
        }
        try copy.finish(replacing: replacing)
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
            guard !DatabaseFile.hasContent(path + ending) else {
                throw StorageError(
                    .conflict,
                    "`\(path)\(ending)` shows that another program uses a database of that name, or exited without "
                        + "closing it; choose another file for the backup"
                )
            }
        }
    }
}
