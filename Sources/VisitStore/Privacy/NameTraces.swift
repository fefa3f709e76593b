/// The forms in which a name can occur in the bytes of a record: unchanged, and encoded as in JSON and URLs.
struct NameTraces {
    private let forms: [[UInt8]]

    /// The minimum length of a name that is searched for within longer words; shorter ones occur almost anywhere.
    private static let shortestWithinWords = 4

    init(_ names: some Sequence<String>) {
        var forms: Set<[UInt8]> = []
        for name in names {
            forms.insert(Array(name.utf8))
            for escapesSlash in [true, false] {
                forms.insert(Self.json(name, escapesSlash: escapesSlash, isASCII: false, digits: "0123456789abcdef"))
                for digits in ["0123456789abcdef", "0123456789ABCDEF"] {
                    forms.insert(Self.json(name, escapesSlash: escapesSlash, isASCII: true, digits: digits))
                }
            }
            for plus in [true, false] {
                for digits in ["0123456789abcdef", "0123456789ABCDEF"] {
                    forms.insert(Self.percent(name, blankIsPlus: plus, digits: digits))
                }
            }
        }
        self.forms = forms.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns whether the bytes contain one of the names: anywhere, or for a very short name only as a separate word.
    func isFound(in bytes: [UInt8]) -> Bool {
        forms.contains { form in
            bytes.withUnsafeBytes { bytes in
                guard form.count <= bytes.count, let first = form.first else { return false }
                for start in 0...(bytes.count - form.count) where bytes[start] == first {
                    guard bytes[start..<(start + form.count)].elementsEqual(form) else { continue }
                    if form.count >= Self.shortestWithinWords { return true }
                    let isBegun = start == 0 || !Self.isWord(bytes[start - 1])
                    let end = start + form.count
                    if isBegun, end == bytes.count || !Self.isWord(bytes[end]) { return true }
                }
                return false
            }
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    /// A name within a JSON text (RFC 8259, section 7).
    private static func json(_ name: String, escapesSlash: Bool, isASCII: Bool, digits: String) -> [UInt8] {
        let digits = Array(digits.utf8)
        var bytes: [UInt8] = []
        for unit in name.unicodeScalars {
            switch unit {
            case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: unit)]
            case "/" where escapesSlash: bytes += Array("\\/".utf8)
            case _ where unit.isASCII || !isASCII: bytes += Array(String(unit).utf8)
            default:
                for half in String(unit).utf16 {
                    bytes += Array("\\u".utf8)
                    for shift in [12, 8, 4, 0] { bytes.append(digits[Int(half >> UInt16(shift)) & 15]) }
                }
            }
        }
        return bytes
    }

    /// A name within a URL or a form (RFC 3986, section 2; WHATWG URL, `application/x-www-form-urlencoded`).
    private static func percent(_ name: String, blankIsPlus: Bool, digits: String) -> [UInt8] {
        let digits = Array(digits.utf8)
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            if byte == UInt8(ascii: " "), blankIsPlus {
                bytes.append(UInt8(ascii: "+"))
            } else if byte < 0x80, isWord(byte) || byte == UInt8(ascii: "~") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return bytes
    }
}
