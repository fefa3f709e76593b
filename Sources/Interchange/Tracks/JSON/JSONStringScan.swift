/// Finds the special bytes of a JSON string, eight at a time.
enum JSONStringScan {
    /// The index of the next quote, backslash or end of line; the end where there is none.
    ///
    /// A byte of a word is zero where `(word - 0x01…) & ~word & 0x80…` has its high bit, and the lowest such is exact
    /// (Warren, Hacker's Delight, 6-1).
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - start: the index to begin at; may be beyond the end.
    /// - Returns: the index.
    @inline(__always)
    static func end(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        let raw = UnsafeRawBufferPointer(bytes)
        while index + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = zeros(word ^ repeated(0x22)) | zeros(word ^ repeated(0x5C)) | zeros(word ^ repeated(0x0A))
            guard found == 0 else { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count {
            switch bytes[index] {
            case 0x22, 0x5C, 0x0A: return index
            default: index += 1
            }
        }
        return index
    }

    @inline(__always)
    private static func repeated(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// The high bit of each byte that is zero, exact up to the lowest.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}
