package import VisitModel

/// Parses the timestamps of files and phones, from bytes and without a formatter.
///
/// The supported formats are ISO 8601 (`2024-03-01T06:09:38Z`, `2024-03-01 06:09:38.5 +01:00`, `20240301T060938Z`) and
/// counts since 1970 in seconds, milliseconds, microseconds or nanoseconds. A time without a zone names no point in
/// time, so it is refused unless the parser assumes a zone.
///
/// Fractions of a second are rounded to the nearest millisecond, a half upwards, because programs that keep times as
/// binary floating point write `.122999907` for `.123`.
package struct TimestampParser: Sendable {
    /// The interpretation of a time without a zone; a count since 1970 never needs one.
    package enum MissingZone: Hashable, Sendable {
        case refused
        /// A time on the clocks of a place.
        ///
        /// An ambiguous hour is the earlier one; an hour that the clocks skip is interpreted as if they had not been
        /// put forward yet.
        case assumed(TimeZoneName)
    }

    package let missingZone: MissingZone
    /// Whether times without a zone are UTC, the one case that needs no zone rules.
    private let assumesUTC: Bool

    package init(missingZone: MissingZone = .refused) {
        self.missingZone = missingZone
        self.assumesUTC = missingZone == .assumed(.utc)
    }

    /// Parses ISO 8601 or a count since 1970, to the millisecond; white space at both ends is ignored.
    ///
    /// Throws `ValidationError` with code `timestamp` and an explanation.
    package func parse(_ text: some StringProtocol) throws(ValidationError) -> Timestamp {
        do throws(Problem) {
            return try Array(text.utf8).withUnsafeBufferPointer(read)
        } catch {
            throw ValidationError(.timestamp, "`\(text)` \(error.explanation)")
        }
    }

    /// Parses like `parse`, from ASCII bytes and without allocating memory, whether it succeeds or not.
    package func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> Timestamp {
        var cursor = ByteCursor(trimming: bytes)
        guard !cursor.isAtEnd else { throw .empty }
        if cursor.looksLikeNumber { return try Self.readCount(&cursor) }
        let start = cursor
        do throws(Problem) {
            let local = try Self.readLocal(&cursor)
            return try pointInTime(local, &cursor)
        } catch .notATime where RoundedCount.isRounded(start.rest) {
            throw .rounded
        }
    }

    /// The point in time of a local clock in the zone that the rest of the text names, or else the assumed one.
    func pointInTime(_ local: Int64, _ cursor: inout ByteCursor) throws(Problem) -> Timestamp {
        if let offsetMinutes = try Self.readZone(&cursor) {
            return Timestamp(milliseconds: local - Int64(offsetMinutes) * 60_000)
        }
        if assumesUTC { return Timestamp(milliseconds: local) }
        guard case .assumed(let zone) = missingZone else { throw .zoneMissing }
        return Timestamp(localMilliseconds: local, in: zone)
    }

    /// Why a text is not a point in time.
    package enum Problem: Error, Hashable, Sendable {
        case empty
        /// It is neither ISO 8601 nor a number.
        case notATime
        /// It looks like ISO 8601 but names a day or a time of day that does not exist.
        case outOfRange
        /// It has no zone and none is assumed.
        case zoneMissing
        /// A spreadsheet wrote a number with fewer digits than it has: `1.77244E+12`.
        case rounded
        /// A date in another column whose day and month are in an unknown order: `03/01/2024`.
        case ambiguousDate

        /// The error and what was expected, to be appended to the text in question.
        package var explanation: String {
            switch self {
            case .empty: "is empty, expected a time such as 2024-03-01T06:09:38Z or seconds since 1970"
            case .notATime: "is not a time, expected for instance 2024-03-01T06:09:38Z or seconds since 1970"
            case .outOfRange: "is not an existing date and time"
            case .zoneMissing: "has no time zone, expected Z or an offset such as +01:00 at its end"
            case .rounded:
                "has lost its last digits, as spreadsheets round a large number; export the column again as text or as "
                    + "a number without exponent"
            case .ambiguousDate:
                "has its day and month in an ambiguous order, expected the year first, such as 2024-03-01"
            }
        }
    }
}

extension TimestampParser {
    /// Parses a count since 1970 and infers its unit from its size.
    ///
    /// A count below 10^11 is in seconds (until the year 5138), below 10^14 in milliseconds (from March 1973), below
    /// 10^17 in microseconds, and in nanoseconds above. Times that are ambiguous by this rule are before 1973 or after
    /// 5138, when no phone sent fixes. The fraction is parsed as decimal digits and not as binary floating point, so
    /// `1709273378.123` is exact.
    static func readCount(_ cursor: inout ByteCursor) throws(Problem) -> Timestamp {
        let whole = cursor
        let negative = cursor.skip(0x2D)
        _ = cursor.skip(0x2B)
        guard let count = cursor.allDigits() else { throw .outOfRange }
        let hasFraction = cursor.skip(0x2E)
        let milliseconds: Int64
        switch count {
        case ..<100_000_000_000:
            milliseconds = count * 1000 + (hasFraction ? cursor.fraction(places: 3) : 0)
        case ..<100_000_000_000_000: milliseconds = count + (hasFraction ? cursor.fraction(places: 0) : 0)
        case ..<100_000_000_000_000_000:
            if hasFraction { _ = cursor.fraction(places: 0) }
            milliseconds = (count + 500) / 1000
        default:
            if hasFraction { _ = cursor.fraction(places: 0) }
            milliseconds = count / 1_000_000 + (count % 1_000_000 >= 500_000 ? 1 : 0)
        }
        guard cursor.isAtEnd else { return try readScientificCount(whole) }
        return Timestamp(milliseconds: negative ? -milliseconds : milliseconds)
    }

    /// Parses a count with an exponent (`1.709273378E9`, as some JSON writers give it).
    private static func readScientificCount(_ cursor: ByteCursor) throws(Problem) -> Timestamp {
        guard !RoundedCount.isRounded(cursor.rest) else { throw .rounded }
        guard let text = String(validating: cursor.rest, as: UTF8.self), let count = Double(text), count.isFinite else {
            throw .notATime
        }
        let milliseconds: Double
        switch count.magnitude {
        case ..<1e11: milliseconds = count * 1000
        case ..<1e14: milliseconds = count
        case ..<1e17: milliseconds = count / 1000
        case ..<1e19: milliseconds = count / 1_000_000
        default: throw .outOfRange
        }
        return Timestamp(milliseconds: Int64(milliseconds.rounded()))
    }
}

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
    static func combine(
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

    /// Parses the rest of the text, after an optional space, as a zone (`Z`, `UTC`, `GMT`, `+hh:mm`, `+hhmm`, `+hh`):
    /// minutes east of UTC; `nil` where there is none.
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
