/// The columns of delimited text that contain known fields, identified by the names in its header.
struct TrackColumns {
    struct Column {
        let index: Int
        let field: TrackField
        let header: String
    }

    /// The columns to read, in the header's order.
    let columns: [Column]
    /// The number of columns in the header.
    let width: Int
    /// Columns with a known name but a lower rank than another of the same field: the name, and the one used instead.
    let passedOver: [(header: String, instead: String)]
    /// A date and a time of day in two columns.
    let dateAndTime: DateAndTime?
    /// The column with latitude and longitude, where neither has its own.
    let coordinates: Column?

    struct DateAndTime {
        let dateIndex: Int
        let timeIndex: Int
        /// The headers of both.
        let header: String
        /// Whether they are UTC by their names.
        let isUTC: Bool
    }

    /// Of several columns for one field the one with the best rank is read, the first where they are equal.
    ///
    /// A `uuid` names the phone only where no other column does. A column that is UTC by its name has the lowest rank
    /// among those of the time, because it is preferred only where another one lacks a zone.
    init(header: borrowing DelimitedRecord, names: FieldNames) {
        var found: [TrackField: (column: Column, rank: Int)] = [:]
        var passedOver: [(String, TrackField)] = []
        for index in 0..<header.count {
            let name = header[index].trimmed
            guard let meaning = names.meaning(of: name.bytes), meaning.field.isColumn else { continue }
            let key = Self.thing(meaning.field)
            let rank = Self.rank(meaning)
            let column = Column(
                index: index,
                field: meaning.field == .uuid ? .device : meaning.field,
                header: name.excerpt
            )
            if let other = found[key] {
                passedOver.append((rank < other.rank ? other.column.header : column.header, key))
                guard rank < other.rank else { continue }
            }
            found[key] = (column, rank)
        }
        let dateAndTime = Self.dateAndTime(header, chosen: found[.time]?.column.index)
        if dateAndTime != nil {
            found[.time] = nil
            passedOver.removeAll { $0.1 == .time }
        }
        let isPlaced = found[.latitude] != nil || found[.longitude] != nil
        self.dateAndTime = dateAndTime
        coordinates = isPlaced ? nil : Self.coordinates(header)
        columns = found.values.map(\.column).sorted { $0.index < $1.index }
        width = header.count
        self.passedOver = passedOver.map { ($0.0, found[$0.1]?.column.header ?? "") }
    }

    /// Whether a column, or two together, contain a quantity in any unit.
    func has(_ field: TrackField) -> Bool {
        switch field {
        case .time where dateAndTime != nil: true
        case .latitude where coordinates != nil, .longitude where coordinates != nil: true
        default: columns.contains { Self.thing($0.field) == field }
        }
    }

    func header(of field: TrackField) -> String {
        let thing = Self.thing(field)
        if thing == .time, let dateAndTime { return dateAndTime.header }
        if thing == .latitude || thing == .longitude, let coordinates { return coordinates.header }
        return columns.first { Self.thing($0.field) == thing }?.header ?? field.name
    }

    /// The quantity that several fields express in different units.
    private static func thing(_ field: TrackField) -> TrackField {
        switch field {
        case .timeUTC, .recordedAt: .time
        case .speedKilometersPerHour, .speedKnots: .speed
        case .batteryPercent: .battery
        case .uuid: .device
        default: field
        }
    }

    private static let dateNames: Set<String> = [
        "date", "day", "datum", "fecha", "data", "localdate", "datelocal", "gpsdate", "fixdate", "dateutc", "utcdate",
        "dategmt", "gmtdate",
    ]
    private static let timeOfDayNames: Set<String> = [
        "time", "timeofday", "uhrzeit", "zeit", "heure", "hora", "ora", "clock", "localtime", "timelocal", "gpstime",
        "fixtime", "timeutc", "utctime", "utc", "timegmt", "gmttime", "t",
    ]

    /// A column of dates beside one of times of day, where no other column is chosen for the time.
    private static func dateAndTime(_ header: borrowing DelimitedRecord, chosen: Int?) -> DateAndTime? {
        let headers = header.headers
        let names = headers.map(ColumnName.normalized)
        guard let date = names.firstIndex(where: dateNames.contains),
            let time = names.firstIndex(where: timeOfDayNames.contains),
            chosen == nil || chosen == date || chosen == time
        else { return nil }
        return DateAndTime(
            dateIndex: date,
            timeIndex: time,
            header: "\(headers[date]) + \(headers[time])",
            isUTC: [names[date], names[time]].contains { $0.contains("utc") || $0.contains("gmt") }
        )
    }

    private static let coordinatesNames: Set<String> = Set(FacilityField.coordinates.columnNames).union([
        "wkt", "geom", "geometry", "thegeom",
    ])

    private static func coordinates(_ header: borrowing DelimitedRecord) -> Column? {
        for index in 0..<header.count {
            let name = header[index].trimmed
            if coordinatesNames.contains(ColumnName.normalized(name.string)) {
                return Column(index: index, field: .coordinates, header: name.excerpt)
            }
        }
        return nil
    }

    private static func rank(_ meaning: FieldNames.Meaning) -> Int {
        switch meaning.field {
        case .timeUTC, .recordedAt, .speedKilometersPerHour, .speedKnots, .batteryPercent, .uuid:
            100 + Int(meaning.rank)
        default: Int(meaning.rank)
        }
    }
}
