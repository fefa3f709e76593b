/// The bytes of one field, in UTF-8, without its quotes.
///
/// It borrows the tokenizer's memory: it is valid only until the call that delivered it returns.
package struct DelimitedField {
    /// The bytes.
    package let bytes: UnsafeBufferPointer<UInt8>

    /// Creates a field from bytes that outlive it.
    ///
    /// - Parameter bytes: UTF-8.
    package init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Whether there is no byte at all.
    package var isEmpty: Bool { bytes.isEmpty }

    /// The field without blanks, tabulators and line ends at both ends.
    ///
    /// No-break spaces are removed too, because web pages and spreadsheets leave them.
    package var trimmed: DelimitedField {
        var (start, end) = (0, bytes.count)
        while start < end {
            let length = Self.blankLength(bytes, from: start, to: end)
            if length == 0 { break }
            start += length
        }
        while start < end {
            if Self.isBlank(bytes[end - 1]) {
                end -= 1
            } else if end - start >= 2, bytes[end - 2] == 0xC2, bytes[end - 1] == 0xA0 {
                end -= 2
            } else {
                break
            }
        }
        return DelimitedField(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }

    /// The field as a string.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the field equals a text, ignoring ASCII case.
    ///
    /// - Parameter lowercase: ASCII without capital letters.
    /// - Returns: true where it is equal.
    package func equals(lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count {
            var byte = bytes[index]
            if (0x41...0x5A).contains(byte) { byte |= 0x20 }
            if byte != lowercase.utf8Start[index] { return false }
        }
        return true
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// The length of the blank character at an index, 0 where there is none.
    private static func blankLength(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
        if isBlank(bytes[start]) { return 1 }
        return end - start >= 2 && bytes[start] == 0xC2 && bytes[start + 1] == 0xA0 ? 2 : 0
    }
}
