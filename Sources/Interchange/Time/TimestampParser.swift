package import VisitModel

/// Reads points in time as files and phones write them, from bytes and without a formatter.
///
/// Taken are ISO 8601 (`2024-03-01T06:09:38Z`, `2024-03-01 06:09:38.5 +01:00`, `20240301T060938Z`) and counts since
/// 1970 in seconds, milliseconds, microseconds or nanoseconds. A time without a zone names no point in time, so it is
/// refused unless the parser was told which zone such times are in.
///
/// Fractions of a second are rounded to the nearest millisecond, a half upwards, because programs that keep times as
/// binary floating point write `.122999907` for `.123`.
package struct TimestampParser: Sendable {
    /// What a time without a zone means.
    package enum MissingZone: Hashable, Sendable {
        /// Nothing: such a time is refused.
        case refused
        /// A time on the clocks of a place. An hour that clocks show twice is taken as the earlier one, an hour that
        /// they skip as if they had not been put forward yet.
        case assumed(TimeZoneName)
    }

    /// What a time without a zone means.
    package let missingZone: MissingZone
    /// Whether times without a zone are UTC, the one case that needs no rules of a place.
    private let assumesUTC: Bool

    /// Makes a parser.
    ///
    /// - Parameter missingZone: what a time without a zone means; a count since 1970 never needs one.
    package init(missingZone: MissingZone = .refused) {
        self.missingZone = missingZone
        self.assumesUTC = missingZone == .assumed(.utc)
    }

    /// Reads a time from text.
    ///
    /// - Parameter text: ISO 8601 or a count since 1970; white space at both ends is passed over.
    /// - Returns: the time, to the millisecond.
    /// - Throws: `ValidationError` with code `timestamp`, which says what was wrong.
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

    /// Reads a time from ASCII bytes, without building anything on the heap whether it succeeds or not.
    ///
    /// - Parameter bytes: ISO 8601 or a count since 1970; white space at both ends is passed over.
    /// - Returns: the time, to the millisecond.
    /// - Throws: what was wrong.
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

        /// What was wrong and what was expected, to follow the text it is about.
        package var explanation: String {
            switch self {
            case .empty: "is empty, expected a time such as 2024-03-01T06:09:38Z or seconds since 1970"
            case .notATime: "is not a time, expected for instance 2024-03-01T06:09:38Z or seconds since 1970"
            case .outOfRange: "is not a day and time that exist"
            case .zoneMissing: "has no time zone, expected Z or an offset such as +01:00 at its end"
            }
        }
    }
}
