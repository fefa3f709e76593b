internal import Interchange
package import VisitModel
package import VisitStore

extension FacilityForm {
    /// Validates the form with the reader of facility files, so that the same rules apply to both.
    ///
    /// A file with an invalid time zone is imported without it; a form is refused, because its sender can correct it.
    ///
    /// - Returns: the facility, or the errors.
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

extension FacilityRepository {
    /// Adds or replaces a facility, and writes a message for other systems.
    ///
    /// - Parameters:
    ///   - facility: the new state of the facility.
    ///   - effectiveFrom: the time from which a changed fence is valid.
    ///   - observedAt: the current time.
    /// - Returns: whether the facility was added, changed or unchanged.
    /// - Throws: `StorageError`.
    package func save(
        _ facility: Facility,
        effectiveFrom: Timestamp,
        observedAt: Timestamp
    ) throws -> FacilityImportOutcome {
        var outcome = FacilityImportOutcome.unchanged
        try importRows(effectiveFrom: effectiveFrom, publishing: OutboxSettings(.standard, at: observedAt)) {
            importer in
            outcome = try importer.upsert(facility)
        }
        return outcome
    }

    /// Retires a facility, and writes a message for other systems.
    ///
    /// - Parameters:
    ///   - facility: the facility's id.
    ///   - effectiveFrom: the time from which it is no longer monitored.
    ///   - observedAt: the current time.
    /// - Returns: false when it was retired before; `nil` when there is no such facility.
    /// - Throws: `StorageError`.
    package func retire(
        _ facility: FacilityID,
        effectiveFrom: Timestamp,
        observedAt: Timestamp
    ) throws -> Bool? {
        var wasInUse: Bool?
        try importRows(effectiveFrom: effectiveFrom, publishing: OutboxSettings(.standard, at: observedAt)) {
            importer in
            wasInUse = try importer.retire(facility)
        }
        return wasInUse
    }
}
