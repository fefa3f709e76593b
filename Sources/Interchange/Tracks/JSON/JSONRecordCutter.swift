/// Cuts a JSON text into its records as the bytes come in: the objects of a sequence (one a line, or just one behind
/// the other), the elements of an array, or the elements of the array under a well-known key of an object that wraps
/// them.
///
/// It follows the grammar of RFC 8259 closely enough to notice where a record is broken off, and then goes on at the
/// next line that begins an object, so that a half-written line costs no other. Commas that are missing or too many
/// between records, byte 0x1E before one (RFC 8142) and a comma before a closing bracket are let pass.
struct JSONRecordCutter {
    /// What was found; ranges are places in the bytes at hand.
    enum Event: Equatable {
        /// A whole record.
        case record(Range<Int>)
        /// The beginning of an object, up to and with the `[` that opens the array of its records.
        case envelopeBegan(Range<Int>)
        /// The end of such an object, from the `]` on.
        case envelopeEnded(Range<Int>)
        /// Something that is no record or not all of one.
        case broken(Breakage)
    }

    /// What is wrong with the text.
    enum Breakage: String {
        case notARecord = "this is no JSON object or array, expected records such as {…} or [{…},{…}]"
        case malformed = "the JSON record is broken off or malformed"
        case tooLong = "the JSON record is longer than 64 MB"
        case tooDeep = "the JSON record is nested more than 60 levels deep"
        case truncated = "the document ends in the middle of this record"
    }

    /// What may come next inside a record.
    enum Expectation: UInt8 {
        case value, valueOrEnd, key, colon, commaOrEnd
    }

    /// Where between or in the records the position is.
    enum Place: UInt8 {
        case between, record, string, literal, restOfBrokenLine
    }

    /// What wraps the records.
    enum Wrapping: UInt8 {
        case none, array, envelope
    }

    /// The longest record, in bytes.
    static let longestRecord = 64 << 20

    /// How far the bytes at hand have been read.
    var position = 0
    /// Where the record being read begins.
    var start = 0
    /// The line on which the last event's record begins, from 1.
    var line = 1
    var lineHere = 1
    var place = Place.between
    var wrapping = Wrapping.none
    var expectation = Expectation.value
    /// How many brackets are open in the record.
    var depth = 0
    /// For each open bracket whether it is that of an object; the innermost is the lowest bit.
    var objects: UInt64 = 0
    var isEscaped = false
    var isKey = false
    /// Where the last key of the outermost object begins.
    var keyStart = 0
    /// Whether that key is one under which objects wrap their records.
    var isWrappingKey = false
    /// Whether the record is too long to be kept.
    var isDiscarding = false
    /// Whether the rest of a wrapping object, behind its records, is being read.
    var isInEnvelopeEnd = false
    /// Whether a record was broken and nothing since has begun like one.
    var isLost = false

    /// How many bytes are read again at most when a record turns out to be broken off.
    static let farthestLookBack = 1 << 16

    /// The keys under which objects wrap an array of records.
    static let usualWrappingKeys: [StaticString] = [
        "location", "locations", "features", "data", "points", "records", "fixes", "positions",
    ]

    /// The keys, in lower case, under which an object wraps an array of records in this text.
    var wrappingKeys = usualWrappingKeys
    /// Whether an array under any key of an object is one of records.
    var wrapsUnderAnyKey = false

    /// The bytes before this place are not needed any more.
    var kept: Int { place == .between || place == .restOfBrokenLine || isDiscarding ? position : start }

    /// Tells that so many bytes at the beginning are gone.
    mutating func rebase(by count: Int) {
        position -= count
        start = max(0, start - count)
        keyStart = max(0, keyStart - count)
    }

    /// What comes next, or `nil` when more bytes are needed to say.
    ///
    /// - Parameter bytes: all bytes at hand.
    /// - Returns: a record, a part of what wraps records, or what is wrong.
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

    /// What the end of the text leaves to say.
    mutating func finish() -> Event? {
        defer { place = .between }
        if place != .between, place != .restOfBrokenLine, !isDiscarding { return .broken(.truncated) }
        guard wrapping != .none, !isLost else { return nil }
        line = lineHere
        return .broken(.truncated)
    }
}
