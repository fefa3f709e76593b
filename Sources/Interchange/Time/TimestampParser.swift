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
    /// The interpretation of a time without a zone.
    package enum MissingZone: Hashable, Sendable {
        /// Such a time is refused.
        case refused
        /// A time on the clocks of a place.
        ///
        /// An ambiguous hour is the earlier one; an hour that the clocks skip is interpreted as if they had not been
        /// put forward yet.
        case assumed(TimeZoneName)
    }

    /// The interpretation of a time without a zone.
    package let missingZone: MissingZone
    /// Whether times without a zone are UTC, the one case that needs no zone rules.
    private let assumesUTC: Bool

    /// Creates a parser.
    ///
    /// - Parameter missingZone: the interpretation of a time without a zone; a count since 1970 never needs one.
    package init(missingZone: MissingZone = .refused) {
        self.missingZone = missingZone
        self.assumesUTC = missingZone == .assumed(.utc)
    }

    /// Parses a time from text.
    ///
    /// - Parameter text: ISO 8601 or a count since 1970; white space at both ends is ignored.
    /// - Returns: the time, to the millisecond.
    /// - Throws: `ValidationError` with code `timestamp` and an explanation.
    package func parse(_ text: some StringProtocol) throws(ValidationError) -> Timestamp {
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(Problem) in try read(buffer) }
        }
        switch result {
        case .success(let time): return time
        case .failure(let problem): throw ValidationError(.timestamp, "`\(text)` \(problem.explanation)")
        }
    }

    /// Parses a time from ASCII bytes, without allocating memory whether it succeeds or not.
    ///
    /// - Parameter bytes: ISO 8601 or a count since 1970; white space at both ends is ignored.
    /// - Returns: the time, to the millisecond.
    /// - Throws: `Problem`.
    package func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> Timestamp {
        var cursor = ByteCursor(trimming: bytes)
        guard !cursor.isAtEnd else { throw .empty }
        if cursor.looksLikeNumber {
            return try Self.readCount(&cursor)
        }
        let local = try Self.readLocal(&cursor)
        if let offsetMinutes = try Self.readZone(&cursor) {
            return Timestamp(milliseconds: local - Int64(offsetMinutes) * 60_000)
        }
        if assumesUTC {
            return Timestamp(milliseconds: local)
        }
        guard case .assumed(let zone) = missingZone else { throw .zoneMissing }
        return Timestamp(localMilliseconds: local, in: zone)
    }

    /// Why a text is not a point in time.
    package enum Problem: Error, Hashable, Sendable {
        /// There was no text.
        case empty
        /// It is neither ISO 8601 nor a number.
        case notATime
        /// It looks like ISO 8601 but names a day or a time of day that does not exist.
        case outOfRange
        /// It has no zone and none is assumed.
        case zoneMissing

        /// The error and what was expected, to be appended to the text in question.
        package var explanation: String {
            switch self {
            case .empty: "is empty, expected a time such as 2024-03-01T06:09:38Z or seconds since 1970"
            case .notATime: "is not a time, expected for instance 2024-03-01T06:09:38Z or seconds since 1970"
            case .outOfRange: "is not an existing date and time"
            case .zoneMissing: "has no time zone, expected Z or an offset such as +01:00 at its end"
            }
        }
    }
}
