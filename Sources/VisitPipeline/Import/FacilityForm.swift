package import Interchange
internal import SQLiteStorage
package import VisitModel
package import VisitStore

/// A facility as entered in a form, not yet validated.
package struct FacilityForm: Hashable, Sendable {
    package var id: FacilityID
    package var name: String
    package var address: PostalAddress
    /// The stored facility that it is a part of.
    package var partOf: FacilityID?
    /// The fence, dwell threshold, time zone and stays, each in the format of a facility file; missing fields get the
    /// same defaults.
    package var fields: [FacilityField: String]

    package init(
        id: FacilityID,
        name: String,
        address: PostalAddress,
        partOf: FacilityID? = nil,
        fields: [FacilityField: String]
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.partOf = partOf
        self.fields = fields
    }

    /// The fields that are parsed as in a facility file.
    static let columns: [FacilityField] = [
        .latitude, .longitude, .radiusMeters, .dwellSeconds, .timeZone, .stays, .boundary,
    ]

    /// The form as a facility file of one row.
    var file: [UInt8] {
        let header = ([.facilityID] + Self.columns).map(\.rawValue)
        let row = ["form"] + Self.columns.map { fields[$0] ?? "" }
        let lines = [header, row].map { cells in
            cells.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
        }
        return Array(lines.joined().utf8)
    }
}

/// The result of validating a form with the rules of a facility file.
package struct FacilityFormResult: Sendable {
    /// `nil` where the form has errors.
    package let facility: Facility?
    /// The column of an entry names the form's field.
    package let diagnostics: [Diagnostic]
}

extension FacilityForm {
    /// Validates the form with the reader of facility files, so that the same rules apply to both.
    ///
    /// A file with an invalid time zone, boundary, `stays` or `part_of` is imported without it; a form is refused,
    /// because its sender can correct it.
    package func checked(among facilities: FacilityRepository) throws -> FacilityFormResult {
        var document = FacilityDocument(file: "form", unreadableValue: .error)
        var found: Facility?
        try document.consume(file) { found = $0.facility }
        try document.finish { found = $0.facility }
        if let problem = try partProblem(among: facilities) {
            return FacilityFormResult(facility: nil, diagnostics: document.diagnostics.entries + [problem])
        }
        let facility = found.map { found in
            Facility(
                id: id,
                name: name,
                address: address,
                geofence: found.geofence,
                dwellThreshold: found.dwellThreshold,
                timeZone: found.timeZone,
                stays: found.stays,
                partOf: partOf
            )
        }
        return FacilityFormResult(facility: facility, diagnostics: document.diagnostics.entries)
    }

    /// The error of the facility that it is a part of; `nil` where there is none.
    private func partProblem(among facilities: FacilityRepository) throws -> Diagnostic? {
        guard let whole = partOf else { return nil }
        return try facilities.withFinder { finder -> Diagnostic? in
            func error(_ code: String, _ message: String) -> Diagnostic {
                Diagnostic(
                    .error,
                    code: code,
                    file: "form",
                    line: 2,
                    column: FacilityField.partOf.rawValue,
                    message: message
                )
            }
            let circle = try FacilityCircle(through: id) { other in
                try other == id ? whole : finder.find(other)?.facility.partOf
            }
            if let circle { return error(FacilityCircle.code, circle.message(from: id)) }
            guard try finder.find(whole) == nil else { return nil }
            return error("unknown_part_of", "there is no facility `\(whole)`, expected the id of a stored one")
        }
    }
}

extension FacilityRepository {
    /// Adds or replaces a facility, and writes a message for other systems.
    ///
    /// A changed fence is valid from `effectiveFrom`. Throws `StorageError` with code `invalidRequest` where another
    /// request has meanwhile made it a part of itself.
    package func save(
        _ facility: Facility,
        effectiveFrom: Timestamp,
        observedAt: Timestamp
    ) throws -> FacilityImportOutcome {
        var outcome = FacilityImportOutcome.unchanged
        try importRows(effectiveFrom: effectiveFrom, publishing: OutboxSettings(.standard, at: observedAt)) {
            importer in
            let stored = importer.stored
            let circle = try FacilityCircle(through: facility.id) { id in
                try id == facility.id ? facility.partOf : stored.find(id)?.facility.partOf
            }
            if let circle { throw StorageError(.invalidRequest, circle.message(from: facility.id)) }
            outcome = try importer.upsert(facility)
        }
        return outcome
    }

    /// Retires a facility from `effectiveFrom`, and writes a message for other systems.
    ///
    /// Returns false when it was retired before, and `nil` when there is no such facility.
    package func retire(_ facility: FacilityID, effectiveFrom: Timestamp, observedAt: Timestamp) throws -> Bool? {
        var wasInUse: Bool?
        try importRows(effectiveFrom: effectiveFrom, publishing: OutboxSettings(.standard, at: observedAt)) {
            importer in
            wasInUse = try importer.retire(facility)
        }
        return wasInUse
    }
}
