/// A streaming JSON encoder, for documents too long to build in memory; keys keep the order of the calls.
struct JSONText {
    /// The bytes written so far.
    var bytes: [UInt8] = []

    /// Writes bytes that are JSON already.
    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes bytes that are JSON already.
    mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    /// Writes a string with its quotes.
    ///
    /// Only the characters that RFC 8259 section 7 requires are escaped, so that the text stays readable.
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): raw("\\\"")
            case UInt8(ascii: "\\"): raw("\\\\")
            case 0x0A: raw("\\n")
            case 0x0D: raw("\\r")
            case 0x09: raw("\\t")
            case 0x00..<0x20:
                raw("\\u00")
                bytes.append(contentsOf: [byte >> 4, byte & 0xF].map(Self.hexadecimalDigit))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a finite number with the fewest digits that can be parsed back exactly; whole numbers without a fraction.
    mutating func number(_ value: Double) {
        if value == value.rounded(), abs(value) < 1e15 {
            bytes.append(contentsOf: String(Int(value)).utf8)
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    /// Writes a whole number.
    mutating func number(_ value: Int) {
        bytes.append(contentsOf: String(value).utf8)
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}
