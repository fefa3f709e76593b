package import VisitModel

/// A facility file.
///
/// Its rows include those that a later row of the same id replaces; once the document is finished `isLast(_:)`
/// distinguishes them.
package typealias FacilityDocument = DelimitedDocument<FacilityRowReader>

extension FacilityDocument {
    /// Creates a document at its start; `overrides` are for files where the usual names would select a wrong column.
    ///
    /// `unreadableTimeZone` is the severity of a time zone that can't be parsed. With an error its row is unusable,
    /// otherwise the facility has no time zone.
    package init(
        file: String,
        overrides: [FacilityField: String] = [:],
        defaults: FacilityDefaults = FacilityDefaults(),
        dialect: Dialect? = nil,
        unreadableTimeZone: Diagnostic.Severity = .warning,
        diagnosticLimit: Int = 100_000
    ) {
        self.init(file: file, overrides: overrides, dialect: dialect, diagnosticLimit: diagnosticLimit) {
            FacilityRowReader($0, dialect: $1, defaults: defaults, unreadableTimeZone: unreadableTimeZone)
        }
    }

    /// The number of distinct facilities in the usable rows.
    package var distinctFacilities: Int { rows?.checks.distinctIDs ?? 0 }

    /// Whether a row is the last of its id, which is the one that counts.
    package func isLast(_ row: FacilityRow) -> Bool {
        rows?.checks.isLast(row.facility.id, line: row.line) ?? false
    }
}

extension FacilityRowReader {
    package func wholeFileDiagnostics(file: String) -> [Diagnostic] {
        let radiusColumn = columns[.radiusMeters] == nil ? nil : columns.header(.radiusMeters)
        let notes = [derivedIDNote(file: file), checks.smallCircles.warning(file: file, column: radiusColumn)]
        return notes.compactMap { $0 } + farPlaceWarnings(file: file)
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

/// One usable row of a facility file.
package struct FacilityRow: Hashable, Sendable {
    package var facility: Facility
    /// The member with this verified facility, where the file names one.
    package var member: MemberID?
    /// The line the row begins on, from 1.
    package var line: Int
}

/// The values of a facility without its own.
package struct FacilityDefaults: Hashable, Sendable {
    package var radius: Radius
    package var dwellThreshold: DwellThreshold

    package init(radius: Radius = .standard, dwellThreshold: DwellThreshold = .standard) {
        self.radius = radius
        self.dwellThreshold = dwellThreshold
    }
}
