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
        columns = found.values.map(\.column).sorted { $0.index < $1.index }
        width = header.count
        self.passedOver = passedOver.map { ($0.0, found[$0.1]?.column.header ?? "") }
    }

    /// Whether a column contains a quantity in any unit.
    func has(_ field: TrackField) -> Bool { columns.contains { Self.thing($0.field) == field } }

    func header(of field: TrackField) -> String {
        columns.first { Self.thing($0.field) == Self.thing(field) }?.header ?? field.name
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

    private static func rank(_ meaning: FieldNames.Meaning) -> Int {
        switch meaning.field {
        case .timeUTC, .recordedAt, .speedKilometersPerHour, .speedKnots, .batteryPercent, .uuid:
            100 + Int(meaning.rank)
        default: Int(meaning.rank)
        }
    }
}
