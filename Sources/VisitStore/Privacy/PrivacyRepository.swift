internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension SettingName {
    /// Set from an erasure until the file contains no more traces of it.
    static let erasureIsPending = SettingName("erasure_is_pending")
}

/// The export and the erasure of everything stored about a member.
package struct PrivacyRepository: Sendable {
    let database: VisitDatabase

    /// Erases a member with all data about the person.
    ///
    /// This includes phones, fixes, events, stays, visits, review decisions, quarantined records, access tokens bound
    /// to the member or a phone, and messages about them.
    ///
    /// One transaction deletes it from every table. Then the file is rebuilt and the write-ahead log is truncated, so
    /// that no page that was freed or split earlier holds a copy. In a large database that takes about as long as
    /// copying it, and needs as much free space again. Other threads of the process wait meanwhile. A backup made
    /// before still contains everything. The access record keeps a row of the erasure with `origin`, and a digest in
    /// place of the member's id; without `origin`, only rows from before.
    ///
    /// A process that ends between the two leaves a mark, by which `finishErasing` knows that the file is not clean.
    ///
    /// A cache of the member's phones has to discard them (`placesRevision` rises). Later writes for them are refused
    /// with code `conflict`.
    ///
    /// Throws `StorageError`: `unknownName` when there is no such member; `conflict` while a long file is imported, which
    /// may name the member; `notWiped` when the member is erased but the
    /// file may still hold traces because another program is using it. The same call, or `finishErasing`, then
    /// completes it.
    @discardableResult
    package func erase(_ member: MemberID, recordedFor origin: AccessOrigin? = nil) throws -> ErasureSummary {
        try erase(member, recordedFor: origin) { _ in }
    }

    /// `isDone` is called after each step.
    func erase(
        _ member: MemberID,
        recordedFor origin: AccessOrigin?,
        _ isDone: (ErasureStep) throws -> Void
    ) throws -> ErasureSummary {
        let erased = try database.write { db -> (ErasureSummary, [DeviceID])? in
            // SQLite then overwrites deleted content with zeros (the default of Debian's build).
            try db.execute(sql: "PRAGMA secure_delete = ON")
            guard try !StagedImport.isStaged(db) else {
                throw StorageError(
                    .conflict,
                    "an import is being written, which may name the member `\(member)`; erase again when it has ended"
                )
            }
            guard var eraser = try MemberEraser(db, member) else { return nil }
            let summary = try eraser.run(origin)
            try db.execute(
                literal: """
                    INSERT INTO setting (name, value) VALUES (\(SettingName.erasureIsPending.text), '1')
                    ON CONFLICT (name) DO NOTHING
                    """
            )
            return (summary, eraser.devices.map(\.id))
        }
        guard let (summary, devices) = erased else {
            if try finishErasing(isDone) { return ErasureSummary() }
            throw StorageError(.unknownName, "the member `\(member)` is not in the database; nothing was erased")
        }
        database.lookups.forget(member, devices)
        try isDone(.deleted)
        try finishErasing(isDone)
        return summary
    }

    /// Whether an erasure was interrupted, so that the file may still hold traces of erased data.
    package func isErasurePending() throws -> Bool {
        try SettingRepository(database: database).value(.erasureIsPending) != nil
    }

    /// Removes the last traces of erased data from the file, where an erasure could not complete that itself.
    ///
    /// Returns false where nothing was left to do. Throws `StorageError` with code `notWiped` when another program is
    /// using the file.
    @discardableResult
    package func finishErasing() throws -> Bool { try finishErasing { _ in } }

    @discardableResult
    private func finishErasing(_ isDone: (ErasureStep) throws -> Void) throws -> Bool {
        guard try isErasurePending() else { return false }
        do {
            // Waits for this process's own readers, because a log in use by a reader can't be truncated.
            try database.translating {
                try database.pool.barrierWriteWithoutTransaction { db in
                    // Otherwise the copy would be in memory, as large as the file.
                    try db.execute(sql: "PRAGMA temp_store = FILE")
                    defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY") }
                    try db.execute(sql: "VACUUM")
                    try isDone(.rebuilt)
                    _ = try database.checkpoints.excluded { try db.checkpoint(.truncate) }
                }
            }
        } catch let error as StorageError where error.code == .busy {
            throw StorageError(
                .notWiped,
                "the data is erased, but another program uses `\(database.path)`, so that its file or its log "
                    + "`\(database.path)-wal` may still hold traces; stop that program and run the command again",
                cause: error
            )
        }
        try isDone(.truncated)
        try SettingRepository(database: database).set(.erasureIsPending, to: nil)
        return true
    }
}

/// A step of an erasure, after which the process may end.
enum ErasureStep: CaseIterable {
    /// The rows are deleted.
    case deleted
    /// The file is rebuilt without its free pages.
    case rebuilt
    /// The write-ahead log is truncated.
    case truncated
}

/// The numbers of records erased with a member.
package struct ErasureSummary: Hashable, Sendable {
    package var devices = 0
    package var fixes = 0
    package var events = 0
    /// As recorded by single phones.
    package var stays = 0
    package var visits = 0
    package var reviews = 0
    /// Bound to the member or a phone.
    package var tokens = 0
    package var quarantined = 0
    /// With their deliveries.
    package var messages = 0

    package init() {}
}
