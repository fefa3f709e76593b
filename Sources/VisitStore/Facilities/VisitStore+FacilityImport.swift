internal import GRDB
public import VisitModel

extension VisitStore {
    /// Brings the database's facilities in line with a list, in one transaction.
    ///
    /// The list is handed over one facility at a time, so that it may be longer than memory; `body` must not use the
    /// store otherwise. The same list twice writes nothing the second time.
    ///
    ///     let summary = try store.importFacilities(effectiveFrom: now) { importer in
    ///         for facility in facilities { try importer.upsert(facility) }
    ///     }
    ///
    /// - Parameters:
    ///   - replace: whether facilities that do not come are retired, and members' lists cut down to what came (only
    ///     where the list named any member).
    ///   - dryRun: whether everything is taken back at the end.
    ///   - effectiveFrom: from when on a changed or retired fence no longer holds; after the year 0. A fix before it is
    ///     judged by the fence as it was.
    ///   - telling: whether, and how, other systems are told of a change; `nil` tells nobody.
    ///   - body: hands over the facilities; what it throws takes everything back.
    /// - Returns: how many were added, updated, unchanged and retired.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    @discardableResult
    public func importFacilities(
        replace: Bool = false,
        dryRun: Bool = false,
        effectiveFrom: Timestamp,
        telling: OutboxSettings? = nil,
        _ body: (inout FacilityImporter) throws -> Void
    ) throws -> FacilityImportSummary {
        guard effectiveFrom > FenceVersion.beginningOfTime else {
            throw VisitStoreError(
                .invalidRequest,
                "fences can't change at \(effectiveFrom), where their first versions begin; name a later time"
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
            try OutboxWriter(db, telling)?.enqueue(summary, effectiveFrom: effectiveFrom, db)
            return summary
        }
    }
}
