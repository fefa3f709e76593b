/// The outline of a JSON text: its kind, and the byte ranges of its members.
///
/// It reports where a text stops being valid JSON, which Foundation's decoder does not do on every platform, and it
/// lets members be added to an object without decoding and encoding all of it. Nesting uses no recursion. RFC 8259.
struct JSONOutline {
    /// The kinds of values.
    enum Kind: Hashable {
        case object, list, scalar
    }

    /// A member of the outermost object, as byte ranges.
    struct Member: Hashable {
        /// The key with its quotation marks.
        var key: Range<Int>
        /// The key, the colon and the value.
        var all: Range<Int>
    }

    /// A syntax error.
    struct Fault: Error, Hashable {
        /// The first invalid byte; the number of bytes where the text ends too early.
        let offset: Int
    }

    /// The kind of the outermost value.
    let kind: Kind
    /// The members of the outermost object in their order; none for other kinds.
    let members: [Member]
    /// The range of the value without surrounding white space.
    let range: Range<Int>

    /// Parses a text in UTF-8; throws `Fault` where it is no valid JSON.
    init(_ bytes: [UInt8]) throws(Fault) {
        var reader = JSONOutlineReader(bytes)
        try reader.read()
        (kind, members, range) = (reader.kind, reader.members, reader.range)
    }
}

/// A parser that scans a JSON text once.
private struct JSONOutlineReader {
    /// The tokens that may come next.
    private enum Next {
        case value, valueOrClose, key, keyOrClose, commaOrClose
    }

    private let bytes: [UInt8]
    private var place = 0
    private var open: [UInt8] = []
    private var next = Next.value
    private(set) var kind = JSONOutline.Kind.scalar
    private(set) var members: [JSONOutline.Member] = []
    private(set) var range = 0..<0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func read() throws(JSONOutline.Fault) {
        skipSpaces()
        let start = place
        repeat {
            try step()
            skipSpaces()
        } while !open.isEmpty
        guard place == bytes.count else { throw JSONOutline.Fault(offset: place) }
        var end = place
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        range = start..<end
    }

    /// Parses a value, a key with its colon, a comma or a bracket.
    private mutating func step() throws(JSONOutline.Fault) {
        switch (next, byte) {
        case (.valueOrClose, UInt8(ascii: "]")), (.keyOrClose, UInt8(ascii: "}")): close()
        case (.commaOrClose, UInt8(ascii: "]")) where open.last == UInt8(ascii: "["): close()
        case (.commaOrClose, UInt8(ascii: "}")) where open.last == UInt8(ascii: "{"): close()
        case (.commaOrClose, UInt8(ascii: ",")):
            place += 1
            next = open.last == UInt8(ascii: "{") ? .key : .value
        case (.key, UInt8(ascii: "\"")), (.keyOrClose, UInt8(ascii: "\"")): try readKey()
        case (.value, _), (.valueOrClose, _): try readValue()
        default: throw JSONOutline.Fault(offset: place)
        }
    }

    private mutating func readKey() throws(JSONOutline.Fault) {
        let start = place
        try readText()
        if open.count == 1 { members.append(JSONOutline.Member(key: start..<place, all: start..<place)) }
        skipSpaces()
        guard byte == UInt8(ascii: ":") else { throw JSONOutline.Fault(offset: place) }
        place += 1
        next = .value
    }

    private mutating func readValue() throws(JSONOutline.Fault) {
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
        open.append(bytes[place])
        place += 1
        self.next = next
    }

    private mutating func close() {
        open.removeLast()
        place += 1
        endValue()
    }

    private mutating func endValue() {
        next = .commaOrClose
        guard open.count == 1, open[0] == UInt8(ascii: "{"), let last = members.indices.last else { return }
        members[last].all = members[last].key.lowerBound..<place
    }

    private mutating func readWord(_ word: StaticString) throws(JSONOutline.Fault) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard byte == word.utf8Start[offset] else { throw JSONOutline.Fault(offset: place) }
            place += 1
        }
        endValue()
    }

    private mutating func readText() throws(JSONOutline.Fault) {
        place += 1
        while let byte = self.byte, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw JSONOutline.Fault(offset: place) }
            place += 1
            if byte == UInt8(ascii: "\\") { try readEscape() }
        }
        guard self.byte != nil else { throw JSONOutline.Fault(offset: place) }
        place += 1
    }

    private mutating func readEscape() throws(JSONOutline.Fault) {
        guard let byte, "\"\\/bfnrtu".utf8.contains(byte) else { throw JSONOutline.Fault(offset: place) }
        place += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = self.byte, Character(Unicode.Scalar(digit)).isHexDigit else {
                throw JSONOutline.Fault(offset: place)
            }
            place += 1
        }
    }

    private mutating func readNumber() throws(JSONOutline.Fault) {
        if byte == UInt8(ascii: "-") { place += 1 }
        if byte == UInt8(ascii: "0") {
            place += 1
        } else {
            try readDigits()
        }
        if byte == UInt8(ascii: ".") {
            place += 1
            try readDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            place += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
            try readDigits()
        }
        endValue()
    }

    private mutating func readDigits() throws(JSONOutline.Fault) {
        guard let byte, Self.isDigit(byte) else { throw JSONOutline.Fault(offset: place) }
        while let byte = self.byte, Self.isDigit(byte) { place += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func skipSpaces() {
        while let byte, Self.isSpace(byte) { place += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
