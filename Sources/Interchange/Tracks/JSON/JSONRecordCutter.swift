/// Splits a JSON text into its records incrementally.
///
/// Records are the objects of a sequence (one a line, or one after the other), the elements of an array, or the
/// elements of the array under a well-known key of a wrapping object.
///
/// It follows the grammar of RFC 8259 closely enough to notice a truncated record, and then resumes at the next line
/// that begins an object, so that a half-written line costs no other. Missing or surplus commas between records, byte
/// 0x1E before one (RFC 8142) and a comma before a closing bracket are accepted.
struct JSONRecordCutter {
    /// A part of the text; ranges are indices in the buffered bytes.
    enum Event: Equatable {
        case record(Range<Int>)
        /// The beginning of a wrapping object, up to and including the `[` that opens the array of its records.
        case envelopeBegan(Range<Int>)
        /// The end of such an object, from the `]` on.
        case envelopeEnded(Range<Int>)
        /// Text that is no record or not all of one.
        case broken(Breakage)
    }

    enum Breakage: String {
        case notARecord = "this is not a JSON object or array, expected records such as {…} or [{…},{…}]"
        case malformed = "the JSON record is truncated or malformed"
        case tooLong = "the JSON record is longer than 64 MB"
        case tooDeep = "the JSON record is nested more than 60 levels deep"
        case truncated = "the document ends in the middle of this record"
    }

    /// The tokens that may come next inside a record.
    enum Expectation: UInt8 {
        case value, valueOrEnd, key, colon, commaOrEnd
    }

    /// The parser's state: between records, or a place in one.
    enum Place: UInt8 {
        case between, record, string, literal, restOfBrokenLine
    }

    /// The kind of text that wraps the records.
    enum Wrapping: UInt8 {
        case none, array, envelope
    }

    /// The longest record, in bytes.
    static let longestRecord = 64 << 20

    /// The number of buffered bytes already parsed.
    var position = 0
    var start = 0
    /// The line on which the last event's record begins, from 1.
    var line = 1
    var lineHere = 1
    var place = Place.between
    var wrapping = Wrapping.none
    var expectation = Expectation.value
    /// The number of open brackets in the record.
    var depth = 0
    /// One bit for each open bracket, 1 for an object; the innermost is the lowest bit.
    var objects: UInt64 = 0
    var isEscaped = false
    var isKey = false
    /// The index at which the last key of the outermost object begins.
    var keyStart = 0
    /// Whether that key is one under which objects wrap their records.
    var isWrappingKey = false
    /// Whether the record is too long to be kept.
    var isDiscarding = false
    /// Whether the rest of a wrapping object, after its records, is being read.
    var isInEnvelopeEnd = false
    /// Whether a record was broken and no valid beginning of another has followed.
    var isLost = false

    /// The largest number of bytes that are read again when a record turns out to be truncated.
    static let farthestLookBack = 1 << 16

    static let usualWrappingKeys: [StaticString] = [
        "location", "locations", "features", "data", "points", "records", "fixes", "positions",
    ]

    /// The keys, in lower case, under which an object wraps an array of records in this text.
    var wrappingKeys = usualWrappingKeys
    /// Whether an array under any key of an object is treated as records.
    var wrapsUnderAnyKey = false

    /// The index before which the bytes are no longer needed.
    var kept: Int { place == .between || place == .restOfBrokenLine || isDiscarding ? position : start }

    /// Adjusts the indices after the removal of bytes at the beginning.
    mutating func rebase(by count: Int) {
        position -= count
        start = max(0, start - count)
        keyStart = max(0, keyStart - count)
    }

    /// The next event in all buffered bytes, or `nil` when more bytes are needed for one.
    mutating func next(in bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        while position < bytes.count {
            let event: Event?
            switch place {
            case .between: event = stepBetween(bytes)
            case .record: event = stepRecord(bytes)
            case .string: event = stepString(bytes)
            case .literal: event = stepLiteral(bytes)
            case .restOfBrokenLine: event = skipLine(bytes)
            }
            if let event { return event }
        }
        if place != .between, place != .restOfBrokenLine, !isDiscarding, position - start > Self.longestRecord {
            isDiscarding = true
            return .broken(.tooLong)
        }
        return nil
    }

    /// Ends the text; returns an error where it is truncated.
    mutating func finish() -> Event? {
        defer { place = .between }
        if place != .between, place != .restOfBrokenLine, !isDiscarding { return .broken(.truncated) }
        guard wrapping != .none, !isLost else { return nil }
        line = lineHere
        return .broken(.truncated)
    }
}
