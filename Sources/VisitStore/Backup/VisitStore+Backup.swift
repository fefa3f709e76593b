internal import Foundation
internal import GRDB

extension VisitStore {
    /// Copies the database as it is at one moment to another file, while others go on writing.
    ///
    /// The copy is made under another name beside the file, checked, written to the disk, and only then given its name: a file
    /// of that name is always a whole one. It is one file, without a log beside it; only its owner may read it. The key of the
    /// webhook endpoints' secrets is not in it.
    ///
    /// - Parameters:
    ///   - path: the file to make; its folder has to exist.
    ///   - replacing: whether a file that is there is replaced.
    /// - Throws: `VisitStoreError`, with code `conflict` when there is such a file and it is not to be replaced, or is in use,
    ///   `cannotOpen` when it can't be made, `damaged` when the copy is not sound.
    public func backup(to path: String, replacing: Bool = false) throws {
        try checkTarget(path, replacing)
        let copy = "\(path).\(UUID().uuidString).part"
        // Made by ourselves, so that nobody else may read it for a moment.
        guard FileManager.default.createFile(atPath: copy, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw VisitStoreError(
                .cannotOpen,
                "`\(copy)` can't be made; check that the folder of the backup exists and may be written"
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
            throw VisitStoreError(error, path: copy)
        }
        try name(copy, path, replacing)
    }

    /// Refuses a target that must not be touched.
    private func checkTarget(_ path: String, _ replacing: Bool) throws {
        let resolved = [path, self.path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardized.path }
        guard resolved[0] != resolved[1] else {
            throw VisitStoreError(.conflict, "`\(path)` is the database itself; name another file for its backup")
        }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue else {
            throw VisitStoreError(.cannotOpen, "`\(path)` is a folder; name a file for the backup")
        }
        guard !exists || replacing else {
            throw VisitStoreError(.conflict, "`\(path)` exists; ask for it to be replaced, or name another file")
        }
        for ending in ["-wal", "-journal"] {
            let size = try? FileManager.default.attributesOfItem(atPath: path + ending)[.size] as? Int
            guard (size ?? nil) ?? 0 == 0 else {
                throw VisitStoreError(
                    .conflict,
                    "`\(path)\(ending)` shows that another program uses a database of that name, or ended without closing it; "
                        + "name another file for the backup"
                )
            }
        }
    }

    /// Fills the copy, checks it and leaves it as one file.
    private func fill(_ copy: String) throws {
        var configuration = Self.configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: copy, configuration: configuration)
        try pool.backup(to: queue)
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
        // That an erasure is not finished is no fault of the copy.
        if let finding = findings.first(where: { $0.rule != "erasure" }) {
            throw VisitStoreError(
                .damaged,
                "the copy is not sound, and was not kept: \(finding.detail); `footfall check` says whether the database is"
            )
        }
    }

    /// Waits until the copy is on the disk.
    private static func flush(_ path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.synchronize()
    }

    /// Gives the copy its name, over a file that is there only where that is asked for.
    private func name(_ copy: String, _ path: String, _ replacing: Bool) throws {
        let failed = replacing ? rename(copy, path) : link(copy, path)
        guard failed != 0 else { return }
        let reason = String(cString: strerror(errno))
        throw VisitStoreError(
            errno == EEXIST ? .conflict : .cannotOpen,
            "the backup can't be given the name `\(path)`: \(reason); name another file"
        )
    }
}
