/// JSON that is being written, as UTF-8 bytes, in the order of the calls.
///
/// Foundation's encoder orders keys by chance and takes many times as long for a record.
package struct JSONBytes {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    /// Whether the next member or element needs a comma before it.
    private var needsComma = false

    /// Creates an empty document.
    package init() {}

    /// Makes room, so that what is written does not move while it grows.
    ///
    /// - Parameter count: about how many bytes there will be.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// Begins an object; `key` where it is a member.
    package mutating func openObject(_ key: StaticString? = nil) { open(UInt8(ascii: "{"), key) }

    /// Ends an object.
    package mutating func closeObject() { close(UInt8(ascii: "}")) }

    /// Begins a list; `key` where it is a member.
    package mutating func openList(_ key: StaticString? = nil) { open(UInt8(ascii: "["), key) }

    /// Ends a list.
    package mutating func closeList() { close(UInt8(ascii: "]")) }

    /// Writes the key of a member whose value comes next.
    package mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        raw(key)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The same for a key that is not known beforehand.
    package mutating func key(_ key: String) {
        separate()
        appendText(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a value that is JSON already.
    package mutating func verbatim(_ json: [UInt8]) { verbatim(json[...]) }

    /// Writes a value that is JSON already.
    package mutating func verbatim(_ json: ArraySlice<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes members that are JSON already, with the commas between them; none where there are no bytes.
    package mutating func members(verbatim json: [UInt8]) {
        guard !json.isEmpty else { return }
        verbatim(json)
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        raw("null")
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ bool: Bool) {
        separate()
        raw(bool ? "true" : "false")
    }

    /// Writes a whole number.
    package mutating func integer(_ integer: Int64) {
        separate()
        bytes.append(contentsOf: String(integer).utf8)
    }

    /// Writes a number as short as it can be read back exactly, without a fraction where it has none.
    ///
    /// JSON has no infinities: those and not-a-number are `null`.
    package mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        guard number == number.rounded(), abs(number) < 1e15 else {
            separate()
            bytes.append(contentsOf: number.description.utf8)
            return
        }
        integer(Int64(number))
    }

    /// Writes a text between quotation marks.
    package mutating func text(_ text: String) {
        separate()
        appendText(text)
    }

    private mutating func open(_ bracket: UInt8, _ key: StaticString?) {
        if let key { self.key(key) }
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func appendText(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        Self.appendEscaped(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a text as it stands within quotation marks.
    ///
    /// RFC 8259, section 7: the mark, the backslash and control characters must be escaped; nothing else is.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - bytes: where it goes.
    package static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
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
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x00..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: [byte >> 4, byte & 0xF].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 })
            default: bytes.append(byte)
            }
        }
    }
}
