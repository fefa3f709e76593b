internal import Interchange
package import VisitModel
package import VisitStore

extension FacilityForm {
    /// Validates the form with the reader of facility files, so that the same rules apply to both.
    ///
    /// A file with an invalid time zone is imported without it; a form is refused, because its sender can correct it.
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
    /// A changed fence is valid from `effectiveFrom`.
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

    /// Retires a facility from `effectiveFrom`, and writes a message for other systems.
    ///
    /// Returns false when it was retired before, and `nil` when there is no such facility.
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
