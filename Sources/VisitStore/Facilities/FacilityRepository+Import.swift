internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension FacilityRepository {
    /// Updates the stored facilities from a list.
    ///
    /// The list is passed one facility at a time, so it may be larger than memory. Otherwise `body` must not use the
    /// store; an error that it throws leaves everything as it was. The import is idempotent: the same list writes
    /// nothing the second time.
    ///
    ///     let summary = try store.facilities.importRows(effectiveFrom: now) { importer in
    ///         for facility in facilities { try importer.upsert(facility) }
    ///     }
    ///
    /// With `replace`, facilities missing from the list are retired, and members' lists are reduced to the imported
    /// entries (only where the list named any member). `effectiveFrom` is when a changed or retired fence ceases to
    /// apply; it has to be after the year 0. An earlier fix is evaluated with the fence of its time. `publishing`
    /// queues webhook messages about a change. `defaultTimeZone` becomes the database's, where it is given. `method`
    /// says whether it is one transaction; where it is several, the summary is that of the rehearsal. Throws
    /// `StorageError` with code `conflict` while another file is imported.
    @discardableResult
    package func importRows(
        replace: Bool = false,
        dryRun: Bool = false,
        effectiveFrom: Timestamp,
        defaultTimeZone: TimeZoneName? = nil,
        publishing: OutboxSettings? = nil,
        by method: ImportMethod = .change,
        _ body: (inout FacilityImporter) throws -> Void
    ) throws -> FacilityImportSummary {
        guard effectiveFrom > Timestamp.beginningOfTime else {
            throw StorageError(
                .invalidRequest,
                "geofences can't change at \(effectiveFrom), when their first versions begin; choose a later time"
            )
        }
        func run(_ db: Database, notesExceptions: Bool = false) throws -> FacilityImportSummary {
            var importer = try FacilityImporter(
                db,
                database.lookups,
                effectiveFrom: effectiveFrom,
                notesExceptions: notesExceptions
            )
            try body(&importer)
            if replace { try importer.removeTheRest(db) }
            return try importer.finish(db)
        }
        func writeAtOnce() throws -> FacilityImportSummary {
            try database.write { db in
                let summary = try run(db, notesExceptions: true)
                if let defaultTimeZone { try db.set(.defaultTimeZone, to: defaultTimeZone.identifier) }
                if summary.hasChanges { try Counter.places.raise(db) }
                try OutboxWriter(db, publishing)?.enqueue(summary, effectiveFrom: effectiveFrom, db)
                return summary
            }
        }
        if dryRun { return try database.rehearse(StagedChange.ofFacilities.tables) { try run($0) } }
        switch method {
        case .change: return try writeAtOnce()
        case .oneTransaction: return try database.importing(.standard, writeAtOnce)
        case .slices(let slices):
            return try database.importing(slices) {
                try StagedImport(database: database, slices: slices).run(StagedChange.ofFacilities) {
                    try run($0)
                } terms: { summary in
                    StagedImport.Terms(
                        effectiveFrom: effectiveFrom,
                        defaultTimeZone: defaultTimeZone,
                        changesPlaces: summary.hasChanges,
                        publishing: publishing
                    ) { try $0.message(summary, effectiveFrom: effectiveFrom, $1) }
                }
            }
        }
    }
}
