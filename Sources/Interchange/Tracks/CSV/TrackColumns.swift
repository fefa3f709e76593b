/// Which columns of delimited text tell which fields, found by the names in its header.
struct TrackColumns {
    /// A column that is read.
    struct Column {
        /// Where it stands, from 0.
        let index: Int
        /// What it tells.
        let field: TrackField
        /// Its name as the header has it.
        let header: String
    }

    /// The columns that are read, in the header's order.
    let columns: [Column]
    /// How many columns there are.
    let width: Int
    /// Columns that have a known name but stand back behind a more telling one: the name, and the one used instead.
    let passedOver: [(header: String, instead: String)]

    /// Finds the columns.
    ///
    /// Of several columns for one field the one with the more telling name is read, the first where they are equal. A
    /// `uuid` names the phone only where nothing else does. A column that is UTC by its name goes before one that is a
    /// time by its name alone only where the other needs a zone, so it counts as the least telling name of a time.
    ///
    /// - Parameters:
    ///   - header: the first record.
    ///   - names: what names mean.
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

    /// Whether a column tells a thing.
    func has(_ field: TrackField) -> Bool {
        columns.contains { Self.thing($0.field) == field }
    }

    /// The header's name of a field's column.
    func header(of field: TrackField) -> String {
        columns.first { Self.thing($0.field) == Self.thing(field) }?.header ?? field.name
    }

    /// The thing that several fields tell in different units.
    private static func thing(_ field: TrackField) -> TrackField {
        switch field {
        case .timeUTC: .time
        case .speedKilometersPerHour, .speedKnots: .speed
        case .batteryPercent: .battery
        case .uuid: .device
        default: field
        }
    }

    private static func rank(_ meaning: FieldNames.Meaning) -> Int {
        switch meaning.field {
        case .timeUTC, .speedKilometersPerHour, .speedKnots, .batteryPercent, .uuid: 100 + Int(meaning.rank)
        default: Int(meaning.rank)
        }
    }
}
