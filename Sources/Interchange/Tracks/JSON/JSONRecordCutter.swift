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
    private enum Expectation: UInt8 {
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
    private static let longestRecord = 64 << 20

    /// The number of buffered bytes already parsed.
    private var position = 0
    private(set) var start = 0
    /// The line on which the last event's record begins, from 1.
    private(set) var line = 1
    private var lineHere = 1
    private(set) var place = Place.between
    private(set) var wrapping = Wrapping.none
    private var expectation = Expectation.value
    /// The number of open brackets in the record.
    private var depth = 0
    /// One bit for each open bracket, 1 for an object; the innermost is the lowest bit.
    private var objects: UInt64 = 0
    private var isEscaped = false
    private var isKey = false
    /// The index at which the last key of the outermost object begins.
    private var keyStart = 0
    /// Whether that key is one under which objects wrap their records.
    private var isWrappingKey = false
    /// Whether the record is too long to be kept.
    private var isDiscarding = false
    /// Whether the rest of a wrapping object, after its records, is being read.
    private var isInEnvelopeEnd = false
    /// Whether a record was broken and no valid beginning of another has followed.
    private var isLost = false

    /// The largest number of bytes that are read again when a record turns out to be truncated.
    private static let farthestLookBack = 1 << 16

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

extension JSONRecordCutter {
    /// Advances between records up to the next record, the end of the wrapping array or object, or invalid text.
    private mutating func stepBetween(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x0A:
                lineHere += 1
                position += 1
            case 0x20, 0x0D, 0x09, 0x2C, 0x1E: position += 1
            case 0x7B:
                begin(isObject: true)
                return nil
            case 0x5D where wrapping != .none:
                if wrapping == .array {
                    wrapping = .none
                    position += 1
                    return nil
                }
                // The rest of the wrapping object is read like a record that began before its `]`.
                line = lineHere
                start = position
                depth = 1
                objects = 1
                expectation = .commaOrEnd
                isInEnvelopeEnd = true
                place = .record
                position += 1
                return nil
            case _ where isLost:
                place = .restOfBrokenLine
                return nil
            case 0x5B where wrapping == .none:
                wrapping = .array
                position += 1
                return nil
            case 0x5B:
                begin(isObject: false)
                return nil
            case _ where wrapping == .none:
                line = lineHere
                start = position
                isLost = true
                place = .restOfBrokenLine
                return .broken(.notARecord)
            default:
                line = lineHere
                start = position
                depth = 0
                isKey = false
                place = byte == 0x22 ? .string : .literal
                position += 1
                return nil
            }
        }
        return nil
    }

    private mutating func begin(isObject: Bool) {
        line = lineHere
        start = position
        depth = 1
        objects = isObject ? 1 : 0
        expectation = isObject ? .key : .valueOrEnd
        isWrappingKey = false
        place = .record
        position += 1
    }

    /// Advances inside a record, outside of strings and literals.
    private mutating func stepRecord(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x0A:
                lineHere += 1
                position += 1
            case 0x20, 0x0D, 0x09: position += 1
            case 0x22:
                switch expectation {
                case .key: isKey = true
                case .value, .valueOrEnd: isKey = false
                case .colon, .commaOrEnd: return fail(bytes)
                }
                position += 1
                if isKey, depth == 1 { keyStart = position }
                place = .string
                return nil
            case 0x3A:
                guard expectation == .colon else { return fail(bytes) }
                expectation = .value
                position += 1
            case 0x2C:
                guard expectation == .commaOrEnd, depth > 0 else { return fail(bytes) }
                expectation = objects & 1 == 1 ? .key : .valueOrEnd
                position += 1
            case 0x7B, 0x5B:
                guard expectation == .value || expectation == .valueOrEnd else { return fail(bytes) }
                position += 1
                if byte == 0x5B, depth == 1, isWrappingKey, objects == 1, wrapping == .none, !isDiscarding {
                    wrapping = .envelope
                    place = .between
                    return .envelopeBegan(start..<position)
                }
                guard depth < 60 else { return fail(bytes, .tooDeep) }
                depth += 1
                objects = objects << 1 | (byte == 0x7B ? 1 : 0)
                expectation = byte == 0x7B ? .key : .valueOrEnd
            case 0x7D, 0x5D:
                let endsObject = byte == 0x7D
                guard endsObject == (objects & 1 == 1), expectation != .colon, expectation != .value else {
                    return fail(bytes)
                }
                position += 1
                depth -= 1
                objects >>= 1
                expectation = .commaOrEnd
                if depth == 0 { return end() }
            case _ where JSONCursor.isLiteral(byte):
                guard expectation == .value || expectation == .valueOrEnd else { return fail(bytes) }
                place = .literal
                return nil
            default: return fail(bytes)
            }
        }
        return nil
    }

    private mutating func stepString(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        var index = position
        if isEscaped, index < bytes.count {
            isEscaped = false
            index += 1
        }
        while true {
            index = JSONStringScan.end(bytes, from: index)
            guard index < bytes.count else { break }
            let byte = bytes[index]
            if byte == 0x22 {
                position = index + 1
                return endString(bytes)
            }
            if byte == 0x0A {
                // No string extends over the end of a line: the line was truncated.
                position = index
                return fail(bytes)
            }
            index += byte == 0x5C ? 2 : 1
        }
        isEscaped = index > bytes.count
        position = bytes.count
        return nil
    }

    private mutating func endString(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        place = .record
        expectation = .commaOrEnd
        if isKey {
            expectation = .colon
            if depth == 1, !isDiscarding { isWrappingKey = isWrappingKey(bytes, end: position - 1) }
        }
        return depth == 0 ? end() : nil
    }

    private mutating func stepLiteral(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        var index = position
        while index < bytes.count, JSONCursor.isLiteral(bytes[index]) { index += 1 }
        position = index
        guard index < bytes.count else { return nil }
        place = .record
        expectation = .commaOrEnd
        guard depth == 0 else { return nil }
        guard JSONCursor.isLiteral(bytes[start]) else {
            isLost = true
            place = .restOfBrokenLine
            return .broken(.notARecord)
        }
        return end()
    }

    private mutating func skipLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        if position < bytes.count { place = .between }
        return nil
    }

    private mutating func end() -> Event? {
        place = .between
        if isDiscarding {
            isDiscarding = false
            return nil
        }
        guard position - start <= Self.longestRecord else { return .broken(.tooLong) }
        isLost = false
        if wrapping == .envelope, isInEnvelopeEnd {
            isInEnvelopeEnd = false
            wrapping = .none
            return .envelopeEnded(start..<position)
        }
        return .record(start..<position)
    }

    /// Abandons the record, and returns to the end of the line that it began on.
    private mutating func fail(_ bytes: UnsafeBufferPointer<UInt8>, _ breakage: Breakage = .malformed) -> Event? {
        isLost = true
        isEscaped = false
        if isInEnvelopeEnd {
            isInEnvelopeEnd = false
            wrapping = .none
        }
        place = .restOfBrokenLine
        let wasDiscarding = isDiscarding
        isDiscarding = false
        guard !wasDiscarding else { return nil }
        let lookBack = max(start, position - Self.farthestLookBack)
        if lookBack == start, let newline = bytes[start..<position].firstIndex(of: 0x0A) {
            position = newline
            lineHere = line
        }
        return .broken(breakage)
    }

    private func isWrappingKey(_ bytes: UnsafeBufferPointer<UInt8>, end: Int) -> Bool {
        if wrapsUnderAnyKey { return true }
        let key = DelimitedField(bytes: UnsafeBufferPointer(rebasing: bytes[keyStart..<end]))
        return wrappingKeys.contains { key.equals(lowercase: $0) }
    }
}
