internal import Interchange
package import VisitModel
package import VisitStore

extension FacilityForm {
    /// Reads the form with the reader of facility files, so that the same holds for both.
    ///
    /// Unlike a file, which is imported without the time zones that can't be read, a form is refused: its sender is there to
    /// correct it.
    ///
    /// - Returns: the facility, or why it is none.
    /// - Throws: `InterchangeError`.
    package func checked() throws -> FacilityFormResult {
        var document = FacilityDocument(file: "form", unreadableTimeZone: .error)
        var found: Facility?
        try document.consume(file) { found = $0.facility }
        try document.finish { found = $0.facility }
        let facility = found.map { found in
            Facility(
                id: id,
                name: name,
                address: address,
                geofence: found.geofence,
                dwellThreshold: found.dwellThreshold,
                timeZone: found.timeZone
            )
        }
        return FacilityFormResult(facility: facility, diagnostics: document.diagnostics.entries)
    }
}

extension VisitStore {
    /// Adds a facility, or puts it in the place of the one of its id, and tells other systems.
    ///
    /// - Parameters:
    ///   - facility: the facility as it should be.
    ///   - effectiveFrom: from when on a changed fence holds.
    ///   - observedAt: now.
    /// - Returns: what became of it.
    /// - Throws: `VisitStoreError`.
    package func putFacility(
        _ facility: Facility,
        effectiveFrom: Timestamp,
        observedAt: Timestamp
    ) throws -> FacilityImportOutcome {
        var outcome = FacilityImportOutcome.unchanged
        try importFacilities(effectiveFrom: effectiveFrom, telling: Telling(.standard, at: observedAt)) { importer in
            outcome = try importer.upsert(facility)
        }
        return outcome
    }

    /// Retires a facility, and tells other systems.
    ///
    /// - Parameters:
    ///   - facility: which.
    ///   - effectiveFrom: from when on it is no longer watched.
    ///   - observedAt: now.
    /// - Returns: false when it was retired before; `nil` when there is no such facility.
    /// - Throws: `VisitStoreError`.
    package func retireFacility(
        _ facility: FacilityID,
        effectiveFrom: Timestamp,
        observedAt: Timestamp
    ) throws -> Bool? {
        var wasInUse: Bool?
        try importFacilities(effectiveFrom: effectiveFrom, telling: Telling(.standard, at: observedAt)) { importer in
            wasInUse = try importer.retire(facility)
        }
        return wasInUse
    }
}
