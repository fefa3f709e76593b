internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Updates the stored facilities from a list, in one transaction.
    ///
    /// The list is passed one facility at a time, so it may be larger than memory. Otherwise `body` must not use the
    /// store. The import is idempotent: the same list writes nothing the second time.
    ///
    ///     let summary = try store.importFacilities(effectiveFrom: now) { importer in
    ///         for facility in facilities { try importer.upsert(facility) }
    ///     }
    ///
    /// - Parameters:
    ///   - replace: whether facilities missing from the list are retired, and members' lists reduced to the imported
    ///     entries (only where the list named any member).
    ///   - dryRun: whether the transaction is rolled back at the end.
    ///   - effectiveFrom: when a changed or retired fence ceases to apply; after the year 0. An earlier fix is
    ///     evaluated with the fence of its time.
    ///   - publishing: whether and how webhook messages about a change are queued; `nil` queues none.
    ///   - body: passes the facilities to the importer. An error that it throws rolls the transaction back.
    /// - Returns: the numbers of facilities added, updated, unchanged and retired.
    /// - Throws: `StorageError`, and any error of `body`.
    @discardableResult
    package func importFacilities(
        replace: Bool = false,
        dryRun: Bool = false,
        effectiveFrom: Timestamp,
        publishing: OutboxSettings? = nil,
        _ body: (inout FacilityImporter) throws -> Void
    ) throws -> FacilityImportSummary {
        guard effectiveFrom > FenceVersion.beginningOfTime else {
            throw StorageError(
                .invalidRequest,
                "geofences can't change at \(effectiveFrom), when their first versions begin; choose a later time"
            )
        }
        return try write(dryRun: dryRun) { db in
            var importer = try FacilityImporter(db, effectiveFrom: effectiveFrom)
            try body(&importer)
            if replace {
                try importer.removeTheRest(db)
            }
            let summary = try importer.finish(db)
            if summary.hasChanges { try Counter.places.raise(db) }
            try OutboxWriter(db, publishing)?.enqueue(summary, effectiveFrom: effectiveFrom, db)
            return summary
        }
    }
}
