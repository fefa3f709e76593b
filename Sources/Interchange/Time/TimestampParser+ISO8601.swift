internal import VisitModel

extension TimestampParser {
    /// Parses a day and a time of day and returns the milliseconds since 1970 of a local clock.
    ///
    /// A leap second (`23:59:60`) is the first second of the next minute, as on every Unix clock; `24:00:00` is the
    /// first moment of the next day (ISO 8601-1:2019, 4.3.8).
    static func readLocal(_ cursor: inout ByteCursor) throws(Problem) -> Int64 {
        if let usual = cursor.usualDateAndTime() {
            let milliseconds = try readFraction(&cursor)
            return try combine(
                CivilDate(year: usual.year, month: usual.month, day: usual.day),
                (usual.hour, usual.minute, usual.second),
                milliseconds
            )
        }
        guard let year = cursor.digits(4) else { throw .notATime }
        let extended = cursor.skip(0x2D)
        guard let month = cursor.digits(2), !extended || cursor.skip(0x2D), let day = cursor.digits(2) else {
            throw .notATime
        }
        guard cursor.skip(letter: 0x74) || cursor.skip(0x20) else { throw .notATime }
        guard let hour = cursor.digits(2) else { throw .notATime }
        let hasColons = cursor.skip(0x3A)
        guard let minute = cursor.digits(2) else { throw .notATime }
        var second = 0
        var milliseconds: Int64 = 0
        if hasColons ? cursor.skip(0x3A) : cursor.next &- 0x30 < 10 {
            guard let value = cursor.digits(2) else { throw .notATime }
            second = value
            milliseconds = try readFraction(&cursor)
        }
        return try combine(CivilDate(year: year, month: month, day: day), (hour, minute, second), milliseconds)
    }

    /// Parses the optional fraction of a second, as milliseconds.
    @inline(__always)
    private static func readFraction(_ cursor: inout ByteCursor) throws(Problem) -> Int64 {
        guard cursor.skip(0x2E) || cursor.skip(0x2C) else { return 0 }
        guard cursor.next &- 0x30 < 10 else { throw .notATime }
        return cursor.fraction(places: 3)
    }

    @inline(__always)
    private static func combine(
        _ date: CivilDate?,
        _ time: (hour: Int, minute: Int, second: Int),
        _ milliseconds: Int64
    ) throws(Problem) -> Int64 {
        guard let date, time.minute < 60, time.second <= 60,
            time.hour < 24 || (time.hour == 24 && time.minute == 0 && time.second == 0 && milliseconds == 0)
        else { throw .outOfRange }
        let secondOfDay = Int64(time.hour * 3600 + time.minute * 60 + time.second)
        return Int64(date.daysSince1970) * 86_400_000 + secondOfDay * 1000 + milliseconds
    }

    /// Parses a zone (`Z`, `UTC`, `GMT`, `+hh:mm`, `+hhmm`, `+hh`) up to the end of the text, after an optional space.
    ///
    /// - Returns: minutes east of UTC, or `nil` when the text ends without a zone.
    static func readZone(_ cursor: inout ByteCursor) throws(Problem) -> Int? {
        if cursor.isAtEnd { return nil }
        _ = cursor.skip(0x20)
        var minutes = 0
        if cursor.skip(letter: 0x7A) {
            minutes = 0
        } else if cursor.skip(0x2B) {
            minutes = try readOffset(&cursor)
        } else if cursor.skip(0x2D) {
            minutes = try -readOffset(&cursor)
        } else {
            let isUTC = cursor.skip(letter: 0x75) && cursor.skip(letter: 0x74) && cursor.skip(letter: 0x63)
            let isGMT = !isUTC && cursor.skip(letter: 0x67) && cursor.skip(letter: 0x6D) && cursor.skip(letter: 0x74)
            guard isUTC || isGMT else { throw .notATime }
        }
        guard cursor.isAtEnd else { throw .notATime }
        return minutes
    }

    /// Parses `hh:mm`, `hhmm` or `hh` as minutes.
    private static func readOffset(_ cursor: inout ByteCursor) throws(Problem) -> Int {
        guard let hours = cursor.digits(2) else { throw .notATime }
        var minutes = 0
        if cursor.skip(0x3A) || !cursor.isAtEnd {
            guard let value = cursor.digits(2) else { throw .notATime }
            minutes = value
        }
        guard hours < 24, minutes < 60 else { throw .outOfRange }
        return hours * 60 + minutes
    }
}
