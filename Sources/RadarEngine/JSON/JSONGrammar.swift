import Foundation

/// Validates a text against the JSON grammar (RFC 8259), and collects the keys of its objects.
///
/// Foundation's decoder accepts more than the grammar, for instance a comma before a brace, and phones do not: a
/// document that is forwarded unchanged must be valid JSON for every parser.
struct JSONGrammar {
    /// A key outside arrays, qualified by those of its parent objects as in `foregroundService.text`, and the UTF-8
    /// offset of its first quotation mark.
    typealias Key = (path: String, offset: Int)

    /// The keys in document order, up to the first syntax error.
    private(set) var keys: [Key] = []
    /// The UTF-8 offset of the first syntax error; `nil` for a valid text.
    private(set) var brokenOffset: Int?

    private let bytes: [UInt8]
    private var position = 0
    /// The maximum nesting depth, which limits the recursion; tracking options have two levels.
    private static let deepest = 64

    /// Parses a text to its end, or to the first syntax error.
    init(_ text: String) {
        bytes = Array(text.utf8)
        guard value(in: "", depth: 0) else {
            brokenOffset = min(position, bytes.count)
            return
        }
        skipSpace()
        if position < bytes.count { brokenOffset = position }
    }

    /// Parses a value.
    ///
    /// - Parameters:
    ///   - path: the prefix of an object's keys; `nil` within an array.
    ///   - depth: the number of enclosing containers.
    /// - Returns: whether the value is valid.
    private mutating func value(in path: String?, depth: Int) -> Bool {
        skipSpace()
        guard position < bytes.count, depth < Self.deepest else { return false }
        switch bytes[position] {
        case UInt8(ascii: "{"): return object(in: path, depth: depth)
        case UInt8(ascii: "["): return list(depth: depth)
        case UInt8(ascii: "\""): return text()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func object(in path: String?, depth: Int) -> Bool {
        position += 1
        if skip("}") { return true }
        repeat {
            skipSpace()
            let start = position
            guard text() else { return false }
            let key = path.map { $0 + Self.plain(bytes[start..<position]) }
            if let key { keys.append((key, start)) }
            guard skip(":"), value(in: key.map { $0 + "." }, depth: depth + 1) else { return false }
        } while skip(",")
        return skip("}")
    }

    private mutating func list(depth: Int) -> Bool {
        position += 1
        if skip("]") { return true }
        repeat {
            guard value(in: nil, depth: depth + 1) else { return false }
        } while skip(",")
        return skip("]")
    }

    private mutating func text() -> Bool {
        guard consume("\"") else { return false }
        while position < bytes.count, bytes[position] >= 0x20 {
            if consume("\"") { return true }
            let isEscape = bytes[position] == UInt8(ascii: "\\")
            position += 1
            if isEscape, !escaped() { return false }
        }
        return false
    }

    /// Parses the rest of an escape sequence after the backslash.
    private mutating func escaped() -> Bool {
        guard position < bytes.count else { return false }
        guard consume("u") else {
            guard "\"\\/bfnrt".utf8.contains(bytes[position]) else { return false }
            position += 1
            return true
        }
        for _ in 0..<4 {
            guard position < bytes.count, Character(Unicode.Scalar(bytes[position])).isHexDigit else { return false }
            position += 1
        }
        return true
    }

    private mutating func number() -> Bool {
        _ = consume("-")
        if !consume("0"), !digits() { return false }
        if consume("."), !digits() { return false }
        guard consume("e") || consume("E") else { return true }
        if !consume("+") { _ = consume("-") }
        return digits()
    }

    /// Parses one or more digits.
    private mutating func digits() -> Bool {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position > start
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        return consume(mark)
    }

    private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, " \t\n\r".utf8.contains(bytes[position]) { position += 1 }
    }

    /// A key without its quotation marks and with its escapes decoded.
    private static func plain(_ quoted: ArraySlice<UInt8>) -> String {
        let plain = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        guard plain.contains("\\") else { return plain }
        return (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? plain
    }
}
