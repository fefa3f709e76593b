/// The layout and the escaping of written JSON; styles differ only where published bytes do.
package struct JSONStyle: Sendable {
    /// The control characters within a text that have an escape of two characters; the others are written as `\u001f`.
    package enum ShortEscapes: Sendable {
        /// `\n`, `\r` and `\t`.
        case lineEndsAndTab
        case newline
        case none
    }

    /// Whether a space follows commas and colons.
    let isSpaced: Bool
    /// Whether the members of an object are separated from its braces by spaces.
    let padsObjects: Bool
    let shortEscapes: ShortEscapes

    package init(isSpaced: Bool, padsObjects: Bool = false, shortEscapes: ShortEscapes = .lineEndsAndTab) {
        self.isSpaced = isSpaced
        self.padsObjects = padsObjects
        self.shortEscapes = shortEscapes
    }

    /// No spaces: `{"a":1,"b":2}`.
    package static let compact = JSONStyle(isSpaced: false)
    /// A space after commas and colons: `{"a": 1, "b": 2}`.
    package static let spaced = JSONStyle(isSpaced: true)
}

/// A streaming writer of JSON as UTF-8 bytes, with keys in the order of the calls.
///
/// Foundation's encoder sorts keys or leaves their order to chance, and takes many times as long for a record.
package struct JSONBytes {
    /// The bytes that were written and not drained.
    package private(set) var bytes: [UInt8] = []

    package var isContainerEmpty: Bool { !needsComma }

    private let style: JSONStyle
    private var needsComma = false
    /// The indentation of the line on which the next value or bracket begins; `nil` to stay on this line.
    private var indentation: Int?

    package init(style: JSONStyle = .compact) { self.style = style }

    package mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// Moves the bytes written so far to the end of `output`.
    package mutating func drain(into output: inout [UInt8]) {
        output.append(contentsOf: bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Begins the next value, key or closing bracket on a new line, after the comma if it needs one.
    package mutating func breakLine(indentation: Int = 0) { self.indentation = indentation }

    package mutating func openObject(_ key: StaticString? = nil) {
        open(UInt8(ascii: "{"), key)
        if style.padsObjects { bytes.append(UInt8(ascii: " ")) }
    }

    package mutating func closeObject() {
        if style.padsObjects { bytes.append(UInt8(ascii: " ")) }
        close(UInt8(ascii: "}"))
    }

    @usableFromInline
    package mutating func openList(_ key: StaticString? = nil) { open(UInt8(ascii: "["), key) }

    @usableFromInline
    package mutating func closeList() { close(UInt8(ascii: "]")) }

    package mutating func object(_ key: StaticString? = nil, _ members: (inout JSONBytes) -> Void) {
        openObject(key)
        members(&self)
        closeObject()
    }

    // Inlinable, so that it is specialized for sequence and closure in other modules.
    @inlinable
    package mutating func list<Element>(
        _ key: StaticString? = nil,
        of elements: some Sequence<Element>,
        _ element: (inout JSONBytes, Element) -> Void
    ) {
        openList(key)
        for value in elements { element(&self, value) }
        closeList()
    }

    /// Writes the key of the member whose value comes next; it must need no escapes.
    package mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        raw(key)
        bytes.append(UInt8(ascii: "\""))
        colon()
    }

    package mutating func key(_ key: String) {
        separate()
        appendQuoted(key)
        colon()
    }

    /// Writes a value that is JSON already.
    package mutating func verbatim(_ json: [UInt8]) { verbatim(json[...]) }

    package mutating func verbatim(_ json: ArraySlice<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes members that are JSON already, with the commas between them; none where there are no bytes.
    package mutating func members(verbatim json: [UInt8]) {
        guard !json.isEmpty else { return }
        verbatim(json)
    }

    package mutating func null() {
        separate()
        raw("null")
    }

    package mutating func bool(_ bool: Bool) {
        separate()
        raw(bool ? "true" : "false")
    }

    package mutating func integer(_ integer: Int64) {
        separate()
        bytes.append(contentsOf: String(integer).utf8)
    }

    /// Writes a number as `text(of:)` does; JSON has no infinities, so those and not-a-number become `null`.
    package mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: Self.text(of: number).utf8)
    }

    /// The shortest text of a finite number that reads back exactly; a whole number has no fraction.
    package static func text(of number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : number.description
    }

    package mutating func text(_ text: String) {
        separate()
        appendQuoted(text)
    }

    private mutating func open(_ bracket: UInt8, _ key: StaticString?) {
        if let key { self.key(key) }
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        if let indentation { beginLine(indentation) }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma {
            bytes.append(UInt8(ascii: ","))
            if style.isSpaced, indentation == nil { bytes.append(UInt8(ascii: " ")) }
        }
        if let indentation { beginLine(indentation) }
        needsComma = true
    }

    private mutating func beginLine(_ indentation: Int) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
        self.indentation = nil
    }

    private mutating func colon() {
        bytes.append(UInt8(ascii: ":"))
        if style.isSpaced { bytes.append(UInt8(ascii: " ")) }
        needsComma = false
    }

    private mutating func raw(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        Self.appendEscaped(text, style.shortEscapes, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a text as it stands within quotation marks.
    ///
    /// RFC 8259, section 7: the mark, the backslash and control characters must be escaped; nothing else is.
    package static func appendEscaped(
        _ text: String,
        _ shortEscapes: JSONStyle.ShortEscapes = .lineEndsAndTab,
        to bytes: inout [UInt8]
    ) {
        let isDone = text.utf8.withContiguousStorageIfAvailable { plain in
            guard plain.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
                return false
            }
            bytes.append(contentsOf: plain)
            return true
        }
        guard isDone != true else { return }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A where shortEscapes != .none: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D where shortEscapes == .lineEndsAndTab: bytes.append(contentsOf: "\\r".utf8)
            case 0x09 where shortEscapes == .lineEndsAndTab: bytes.append(contentsOf: "\\t".utf8)
            case 0x00..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: [byte >> 4, byte & 0xF].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 })
            default: bytes.append(byte)
            }
        }
    }
}

extension JSONBytes {
    package mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        self.text(text)
    }

    package mutating func member(_ key: StaticString, _ bool: Bool) {
        self.key(key)
        self.bool(bool)
    }

    package mutating func member(_ key: StaticString, _ number: Double) {
        self.key(key)
        self.number(number)
    }

    package mutating func member(_ key: StaticString, _ integer: Int64) {
        self.key(key)
        self.integer(integer)
    }

    package mutating func member(_ key: StaticString, _ integer: Int) { member(key, Int64(integer)) }

    package mutating func member(_ key: StaticString, verbatim json: [UInt8]) {
        self.key(key)
        verbatim(json)
    }
}
