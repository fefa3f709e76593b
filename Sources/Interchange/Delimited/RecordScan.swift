internal import Foundation

/// The search for the end of one record and of its fields.
struct RecordScan {
    enum Outcome {
        /// A record with so many fields; `position` is after the record.
        case record(fields: Int)
        /// An empty line; `position` is after it.
        case blankLine
        /// The bytes end before the record does.
        case incomplete
        /// An opening quote, at `position`, that is not closed; `exceedsLimits` is that of `OpenQuote`.
        case unclosedQuote(field: Int, exceedsLimits: Bool)
    }

    private static let quote: UInt8 = 0x22
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let isLast: Bool
    private let dialect: Dialect
    private let limits: DelimitedTokenizer.Limits
    private let delimiter: UInt8
    /// A second byte that ends a record; the line feed again where there is none.
    private let otherLineEnd: UInt8

    private var recordStart = 0
    private var literalQuotesStart = Int.max
    private(set) var position = 0
    private(set) var lineEnds = 0

    init(
        base: UnsafePointer<UInt8>,
        count: Int,
        isLast: Bool,
        dialect: Dialect,
        limits: DelimitedTokenizer.Limits
    ) {
        self.base = base
        self.end = count
        self.isLast = isLast
        self.dialect = dialect
        self.limits = limits
        self.delimiter = dialect.delimiter.rawValue
        self.otherLineEnd = dialect.endsRecordsAtCarriageReturn ? Self.carriageReturn : Self.lineFeed
    }

    /// Quotes from `literalQuotesStart` on are ordinary characters.
    mutating func restart(at start: Int, withLiteralQuotesFrom literalQuotesStart: Int = .max) {
        recordStart = start
        position = start
        lineEnds = 0
        self.literalQuotesStart = literalQuotesStart
    }

    mutating func run(_ bounds: inout [FieldBounds], _ scratch: inout [UInt8]) -> Outcome {
        if !scratch.isEmpty { scratch.removeAll(keepingCapacity: true) }
        var count = 0
        while true {
            var field = FieldBounds(start: 0, count: 0)
            var isBare = true
            if position < end, base[position] == Self.quote, position < literalQuotesStart {
                switch quotedField(&scratch) {
                case .field(let found):
                    field = found
                    isBare = false
                case .literal(let start):
                    guard skipBareField() else { return .incomplete }
                    field = bareField(from: start)
                case .incomplete: return .incomplete
                case .unclosed(let exceedsLimits):
                    return .unclosedQuote(field: count, exceedsLimits: exceedsLimits)
                }
            } else {
                let start = position
                guard skipBareField() else { return .incomplete }
                field = bareField(from: start)
            }
            if count == bounds.count {
                bounds.append(contentsOf: repeatElement(FieldBounds(start: 0, count: 0), count: count))
            }
            bounds[count] = field
            count += 1

            if position < end, base[position] == delimiter {
                position += 1
                continue
            }
            guard skipLineEnd() else { return .incomplete }
            return count == 1 && isBare && field.count == 0 ? .blankLine : .record(fields: count)
        }
    }

    /// The first byte of the next line; `nil` where this line's end is not in the bytes.
    func endOfLine(from start: Int) -> Int? {
        var index = start
        while index < end {
            if base[index] == Self.lineFeed || base[index] == otherLineEnd { return index + 1 }
            index += 1
        }
        return nil
    }

    // MARK: Unquoted fields

    /// Advances to the byte after an unquoted field; false where it is not in the bytes.
    private mutating func skipBareField() -> Bool {
        let (base, end, delimiter, otherLineEnd) = (base, end, delimiter, otherLineEnd)
        var index = position
        // Most fields are shorter than sixteen bytes.
        let delimiters = SIMD16(repeating: delimiter)
        let (lineFeeds, otherLineEnds) = (SIMD16(repeating: Self.lineFeed), SIMD16(repeating: otherLineEnd))
        while end - index >= 16 {
            let bytes = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<UInt8>.self)
            let isEnd = (bytes .== delimiters) .| (bytes .== lineFeeds) .| (bytes .== otherLineEnds)
            let halves = unsafeBitCast(isEnd, to: SIMD2<UInt64>.self)
            guard halves == .zero else {
                position = index + Self.firstByte(of: halves)
                return true
            }
            index += 16
        }
        while index < end {
            let byte = base[index]
            if byte == delimiter || byte == Self.lineFeed || byte == otherLineEnd { break }
            index += 1
        }
        position = index
        return index < end || isLast
    }

    /// The index of the first byte that is not 0, of sixteen of which at least one is not.
    @inline(__always)
    private static func firstByte(of halves: SIMD2<UInt64>) -> Int {
        halves.x == 0
            ? 8 + halves.y.littleEndian.trailingZeroBitCount / 8 : halves.x.littleEndian.trailingZeroBitCount / 8
    }

    /// The field up to the position, without the carriage return of a CRLF.
    private func bareField(from start: Int) -> FieldBounds {
        var count = position - start
        let isAtLineEnd = position == end || base[position] == Self.lineFeed
        if isAtLineEnd, count > 0, base[position - 1] == Self.carriageReturn { count -= 1 }
        return FieldBounds(start: start - recordStart, count: count)
    }

    /// Advances past the line end at the position; false where it may be the first half of a CRLF.
    private mutating func skipLineEnd() -> Bool {
        guard position < end else { return true }
        if base[position] == Self.carriageReturn {
            guard position + 1 < end || isLast else { return false }
            if position + 1 < end, base[position + 1] == Self.lineFeed { position += 1 }
        }
        position += 1
        lineEnds += 1
        return true
    }

    // MARK: Quoted fields

    private enum Quoted {
        /// A whole field; the position is after its closing quote.
        case field(FieldBounds)
        /// A field that only begins with a quote, at this byte; the position is after the quote that does not close it.
        case literal(start: Int)
        case incomplete
        /// The position is at the opening quote.
        case unclosed(exceedsLimits: Bool)
    }

    private mutating func quotedField(_ scratch: inout [UInt8]) -> Quoted {
        let opening = position
        let limit = min(end, opening + limits.quotedBytes)
        var searched = opening + 1
        var scratchStart: Int?
        var lines = 0
        while true {
            guard let closing = firstQuote(from: searched, to: limit) else {
                lines += lineEnds(from: searched, to: limit)
                let exceedsLimits = limit < end || lines > limits.quotedLines
                return isLast || exceedsLimits ? .unclosed(exceedsLimits: exceedsLimits) : .incomplete
            }
            lines += lineEnds(from: searched, to: closing)
            guard lines <= limits.quotedLines else { return .unclosed(exceedsLimits: true) }
            let next = closing + 1
            if next < end, base[next] == Self.quote {
                if scratchStart == nil { scratchStart = scratch.count }
                scratch.append(contentsOf: UnsafeBufferPointer(start: base + searched, count: next - searched))
                searched = next + 1
                continue
            }
            switch ending(at: next) {
            case nil: return .incomplete
            case false?:
                guard lines == 0 else { return .unclosed(exceedsLimits: false) }
                position = next
                return .literal(start: opening)
            case true?: break
            }
            position = next
            lineEnds += lines
            guard let scratchStart else {
                return .field(FieldBounds(start: opening + 1 - recordStart, count: closing - opening - 1))
            }
            scratch.append(contentsOf: UnsafeBufferPointer(start: base + searched, count: closing - searched))
            return .field(FieldBounds(start: scratchStart, count: scratch.count - scratchStart, isInScratch: true))
        }
    }

    /// Whether a field can end before a byte; `nil` where more bytes are needed to decide.
    private func ending(at index: Int) -> Bool? {
        guard index < end else { return isLast ? true : nil }
        switch base[index] {
        case delimiter, Self.lineFeed, otherLineEnd: return true
        case Self.carriageReturn:
            guard index + 1 < end else { return isLast ? true : nil }
            return base[index + 1] == Self.lineFeed
        default: return false
        }
    }

    private func firstQuote(from start: Int, to limit: Int) -> Int? {
        guard start < limit, let hit = memchr(base + start, Int32(Self.quote), limit - start) else { return nil }
        return UnsafePointer(hit.assumingMemoryBound(to: UInt8.self)) - base
    }

    private func lineEnds(from start: Int, to limit: Int) -> Int {
        guard start < limit else { return 0 }
        return dialect.lineEnds(in: UnsafeBufferPointer(start: base + start, count: limit - start))
    }
}

extension Dialect {
    func lineEnds(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for byte in bytes where byte == 0x0A { count += 1 }
        guard endsRecordsAtCarriageReturn else { return count }
        for index in bytes.indices where bytes[index] == 0x0D {
            if index + 1 == bytes.count || bytes[index + 1] != 0x0A { count += 1 }
        }
        return count
    }
}
