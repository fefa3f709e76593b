package import VisitModel

/// Converts the records of a facility file into facilities.
package struct FacilityRowReader: DelimitedRowReader {
    /// Returns the stored facility of an id, in use or retired; `nil` where there is none.
    package typealias Stored = (FacilityID) throws -> Facility?

    package static let content = "a row for each facility"

    package let columns: FacilityColumns
    let defaults: FacilityDefaults
    /// The severity of a time zone, stays or a `part_of`, or of a boundary beside a coordinate, that can't be parsed.
    let unreadableValue: Diagnostic.Severity
    /// Whether a decimal comma is accepted in every number.
    ///
    /// Not where the comma separates fields, because there `"1,500"` may be one thousand five hundred.
    private let allowsDecimalComma: Bool
    private var zones: TimeZoneCache
    private var rowCount = 0
    /// The number of rows without an id, which got a derived one.
    private(set) var derivedIDCount = 0
    private(set) var checks = FacilityChecks()
    private(set) var dwellUnits = DwellUnits()
    private(set) var parts = FacilityParts()

    // The indices of the columns, looked up once and not for every row.
    private let idColumn: Int?
    private let nameColumn: Int?
    private let cityColumn: Int?
    private let stateColumn: Int?
    private let postalCodeColumn: Int?
    private let countryColumn: Int?
    private let houseNumberColumn: Int?
    private let addressColumns: [Int]
    private let houseNumberFollows: Bool
    private let memberColumn: Int?
    let latitudeColumn: Int?
    let longitudeColumn: Int?
    let coordinatesColumn: Int?
    let boundaryColumn: Int?
    private let radiusColumn: Int?
    private let dwellSecondsColumn: Int?
    private let dwellMinutesColumn: Int?
    private let timeZoneColumn: Int?
    let staysColumn: Int?
    let partOfColumn: Int?

    /// `dialect` is that of delimited text.
    init(
        _ columns: FacilityColumns,
        dialect: Dialect?,
        defaults: FacilityDefaults,
        unreadableValue: Diagnostic.Severity
    ) {
        self.columns = columns
        self.defaults = defaults
        self.unreadableValue = unreadableValue
        self.allowsDecimalComma = dialect?.delimiter != .comma
        self.zones = TimeZoneCache(
            unreadable: unreadableValue,
            fallback: "the stored one, or else the database's default, is used instead"
        )
        self.idColumn = columns[.facilityID]
        self.nameColumn = columns[.name]
        self.cityColumn = columns[.city]
        self.stateColumn = columns[.state]
        self.postalCodeColumn = columns[.postalCode]
        self.countryColumn = columns[.country]
        self.houseNumberColumn = columns[.houseNumber]
        self.addressColumns = [columns[.address], columns[.address2], columns[.address3]].compactMap { $0 }
        if let number = columns[.houseNumber], let street = columns[.address] {
            self.houseNumberFollows = number > street && FacilityField.houseNumberFollows(columns.headers[number])
        } else {
            self.houseNumberFollows = false
        }
        self.memberColumn = columns[.memberID]
        self.latitudeColumn = columns[.latitude]
        self.longitudeColumn = columns[.longitude]
        self.coordinatesColumn = columns[.coordinates]
        self.boundaryColumn = columns[.boundary]
        self.radiusColumn = columns[.radiusMeters]
        self.dwellSecondsColumn = columns[.dwellSeconds]
        self.dwellMinutesColumn = columns[.dwellMinutes]
        self.timeZoneColumn = columns[.timeZone]
        self.staysColumn = columns[.stays]
        self.partOfColumn = columns[.partOf]
    }

    package static func missingField(in columns: FacilityColumns) -> FacilityField? {
        guard let missing = fieldOfNewRows(missingIn: columns) else { return nil }
        // Without any coordinate, the rows may be changes of stored facilities; half of one is a mistake.
        let isPartial = columns[.facilityID] != nil && columns[.latitude] == nil && columns[.longitude] == nil
        return isPartial ? nil : missing
    }

    package static func fieldOfNewRows(missingIn columns: FacilityColumns) -> FacilityField? {
        guard columns[.boundary] == nil, columns[.coordinates] == nil else { return nil }
        return columns[.latitude] == nil ? .latitude : columns[.longitude] == nil ? .longitude : nil
    }

    package mutating func row(
        _ record: borrowing DelimitedRecord,
        _ stored: Stored,
        _ problems: inout RowProblems
    ) throws -> FacilityRow? {
        rowCount += 1
        problems.checkShape(record, headers: columns.headers)
        guard problems.isUsable else { return nil }

        let isNamed = record.field(idColumn) != nil
        var id = facilityID(record, &problems)
        var known = try id.flatMap { try stored($0) }
        let place = place(record, known: known, &problems)
        let radius = radius(record, &problems)
        let dwellThreshold = dwellThreshold(record, &problems)
        let timeZone = timeZone(record, &problems)
        let stays = stays(record, &problems)
        let partOf = partOf(record, &problems)
        let member = member(record, &problems)
        guard problems.isUsable else { return nil }
        if !isNamed, let coordinate = place.coordinate {
            id = derivedID(record, coordinate, &problems)
            known = try id.flatMap { try stored($0) }
        }
        guard let id else {
            addMissingPosition(record, of: nil, &problems)
            return nil
        }
        guard !isPartOfItself(id, partOf, &problems) else { return nil }

        var kept: FacilityFields = []
        guard let geofence = geofence(place, radius, of: id, known: known, record, &kept, &problems) else { return nil }
        let facility = Facility(
            id: id,
            name: text(record, nameColumn, known?.name, .name, &kept),
            address: address(record, known?.address, &kept),
            geofence: geofence,
            dwellThreshold: dwellThreshold.resolved(
                known?.dwellThreshold,
                defaults.dwellThreshold,
                .dwellThreshold,
                &kept
            ),
            timeZone: timeZone.resolved(known?.timeZone, nil, .timeZone, &kept),
            stays: stays.resolved(known?.stays, .short, .stays, &kept),
            partOf: partOf.resolved(known?.partOf, nil, .partOf, &kept)
        )
        let row = FacilityRow(facility: facility, member: member, line: record.line, number: rowCount, kept: kept)
        checks.add(row, columns: columns, &problems)
        parts.add(row, feature: problems.feature)
        return row
    }

    package mutating func finish(file: String, _ stored: Stored) throws -> (refused: Int, remarks: [Diagnostic]) {
        let checks = checks
        let remarks = try parts.finish(
            file: file,
            column: columns.header(.partOf),
            isInFile: { checks.contains($0) },
            stored: stored
        )
        return (parts.refusedRowCount, remarks)
    }

    private func facilityID(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> FacilityID? {
        guard let field = record.field(idColumn) else { return nil }
        return problems.value("bad_facility_id", column: columns.header(.facilityID), try FacilityID(field.string))
    }

    private mutating func derivedID(
        _ record: borrowing DelimitedRecord,
        _ coordinate: Coordinate,
        _ problems: inout RowProblems
    ) -> FacilityID? {
        var kept: FacilityFields = []
        let name = text(record, nameColumn, nil, .name, &kept)
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
}

/// What a row states of one field.
enum FieldStatement<Value> {
    /// Nothing: the column is missing, or the field is empty.
    case none
    case cleared
    case value(Value)
}

extension FieldStatement {
    /// The value as stated, else as stored, else the standard one of a new facility; notes a field that was kept.
    func resolved(
        _ stored: Value?,
        _ standard: Value,
        _ field: FacilityFields,
        _ kept: inout FacilityFields
    ) -> Value where Value: Equatable {
        switch self {
        case .value(let value): return value
        case .cleared: return standard
        case .none:
            guard let stored, stored != standard else { return standard }
            kept.insert(field)
            return stored
        }
    }
}

extension FacilityRowReader {
    /// The text of a column; states and countries may be `NA`, which is Naples and Namibia.
    private func text(
        _ record: borrowing DelimitedRecord,
        _ column: Int?,
        _ stored: String?,
        _ field: FacilityFields,
        _ kept: inout FacilityFields,
        allowsNA: Bool = false
    ) -> String {
        if let column {
            let cell = record[column].trimmed
            if !cell.isMissing || (allowsNA && cell.equals(lowercase: "na")) {
                return cell.isClearing ? "" : cell.string
            }
        }
        guard let stored, !stored.isEmpty else { return "" }
        kept.insert(field)
        return stored
    }

    private func address(
        _ record: borrowing DelimitedRecord,
        _ stored: PostalAddress?,
        _ kept: inout FacilityFields
    ) -> PostalAddress {
        PostalAddress(
            street: street(record, stored?.street, &kept),
            city: text(record, cityColumn, stored?.city, .city, &kept),
            state: text(record, stateColumn, stored?.state, .state, &kept, allowsNA: true),
            postalCode: text(record, postalCodeColumn, stored?.postalCode, .postalCode, &kept),
            country: text(record, countryColumn, stored?.country, .country, &kept, allowsNA: true)
        )
    }

    /// The lines of the address and the house number; a row states either all of them or nothing.
    private func street(
        _ record: borrowing DelimitedRecord,
        _ stored: String?,
        _ kept: inout FacilityFields
    ) -> String {
        var isStated = false
        var street = ""
        let number = record.field(houseNumberColumn).flatMap { field in
            isStated = true
            return field.isClearing ? nil : field.string
        }
        if let number, !houseNumberFollows { street = number }
        for (index, column) in addressColumns.enumerated() {
            guard let field = record.field(column) else { continue }
            isStated = true
            guard !field.isClearing else { continue }
            if !street.isEmpty { street += index == 0 ? " " : ", " }
            street += field.string
            if index == 0, let number, houseNumberFollows { street += " \(number)" }
        }
        guard !isStated, let stored, !stored.isEmpty else { return street }
        kept.insert(.address)
        return stored
    }

    private func radius(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> FieldStatement<Radius> {
        guard let field = record.field(radiusColumn) else { return .none }
        guard !field.isClearing else { return .cleared }
        guard let meters = field.double(decimalComma: allowsDecimalComma) else {
            problems.add(
                .error,
                "bad_radius",
                column: columns.header(.radiusMeters),
                "\(field.quoted) is not a number, expected metres such as 150"
            )
            return .none
        }
        let radius = problems.value("bad_radius", column: columns.header(.radiusMeters), try Radius(meters: meters))
        return radius.map { .value($0) } ?? .none
    }

    private mutating func dwellThreshold(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> FieldStatement<DwellThreshold> {
        var (unit, name) = (DwellText.Unit.seconds, FacilityField.dwellSeconds)
        var field = record.field(dwellSecondsColumn)
        if field == nil {
            (unit, name) = (.minutes, .dwellMinutes)
            field = record.field(dwellMinutesColumn)
        }
        guard let field else { return .none }
        guard !field.isClearing else { return .cleared }
        guard let dwell = DwellText(field, in: unit, decimalComma: allowsDecimalComma), abs(dwell.seconds) < 1e9,
            dwell.seconds == dwell.seconds.rounded()
        else {
            let expected =
                unit == .seconds
                ? "is not a whole number, expected seconds such as 600" : "is not a number, expected minutes such as 10"
            problems.add(.error, "bad_dwell", column: columns.header(name), "\(field.quoted) \(expected)")
            return .none
        }
        dwellUnits.add(dwell, in: unit, column: columns.header(name), line: record.line)
        let threshold = problems.value(
            "bad_dwell",
            column: columns.header(name),
            try DwellThreshold(seconds: Int(dwell.seconds))
        )
        return threshold.map { .value($0) } ?? .none
    }

    private mutating func timeZone(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> FieldStatement<TimeZoneName?> {
        guard let field = record.field(timeZoneColumn) else { return .none }
        guard !field.isClearing else { return .cleared }
        let zone = zones.zone(field, column: columns.header(.timeZone), &problems)
        return zone.map { .value($0) } ?? .none
    }
}
