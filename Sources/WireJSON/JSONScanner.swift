internal import Foundation

/// The outline of a JSON text: its kind, and the byte ranges of its members.
///
/// It lets members be added to an object without decoding and encoding all of it.
package struct JSONOutline {
    package enum Kind: Hashable {
        case object, list, scalar
    }

    package struct Member: Hashable {
        /// The key with its quotation marks.
        package var key: Range<Int>
        /// The key, the colon and the value.
        package var all: Range<Int>
    }

    package let kind: Kind
    /// The members of the outermost object in their order; none for other kinds.
    package let members: [Member]
    /// The range of the value without surrounding white space.
    package let range: Range<Int>

    /// Parses a text in UTF-8; throws where it is no valid JSON.
    package init(_ bytes: [UInt8]) throws(JSONScanner.SyntaxError) {
        let scanner = JSONScanner(bytes)
        if let syntaxError = scanner.syntaxError { throw syntaxError }
        (kind, members, range) = (scanner.kind, scanner.members, scanner.range)
    }
}

/// The grammar of JSON (RFC 8259), scanned once and without recursion, up to the end or the first syntax error.
///
/// Foundation's decoder accepts more than the grammar, for instance a comma before a brace, and does not report on every
/// platform where a text stops being valid.
package struct JSONScanner {
    package struct SyntaxError: Error, Hashable {
        /// The first invalid byte, for a misspelt word its first letter; the number of bytes where the text ends too
        /// early.
        package let offset: Int

        package init(offset: Int) { self.offset = offset }
    }

    /// A key of an object that is in no list.
    package struct Key: Hashable {
        /// The key with its quotation marks.
        package let range: Range<Int>
        /// The number of objects that it is in.
        package let depth: Int
    }

    private enum Next {
        case value, valueOrClose, key, keyOrClose, commaOrClose
    }

    /// The first syntax error; `nil` for a valid text.
    package private(set) var syntaxError: SyntaxError?
    /// The keys in the order of the text, up to the syntax error.
    package private(set) var keys: [Key] = []
    private(set) var kind = JSONOutline.Kind.scalar
    private(set) var members: [JSONOutline.Member] = []
    private(set) var range = 0..<0

    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var offset = 0
    private var open: [UInt8] = []
    private var listDepth = 0
    private var next = Next.value

    /// Scans a text in UTF-8; a value that is nested deeper than `maximumDepth` is a syntax error.
    package init(_ bytes: [UInt8], maximumDepth: Int = .max) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        do throws(SyntaxError) {
            try read()
        } catch {
            syntaxError = error
        }
    }

    /// The string that a quoted literal stands for; `nil` where an escape is invalid.
    package static func string(quoted: ArraySlice<UInt8>) -> String? {
        let inner = quoted.dropFirst().dropLast()
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        return try? JSONDecoder().decode(String.self, from: Data(quoted))
    }

    /// The path of each key of an object that is in no list, in the order of the text: `boundary`, `boundary.type`.
    package var keyPaths: [(path: String, offset: Int)] {
        var names: [String] = []
        return keys.map { key in
            let literal = bytes[key.range]
            names.removeLast(names.count - key.depth + 1)
            names.append(
                Self.string(quoted: literal) ?? String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
            )
            return (names.joined(separator: "."), key.range.lowerBound)
        }
    }

    /// The path and place of the first key that its object has already; `nil` where all differ.
    package var repeatedKey: (path: String, offset: Int)? {
        var paths: Set<String> = []
        return keyPaths.first { !paths.insert($0.path).inserted }
    }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func read() throws(SyntaxError) {
        skipSpaces()
        let start = offset
        repeat {
            try step()
            skipSpaces()
        } while !open.isEmpty
        guard offset == bytes.count else { throw SyntaxError(offset: offset) }
        var end = offset
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        range = start..<end
    }

    /// Parses a value, a key with its colon, a comma or a bracket.
    private mutating func step() throws(SyntaxError) {
        switch (next, byte) {
        case (.valueOrClose, UInt8(ascii: "]")), (.keyOrClose, UInt8(ascii: "}")): close()
        case (.commaOrClose, UInt8(ascii: "]")) where open.last == UInt8(ascii: "["): close()
        case (.commaOrClose, UInt8(ascii: "}")) where open.last == UInt8(ascii: "{"): close()
        case (.commaOrClose, UInt8(ascii: ",")):
            offset += 1
            next = open.last == UInt8(ascii: "{") ? .key : .value
        case (.key, UInt8(ascii: "\"")), (.keyOrClose, UInt8(ascii: "\"")): try readKey()
        case (.value, _), (.valueOrClose, _): try readValue()
        default: throw SyntaxError(offset: offset)
        }
    }

    private mutating func readKey() throws(SyntaxError) {
        let start = offset
        try readText()
        if open.count == 1 { members.append(JSONOutline.Member(key: start..<offset, all: start..<offset)) }
        if listDepth == 0 { keys.append(Key(range: start..<offset, depth: open.count)) }
        skipSpaces()
        guard byte == UInt8(ascii: ":") else { throw SyntaxError(offset: offset) }
        offset += 1
        next = .value
    }

    private mutating func readValue() throws(SyntaxError) {
        guard open.count < maximumDepth else { throw SyntaxError(offset: offset) }
        switch byte {
        case UInt8(ascii: "{"): begin(.object, next: .keyOrClose)
        case UInt8(ascii: "["): begin(.list, next: .valueOrClose)
        case UInt8(ascii: "\""):
            try readText()
            endValue()
        case UInt8(ascii: "t"): try readWord("true")
        case UInt8(ascii: "f"): try readWord("false")
        case UInt8(ascii: "n"): try readWord("null")
        default: try readNumber()
        }
    }

    private mutating func begin(_ kind: JSONOutline.Kind, next: Next) {
        if open.isEmpty { self.kind = kind }
        if kind == .list { listDepth += 1 }
        open.append(bytes[offset])
        offset += 1
        self.next = next
    }

    private mutating func close() {
        if open.removeLast() == UInt8(ascii: "[") { listDepth -= 1 }
        offset += 1
        endValue()
    }

    private mutating func endValue() {
        next = .commaOrClose
        guard open.count == 1, open[0] == UInt8(ascii: "{"), let last = members.indices.last else { return }
        members[last].all = members[last].key.lowerBound..<offset
    }

    private mutating func readWord(_ word: StaticString) throws(SyntaxError) {
        let end = offset + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ bytes[offset..<end].elementsEqual($0) }) else {
            throw SyntaxError(offset: offset)
        }
        offset = end
        endValue()
    }

    private mutating func readText() throws(SyntaxError) {
        offset += 1
        while let byte = self.byte, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw SyntaxError(offset: offset) }
            offset += 1
            if byte == UInt8(ascii: "\\") { try readEscape() }
        }
        guard self.byte != nil else { throw SyntaxError(offset: offset) }
        offset += 1
    }

    private mutating func readEscape() throws(SyntaxError) {
        guard let byte, "\"\\/bfnrtu".utf8.contains(byte) else { throw SyntaxError(offset: offset) }
        offset += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = self.byte, Character(Unicode.Scalar(digit)).isHexDigit else {
                throw SyntaxError(offset: offset)
            }
            offset += 1
        }
    }

    private mutating func readNumber() throws(SyntaxError) {
        if byte == UInt8(ascii: "-") { offset += 1 }
        if byte == UInt8(ascii: "0") {
            offset += 1
        } else {
            try readDigits()
        }
        if byte == UInt8(ascii: ".") {
            offset += 1
            try readDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            offset += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
            try readDigits()
        }
        endValue()
    }

    private mutating func readDigits() throws(SyntaxError) {
        guard let byte, Self.isDigit(byte) else { throw SyntaxError(offset: offset) }
        while let byte = self.byte, Self.isDigit(byte) { offset += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func skipSpaces() {
        while let byte, Self.isSpace(byte) { offset += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
