package import VisitModel

/// A facility file: delimited text, or a GeoJSON list of features.
///
/// A row states what its columns have: a missing column and an empty field leave a stored facility's value as it is, and
/// a field of `-` clears it. Its rows include those that a later row of the same id replaces, and facilities that are a
/// part of themselves; once the document is finished, `isLast(_:)`, `isRefused(_:)` and `facility(of:)` distinguish them.
package typealias FacilityDocument = DelimitedDocument<FacilityRowReader>

extension FacilityDocument {
    /// Creates a document at its start; `overrides` are for files where the usual names would select a wrong column.
    ///
    /// `features` are the columns of a GeoJSON list, which a `FeatureSurvey` found; `nil` for delimited text.
    /// `unreadableValue` is the severity of a time zone, of stays, of a `part_of`, or of a boundary beside a coordinate,
    /// that can't be parsed. With an error its row is unusable, otherwise it is read as if the field was empty.
    package init(
        file: String,
        overrides: [FacilityField: String] = [:],
        defaults: FacilityDefaults = FacilityDefaults(),
        dialect: Dialect? = nil,
        features: FeatureColumns? = nil,
        unreadableValue: Diagnostic.Severity = .warning,
        diagnosticLimit: Int = 100_000
    ) {
        self.init(
            file: file,
            overrides: overrides,
            source: features.map { RecordSource(features: $0) } ?? RecordSource(dialect: dialect),
            diagnosticLimit: diagnosticLimit
        ) {
            FacilityRowReader($0, dialect: $1, defaults: defaults, unreadableValue: unreadableValue)
        }
    }

    /// Emits every row that ends in the next bytes of a file of new facilities.
    package mutating func consume(_ chunk: [UInt8], _ body: (FacilityRow) throws -> Void) throws {
        try consume(chunk, completedBy: { _ in nil }, body)
    }

    /// Emits the remaining rows of a file of new facilities, and checks them as a whole.
    package mutating func finish(_ body: (FacilityRow) throws -> Void) throws {
        try finish(completedBy: { _ in nil }, body)
    }

    /// The number of distinct facilities in the usable rows.
    package var distinctFacilities: Int { rows?.checks.distinctIDs ?? 0 }

    /// Whether a row is the last of its id, which is the one that counts.
    package func isLast(_ row: FacilityRow) -> Bool {
        rows?.checks.isLast(row) ?? false
    }

    /// Whether no row of a facility is used, because it would be a part of itself.
    package func isRefused(_ facility: FacilityID) -> Bool { rows?.parts.refused.contains(facility) ?? false }

    /// The facility that a row adds or changes: `nil` where a later row of the id counts, or the facility is refused.
    ///
    /// It is a part of none where the row names one that is neither in the file nor stored.
    package func facility(of row: FacilityRow) -> Facility? {
        guard isLast(row), !isRefused(row.facility.id) else { return nil }
        var facility = row.facility
        if rows?.parts.detached.contains(facility.id) == true { facility.partOf = nil }
        return facility
    }
}

extension FacilityRowReader {
    package func wholeFileDiagnostics(file: String) -> [Diagnostic] {
        let radiusColumn = columns[.radiusMeters] == nil ? nil : columns.header(.radiusMeters)
        let notes = [
            derivedIDNote(file: file), positionNote(file: file), dwellUnits.warning(file: file),
            checks.smallCircles.warning(file: file, column: radiusColumn),
        ]
        return notes.compactMap { $0 } + farPlaceWarnings(file: file)
    }

    /// Warns that a file changes no position because it has none, perhaps because their columns were not recognized.
    private func positionNote(file: String) -> Diagnostic? {
        guard Self.fieldOfNewRows(missingIn: columns) != nil else { return nil }
        return Diagnostic(
            .warning,
            code: "no_coordinate_column",
            file: file,
            line: 1,
            message:
                "there is no column for latitude and longitude, so the stored positions are kept; if there is one, "
                + "give it by a mapping latitude=COLUMN"
        )
    }

    private func derivedIDNote(file: String) -> Diagnostic? {
        guard derivedIDCount > 0 else { return nil }
        let rows = derivedIDCount == 1 ? "1 row has" : "\(derivedIDCount) rows have"
        return Diagnostic(
            .note,
            code: "derived_id",
            file: file,
            line: 1,
            column: columns.header(.facilityID),
            message: "\(rows) no id, and got one generated from name and coordinate"
        )
    }

    private func farPlaceWarnings(file: String) -> [Diagnostic] {
        let stateHeader = columns[.state].map { ColumnName.normalized(columns.headers[$0]) }
        let hasCounties = stateHeader?.contains("county") == true
        let farPlaces = checks.farPlaces(
            statesAreUnique: !hasCounties,
            citiesAreUnique: stateHeader != nil && !hasCounties
        )
        return farPlaces.map { place in
            let field: FacilityField =
                place.isFarFromCity ? .city : columns[.state] != nil ? .state : .country
            let kilometers = Int((place.distanceMeters / 1000).rounded())
            var message =
                "the point is \(kilometers) km from the centre of the others with the same "
                + "\(columns.header(field)) and near none of them, expected a point among them"
            if let remedy = place.remedy { message += "; \(remedy.hint)" }
            return Diagnostic(
                .warning,
                code: "far_coordinate",
                file: file,
                line: place.line,
                column: columns.header(.latitude),
                message: message
            )
        }
    }
}
