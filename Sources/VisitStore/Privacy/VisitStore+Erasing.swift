internal import GRDB
public import VisitModel

extension SettingName {
    /// Set from an erasure until the file holds no trace of it any more.
    static let erasureIsPending = SettingName("erasure_is_pending")
}

extension VisitStore {
    /// Erases a member: the person, their phones, fixes, events, stays and visits, what people said about them, what they
    /// sent that could not be used, tokens bound to them and messages about them.
    ///
    /// One transaction takes it out of every table. Then the file is written anew and the write-ahead log is cut to nothing,
    /// so that no page that was freed or divided earlier holds a copy: in a large database that takes a while (about as long
    /// as to copy it), and needs as much free room again. Other threads of the process wait meanwhile; a backup made before
    /// still has everything.
    ///
    /// Whoever has the member's phones in memory has to let go of them (`placesRevision` rises); what is written for them from
    /// then on is refused with code `conflict`.
    ///
    /// - Parameter member: whom.
    /// - Returns: what was erased.
    /// - Throws: `VisitStoreError`, with code `unknownName` when there is no such member, `notWiped` when the member is erased
    ///   but the file may still hold traces because another program is using it: then the same call, or `finishErasing`, does
    ///   the rest.
    @discardableResult
    public func erase(_ member: MemberID) throws -> ErasureSummary {
        let erased = try write { db -> (ErasureSummary, [DeviceID])? in
            // SQLite then writes zeros over what it deletes (as Debian's does by itself).
            try db.execute(sql: "PRAGMA secure_delete = ON")
            guard var eraser = try MemberEraser(db, member) else { return nil }
            let summary = try eraser.run()
            try db.execute(
                literal: """
                    INSERT INTO setting (name, value) VALUES (\(SettingName.erasureIsPending.text), '1')
                    ON CONFLICT (name) DO NOTHING
                    """
            )
            return (summary, eraser.devices.map(\.id))
        }
        guard let (summary, devices) = erased else {
            if try finishErasing() { return ErasureSummary() }
            throw VisitStoreError(.unknownName, "the member `\(member)` is not in the database; nothing was erased")
        }
        lookups.forget(member, devices)
        try finishErasing()
        return summary
    }

    /// Takes the last traces of what was erased out of the file, where an erasure could not do that itself.
    ///
    /// - Returns: false where nothing was left to do.
    /// - Throws: `VisitStoreError`, with code `notWiped` when another program is using the file.
    @discardableResult
    public func finishErasing() throws -> Bool {
        guard try setting(.erasureIsPending) != nil else { return false }
        do {
            // Waits for this process's own readers; a log that one of them reads can't be cut.
            try translating {
                try pool.barrierWriteWithoutTransaction { db in
                    // The copy would else be in memory, as large as the file.
                    try db.execute(sql: "PRAGMA temp_store = FILE")
                    defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY") }
                    try db.execute(sql: "VACUUM")
                    try db.checkpoint(.truncate)
                }
            }
        } catch let error as VisitStoreError where error.code == .busy {
            throw VisitStoreError(
                .notWiped,
                "what was to be erased is erased, but another program uses `\(path)`, so that its file or its log "
                    + "`\(path)-wal` may still hold traces of it; end that program and do the same again",
                cause: error
            )
        }
        try setSetting(.erasureIsPending, to: nil)
        return true
    }
}
