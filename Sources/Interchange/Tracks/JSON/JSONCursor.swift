/// A position in a JSON text that advances as values are read.
///
/// The text was extracted by `JSONRecordCutter` and so is well formed; if it is not, reading ends early and never
/// leaves the bytes.
struct JSONCursor {
    enum Kind {
        case object, array, string, literal, none
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The number of bytes already read.
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The kind of the next value.
    var kind: Kind {
        mutating get {
            skipSpace()
            guard position < bytes.count else { return .none }
            switch bytes[position] {
            case 0x7B: return .object
            case 0x5B: return .array
            case 0x22: return .string
            case 0x2C, 0x3A, 0x5D, 0x7D: return .none
            default: return .literal
            }
        }
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    @inline(__always)
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Moves into an object or an array.
    mutating func enter() {
        skipSpace()
        if position < bytes.count { position += 1 }
    }

    /// Moves to the next value of an object and returns its key as written, or past the end of the object.
    mutating func nextKey() -> UnsafeBufferPointer<UInt8>? {
        _ = skip(0x2C)
        guard kind == .string else {
            _ = skip(0x7D)
            return nil
        }
        let key = string().text
        _ = skip(0x3A)
        return key
    }

    /// Moves to the next value of an array, or past its end.
    mutating func nextElement() -> Bool {
        _ = skip(0x2C)
        guard kind != .none else {
            _ = skip(0x5D)
            return false
        }
        return true
    }

    /// Reads a string: the bytes between its quotes, and whether they contain escapes.
    mutating func string() -> (text: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        guard skip(0x22) else { return (UnsafeBufferPointer(rebasing: bytes[..<0]), false) }
        let start = position
        var isEscaped = false
        var index = start
        while true {
            index = JSONStringScan.end(bytes, from: index)
            guard index < bytes.count, bytes[index] != 0x22 else { break }
            if bytes[index] == 0x5C {
                isEscaped = true
                index += 1
            }
            index += 1
        }
        let end = min(index, bytes.count)
        position = min(end + 1, bytes.count)
        return (UnsafeBufferPointer(rebasing: bytes[start..<end]), isEscaped)
    }

    /// Reads a number or a word, as written.
    mutating func literal() -> UnsafeBufferPointer<UInt8> {
        skipSpace()
        var end = position
        while end < bytes.count, Self.isLiteral(bytes[end]) { end += 1 }
        defer { position = end }
        return UnsafeBufferPointer(rebasing: bytes[position..<end])
    }

    /// Whether a byte can be part of a number or of `true`, `false`, `null`, `NaN`.
    @inline(__always)
    static func isLiteral(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2E || byte == 0x2D || byte == 0x2B
    }

    /// Moves past a value of any kind.
    mutating func skipValue() {
        switch kind {
        case .string: _ = string()
        case .literal:
            if literal().isEmpty { position += 1 }
        case .none: break
        case .object, .array:
            var depth = 0
            repeat {
                switch bytes[position] {
                case 0x22:
                    _ = string()
                    continue
                case 0x7B, 0x5B: depth += 1
                case 0x7D, 0x5D: depth -= 1
                default: break
                }
                position += 1
            } while depth > 0 && position < bytes.count
        }
    }

    /// Moves past a value and returns its range.
    mutating func skippedRange() -> Range<Int> {
        skipSpace()
        let start = position
        skipValue()
        return start..<position
    }

    /// Moves past a value and returns a cursor at its beginning.
    mutating func detour() -> JSONCursor {
        defer { skipValue() }
        return self
    }
}

/// Finds the special bytes of a JSON string, eight at a time.
enum JSONStringScan {
    /// The index from `start` of the next quote, backslash or end of line; the end where there is none.
    ///
    /// `start` may be beyond the end. A byte of a word is zero where `(word - 0x01…) & ~word & 0x80…` has its high bit,
    /// and the lowest such is exact (Warren, Hacker's Delight, 6-1).
    @inline(__always)
    static func end(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        let raw = UnsafeRawBufferPointer(bytes)
        while index + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = zeros(word ^ repeated(0x22)) | zeros(word ^ repeated(0x5C)) | zeros(word ^ repeated(0x0A))
            guard found == 0 else { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count {
            switch bytes[index] {
            case 0x22, 0x5C, 0x0A: return index
            default: index += 1
            }
        }
        return index
    }

    @inline(__always)
    private static func repeated(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// The high bit of each byte that is zero, exact up to the lowest.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}

extension JSONCursor {
    /// The string, number or word that comes next; `nil` for `null`, an object or an array.
    var text: String? {
        var cursor = self
        switch cursor.kind {
        case .string:
            let (text, isEscaped) = cursor.string()
            guard isEscaped else { return String(decoding: text, as: UTF8.self) }
            var output: [UInt8] = []
            JSONEscapes.unescape(text, into: &output)
            return String(decoding: output, as: UTF8.self)
        case .literal:
            let field = DelimitedField(bytes: cursor.literal())
            return field.isBlank ? nil : field.string
        case .object, .array, .none: return nil
        }
    }

    /// The text that comes next where it is a valid name: not empty, up to 400 bytes, without control characters.
    var name: String? {
        guard let text, !text.isEmpty, text.utf8.count <= 400, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }

    /// The truth value that comes next, also as 0, 1 or text; `nil` for anything else.
    var truth: Bool? {
        switch text {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// Iterates over the keys of an object; does nothing for any other value.
    mutating func forEachKey(_ visit: (_ key: DelimitedField, _ value: JSONCursor) -> Void) {
        guard kind == .object else { return }
        enter()
        while let key = nextKey() {
            visit(DelimitedField(bytes: key), self)
            skipValue()
        }
    }
}
