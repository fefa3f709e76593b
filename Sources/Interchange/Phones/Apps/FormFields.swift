/// The fields of a query or of a form: `key=value` joined by `&`, percent-encoded (WHATWG URL, 5.1).
struct FormFields {
    struct Field {
        let key: [UInt8]
        let value: [UInt8]
    }

    /// The fields in their order, without those with an empty key.
    let fields: [Field]

    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    init(_ bytes: [UInt8]) {
        var fields: [Field] = []
        for part in bytes.split(separator: 0x26) {
            let end = part.firstIndex(of: 0x3D) ?? part.endIndex
            let key = Self.decoded(part[..<end])
            guard !key.isEmpty else { continue }
            fields.append(Field(key: key, value: end < part.endIndex ? Self.decoded(part[(end + 1)...]) : []))
        }
        self.fields = fields
    }

    /// The last non-empty value of a key, as text.
    func text(_ key: String) -> String? {
        let wanted = Array(key.utf8)
        guard let field = fields.last(where: { $0.key == wanted && !$0.value.isEmpty }) else { return nil }
        return String(decoding: field.value, as: UTF8.self)
    }

    /// Decodes percent-encoding; a percent sign without two hexadecimal digits after it is kept.
    static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = true) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 0x25, index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(byte == 0x2B && plusIsSpace ? 0x20 : byte)
                index += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
        default: nil
        }
    }
}
