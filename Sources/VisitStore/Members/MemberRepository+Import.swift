internal import GRDB

extension MemberRepository {
    /// Updates members, their lists and their devices from rows.
    ///
    /// The rows are passed one at a time. Otherwise `body` must not use the store; an error that it throws leaves
    /// everything as it was. The import is idempotent: the same rows write nothing the second time.
    ///
    /// With `replace`, lists are reduced to the imported facilities. A member with a list who is not imported keeps an
    /// empty one and may visit no facility; a member without a list may still visit every facility. `method` says
    /// whether it is one transaction; `groupsFrom` says when the groups of the rows apply, and is needed where a row has
    /// one. Where the import is several transactions, the summary is that of the rehearsal. Throws `StorageError` with
    /// code `conflict` while another file is imported.
    @discardableResult
    package func importRows(
        replace: Bool = false,
        dryRun: Bool = false,
        by method: ImportMethod = .change,
        groupsFrom: GroupStart? = nil,
        _ body: (inout MemberImporter) throws -> Void
    ) throws -> MemberImportSummary {
        func run(_ db: Database) throws -> MemberImportSummary {
            var importer = try MemberImporter(db, groupsFrom: groupsFrom)
            try body(&importer)
            if replace, importer.hasLists { try importer.removeTheRest(db) }
            return importer.summary
        }
        func writeAtOnce() throws -> MemberImportSummary {
            try database.write { db in
                let summary = try run(db)
                if summary.changesPlaces { try Counter.places.raise(db) }
                return summary
            }
        }
        if dryRun { return try database.rehearse(StagedChange.ofMembers.tables, run) }
        switch method {
        case .change: return try writeAtOnce()
        case .oneTransaction: return try database.importing(.standard, writeAtOnce)
        case .slices(let slices):
            return try database.importing(slices) {
                try StagedImport(database: database, slices: slices).run(StagedChange.ofMembers, run) { summary in
                    StagedImport.Terms(changesPlaces: summary.changesPlaces, groupsFrom: groupsFrom) { _, _ in nil }
                }
            }
        }
    }
}
