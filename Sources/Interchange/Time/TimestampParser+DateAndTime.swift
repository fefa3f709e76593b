package import VisitModel

extension TimestampParser {
    /// Parses a date and a time of day from two fields.
    ///
    /// The date is `2024-03-01`, with `/` or `.` between, without anything between, or `01.03.2024`; a midnight after
    /// it is ignored. The time is `06:09:38`, `6:09`, `060938` or `6:09:38 PM`, with a fraction and a zone where it has
    /// them. A field that is a whole point in time needs no other.
    package func read(
        date: UnsafeBufferPointer<UInt8>,
        time: UnsafeBufferPointer<UInt8>
    ) throws(Problem) -> Timestamp {
        var day = ByteCursor(trimming: date)
        var clock = ByteCursor(trimming: time)
        if day.isAtEnd { return try read(time) }
        if clock.isAtEnd { return try read(date) }
        clock.skipSpreadsheetEpoch()
        guard let (hour, minute, second, milliseconds) = try Self.readTimeOfDay(&clock) else {
            // A count since 1970 has more digits than a time of day.
            guard clock.rest.count > 8 else { throw .notATime }
            return try read(time)
        }
        let date = try Self.readDate(&day)
        return try pointInTime(try Self.combine(date, (hour, minute, second), milliseconds), &clock)
    }

    /// `nil` where the text is no time of day, but may be a whole point in time.
    private static func readTimeOfDay(
        _ cursor: inout ByteCursor
    ) throws(Problem) -> (hour: Int, minute: Int, second: Int, milliseconds: Int64)? {
        let start = cursor
        guard var hour = cursor.digits(2) ?? cursor.digits(1) else { return nil }
        let hasColons = cursor.skip(0x3A)
        guard let minute = cursor.digits(2) else {
            cursor = start
            return nil
        }
        var (second, milliseconds): (Int, Int64) = (0, 0)
        if hasColons ? cursor.skip(0x3A) : cursor.next &- 0x30 < 10 {
            guard let value = cursor.digits(2) else { throw .notATime }
            second = value
            if cursor.skip(0x2E) || cursor.skip(0x2C) {
                guard cursor.next &- 0x30 < 10 else { throw .notATime }
                milliseconds = cursor.fraction(places: 3)
            }
        }
        // Longer runs of digits, and dates, are no time of day.
        guard cursor.next &- 0x30 >= 10, cursor.next != 0x2D || hasColons else {
            cursor = start
            return nil
        }
        if let isAfternoon = cursor.skipHalfOfDay() {
            guard (1...12).contains(hour) else { throw .outOfRange }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        return (hour, minute, second, milliseconds)
    }

    private static func readDate(_ cursor: inout ByteCursor) throws(Problem) -> CivilDate? {
        if let year = cursor.digits(4) {
            if let month = cursor.digits(2) {
                guard let day = cursor.digits(2), cursor.endsDate else { throw .notATime }
                return CivilDate(year: year, month: month, day: day)
            }
            guard let month = cursor.separatedNumber(), let day = cursor.separatedNumber(), cursor.endsDate else {
                throw .notATime
            }
            return CivilDate(year: year, month: month, day: day)
        }
        guard let first = cursor.digits(2) ?? cursor.digits(1) else { throw .notATime }
        guard cursor.skip(0x2E) else {
            guard cursor.separatedNumber() != nil, cursor.skip(0x2F) || cursor.skip(0x2D) else { throw .notATime }
            throw .ambiguousDate
        }
        // Only the day stands before a full stop.
        guard let month = cursor.digits(2) ?? cursor.digits(1), cursor.skip(0x2E), let year = cursor.digits(4),
            cursor.endsDate
        else { throw .notATime }
        return CivilDate(year: year, month: month, day: first)
    }
}

extension ByteCursor {
    /// Whether a date ends here: at the end of the text, or before a time of day, which is that of another column.
    fileprivate var endsDate: Bool { isAtEnd || next == 0x20 || next | 0x20 == 0x74 }

    /// Moves past a hyphen, a slash or a full stop and one or two digits.
    fileprivate mutating func separatedNumber() -> Int? {
        guard skip(0x2D) || skip(0x2F) || skip(0x2E) else { return nil }
        return digits(2) ?? digits(1)
    }

    /// Moves past `AM` or `PM`, in any case; true for the afternoon, `nil` where there is neither.
    fileprivate mutating func skipHalfOfDay() -> Bool? {
        let start = self
        _ = skip(0x20)
        let isMorning = skip(letter: 0x61)
        if isMorning || skip(letter: 0x70) {
            _ = skip(0x2E)
            if skip(letter: 0x6D) {
                _ = skip(0x2E)
                return !isMorning
            }
        }
        self = start
        return nil
    }

    /// Moves past the day that spreadsheets count from, which they write before a time of day.
    fileprivate mutating func skipSpreadsheetEpoch() {
        let start = self
        let isEpoch = (digits(4) == 1899 && skip(0x2D) && digits(2) == 12 && skip(0x2D) && (digits(2) ?? 0) >= 30)
        if isEpoch, skip(0x20) || skip(letter: 0x74) { return }
        self = start
    }
}
