/// Resolves the escapes of a JSON string (RFC 8259, section 7).
enum JSONEscapes {
    /// Appends the text between the quotes of a string in UTF-8, with its escapes resolved.
    static func unescape(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == 0x5C, index < text.count else {
                output.append(byte)
                continue
            }
            let letter = text[index]
            index += 1
            switch letter {
            case 0x62: output.append(0x08)
            case 0x66: output.append(0x0C)
            case 0x6E: output.append(0x0A)
            case 0x72: output.append(0x0D)
            case 0x74: output.append(0x09)
            case 0x75:
                let scalar = scalar(text, at: &index)
                output.append(contentsOf: String(Character(scalar)).utf8)
            default: output.append(letter)
            }
        }
    }

    /// Reads the digits after `\u`, and a second escape where the first is half of a surrogate pair.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard let first = unit(text, at: &index) else { return replacement }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard index + 1 < text.count, text[index] == 0x5C, text[index + 1] == 0x75 else { return replacement }
        var next = index + 2
        guard let second = unit(text, at: &next), let scalar = Unicode.Scalar(lead: first, trail: second) else {
            return replacement
        }
        index = next
        return scalar
    }

    private static func unit(_ text: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt16? {
        guard index + 4 <= text.count else { return nil }
        var value: UInt16 = 0
        for byte in text[index..<(index + 4)] {
            guard let digit = byte.hexadecimalDigit else { return nil }
            value = value << 4 | UInt16(digit)
        }
        index += 4
        return value
    }
}

extension UInt8 {
    /// The value of an ASCII letter or digit as a hexadecimal digit; `nil` for any other byte.
    var hexadecimalDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46, 0x61...0x66: (self | 0x20) - 0x57
        default: nil
        }
    }
}
