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
        guard UTF16.isLeadSurrogate(first), index + 1 < text.count, text[index] == 0x5C, text[index + 1] == 0x75 else {
            return replacement
        }
        var next = index + 2
        guard let second = unit(text, at: &next), UTF16.isTrailSurrogate(second) else { return replacement }
        index = next
        return Unicode.Scalar(0x10000 + UInt32(first - 0xD800) << 10 + UInt32(second - 0xDC00)) ?? replacement
    }

    private static func unit(_ text: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt16? {
        guard index + 4 <= text.count else { return nil }
        var value: UInt16 = 0
        for place in index..<(index + 4) {
            let byte = text[place]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46, 0x61...0x66: digit = (byte | 0x20) - 0x57
            default: return nil
            }
            value = value << 4 | UInt16(digit)
        }
        index += 4
        return value
    }
}
