internal import VisitModel

/// Converts the records of a facility file into facilities.
package struct FacilityRowReader: DelimitedRowReader {
    package static let content = "a row for each facility"

    package let columns: FacilityColumns
    let defaults: FacilityDefaults
    /// Whether a decimal comma is accepted in every number.
    ///
    /// Not where the comma separates fields, because there `"1,500"` may be one thousand five hundred.
    let allowsDecimalComma: Bool
    var zones: TimeZoneCache
    /// The number of rows without an id, which got a derived one.
    private(set) var derivedIDCount = 0
    private(set) var checks = FacilityChecks()

    // The indices of the columns, looked up once and not for every row.
    private let idColumn: Int?
    private let nameColumn: Int?
    private let cityColumn: Int?
    private let stateColumn: Int?
    private let postalCodeColumn: Int?
    private let countryColumn: Int?
    private let houseNumberColumn: Int?
    private let addressColumns: [Int]
    private let boundaryColumn: Int?
    private let memberColumn: Int?

    init(
        _ columns: FacilityColumns,
        dialect: Dialect,
        defaults: FacilityDefaults,
        unreadableTimeZone: Diagnostic.Severity
    ) {
        self.columns = columns
        self.defaults = defaults
        self.allowsDecimalComma = dialect.delimiter != .comma
        self.zones = TimeZoneCache(
            unreadable: unreadableTimeZone,
            fallback: "the database's default is used instead"
        )
        self.idColumn = columns[.facilityID]
        self.nameColumn = columns[.name]
        self.cityColumn = columns[.city]
        self.stateColumn = columns[.state]
        self.postalCodeColumn = columns[.postalCode]
        self.countryColumn = columns[.country]
        self.houseNumberColumn = columns[.houseNumber]
        self.addressColumns = [columns[.address], columns[.address2], columns[.address3]].compactMap { $0 }
        self.boundaryColumn = columns[.boundary]
        self.memberColumn = columns[.memberID]
    }

    package static func missingField(in columns: FacilityColumns) -> FacilityField? {
        guard columns[.boundary] == nil else { return nil }
        return columns[.latitude] == nil ? .latitude : columns[.longitude] == nil ? .longitude : nil
    }

    package mutating func row(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> FacilityRow? {
        problems.checkShape(record, headers: columns.headers)
        guard problems.isUsable else { return nil }

        let shape = boundary(record, &problems)
        let coordinate = coordinate(record, shape: shape, &problems)
        let radius = radius(record, &problems)
        let dwellThreshold = dwellThreshold(record, &problems)
        let timeZone = timeZone(record, &problems)
        let member = member(record, &problems)
        guard let coordinate else { return nil }
        let name = text(record, nameColumn)
        guard let id = facilityID(record, name: name, coordinate: coordinate, &problems), problems.isUsable else {
            return nil
        }

        let geofence: Geofence
        if case .polygon(let polygon) = shape {
            geofence = .polygon(polygon)
            warnIfOutside(polygon, coordinate, &problems)
        } else {
            geofence = .circle(center: coordinate, radius: radius)
        }
        let facility = Facility(
            id: id,
            name: name,
            address: address(record),
            geofence: geofence,
            dwellThreshold: dwellThreshold,
            timeZone: timeZone
        )
        let row = FacilityRow(facility: facility, member: member, line: record.line)
        checks.add(row, columns: columns, &problems)
        return row
    }

    private func text(_ record: borrowing DelimitedRecord, _ column: Int?) -> String {
        record.field(column)?.string ?? ""
    }

    private func address(_ record: borrowing DelimitedRecord) -> PostalAddress {
        var street = text(record, houseNumberColumn)
        for (index, column) in addressColumns.enumerated() {
            let line = text(record, column)
            guard !line.isEmpty else { continue }
            if !street.isEmpty { street += index == 0 ? " " : ", " }
            street += line
        }
        return PostalAddress(
            street: street,
            city: text(record, cityColumn),
            state: abbreviation(record, stateColumn),
            postalCode: text(record, postalCodeColumn),
            country: abbreviation(record, countryColumn)
        )
    }

    /// The text of a column of states or countries, where `NA` is Naples and Namibia.
    private func abbreviation(_ record: borrowing DelimitedRecord, _ column: Int?) -> String {
        guard let column else { return "" }
        let field = record[column].trimmed
        return field.isMissing && !field.equals(lowercase: "na") ? "" : field.string
    }

    private mutating func facilityID(
        _ record: borrowing DelimitedRecord,
        name: String,
        coordinate: Coordinate,
        _ problems: inout RowProblems
    ) -> FacilityID? {
        if let field = record.field(idColumn) {
            return problems.value("bad_facility_id", column: columns.header(.facilityID), try FacilityID(field.string))
        }
        let id = problems.value(
            "bad_facility_id",
            column: columns.header(.facilityID),
            try FacilityID.derived(name: name, coordinate: coordinate)
        )
        if id != nil { derivedIDCount += 1 }
        return id
    }

    private func member(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> MemberID? {
        guard let field = record.field(memberColumn) else { return nil }
        return problems.value("bad_member_id", column: columns.header(.memberID), try MemberID(field.string))
    }

    private func boundary(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> BoundaryText.Shape? {
        guard let field = record.field(boundaryColumn) else { return nil }
        return problems.value("bad_boundary", column: columns.header(.boundary), try BoundaryText.shape(field.string))
    }
}

extension FacilityRowReader {
    /// The largest distance of a facility's point from its boundary without a warning, in metres.
    ///
    /// An address point is often that of the street.
    private static let tolerableOffsetMeters = 500.0

    /// Warns of a point that does not belong to the boundary beside it.
    func warnIfOutside(_ polygon: Polygon, _ coordinate: Coordinate, _ problems: inout RowProblems) {
        let distance = polygon.signedDistance(to: coordinate)
        guard distance > Self.tolerableOffsetMeters else { return }
        problems.add(
            .warning,
            "coordinate_outside_boundary",
            column: columns.header(.boundary),
            "the boundary is \(Int(distance.rounded())) m away from latitude and longitude, expected around them; "
                + "the boundary was used"
        )
    }

    func radius(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> Radius {
        guard let field = record.field(columns[.radiusMeters]) else { return defaults.radius }
        guard let meters = field.double(decimalComma: allowsDecimalComma) else {
            problems.add(
                .error,
                "bad_radius",
                column: columns.header(.radiusMeters),
                "\(field.quoted) is not a number, expected metres such as 150"
            )
            return defaults.radius
        }
        return problems.value("bad_radius", column: columns.header(.radiusMeters), try Radius(meters: meters))
            ?? defaults.radius
    }

    func dwellThreshold(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> DwellThreshold {
        guard let field = record.field(columns[.dwellSeconds]) else { return defaults.dwellThreshold }
        guard let seconds = field.double(decimalComma: allowsDecimalComma), abs(seconds) < 1e9,
            seconds == seconds.rounded()
        else {
            problems.add(
                .error,
                "bad_dwell",
                column: columns.header(.dwellSeconds),
                "\(field.quoted) is not a whole number, expected seconds such as 600"
            )
            return defaults.dwellThreshold
        }
        return problems.value(
            "bad_dwell",
            column: columns.header(.dwellSeconds),
            try DwellThreshold(seconds: Int(seconds))
        ) ?? defaults.dwellThreshold
    }

    mutating func timeZone(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> TimeZoneName? {
        guard let field = record.field(columns[.timeZone]) else { return nil }
        return zones.zone(field, column: columns.header(.timeZone), &problems)
    }
}
