internal import VisitModel

/// The columns of a table by the values that they have.
extension ArrowTable {
    mutating func texts(_ name: String) throws(EngineLibraryError) -> ArrowColumn? {
        try remove(name, .text, .largeText, expecting: "string or large_string")
    }

    mutating func requiredTexts(_ name: String) throws(EngineLibraryError) -> ArrowColumn {
        guard let column = try texts(name) else { throw missing(name, "string") }
        return column
    }

    mutating func numbers(_ name: String) throws(EngineLibraryError) -> ArrowColumn? {
        try remove(name, .float64, expecting: "double")
    }

    mutating func flags(_ name: String) throws(EngineLibraryError) -> ArrowColumn? {
        try remove(name, .flag, expecting: "bool")
    }

    mutating func integers(_ name: String) throws(EngineLibraryError) -> ArrowColumn? {
        try remove(name, .int64, .int32, expecting: "int64 or int32")
    }

    mutating func bytes(_ name: String) throws(EngineLibraryError) -> ArrowColumn? {
        try remove(name, .binary, .largeBinary, expecting: "binary or large_binary")
    }

    /// Times: an Arrow timestamp of any unit with a time zone or in UTC, or whole milliseconds since 1970.
    mutating func times(_ name: String) throws(EngineLibraryError) -> ArrowColumn? {
        try remove(
            name,
            .timestamp(.milliseconds),
            .timestamp(.microseconds),
            .timestamp(.nanoseconds),
            .timestamp(.seconds),
            .int64,
            expecting: "timestamp, or int64 of milliseconds since 1970"
        )
    }
}

extension ArrowColumn {
    /// The time of a row, rounded to the millisecond, a half upwards; `nil` for a null, and for one out of range.
    func time(_ row: Int) -> Timestamp? {
        guard let value = integer(row) else { return nil }
        switch kind {
        case .timestamp(.seconds):
            let (milliseconds, overflows) = value.multipliedReportingOverflow(by: 1000)
            return overflows ? nil : Timestamp(milliseconds: milliseconds)
        case .timestamp(.microseconds): return Timestamp(milliseconds: Self.rounded(value, by: 1000))
        case .timestamp(.nanoseconds): return Timestamp(milliseconds: Self.rounded(value, by: 1_000_000))
        default: return Timestamp(milliseconds: value)
        }
    }

    private static func rounded(_ value: Int64, by divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        let (whole, part) = remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
        return part * 2 >= divisor ? whole + 1 : whole
    }

    /// An identifier of a row; `nil` for a null.
    ///
    /// Throws code `value`.
    func identifier<Subject>(
        _ row: Int,
        _ column: String,
        in table: ArrowTable
    ) throws(EngineLibraryError) -> Identifier<Subject>? {
        guard !isNull(row) else { return nil }
        do {
            guard let text = text(row) else { throw ValidationError(.identifier, "the identifier is not UTF-8 text") }
            return try Identifier<Subject>(text)
        } catch {
            throw EngineLibraryError(.value, "`\(table.name)`, row \(row), `\(column)`: \(error)")
        }
    }
}
