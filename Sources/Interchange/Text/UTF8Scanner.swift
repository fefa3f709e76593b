/// The search for the end of valid UTF-8.
enum UTF8Scanner {
    /// The kind of bytes at an index that is not ASCII.
    enum Sequence {
        /// A whole character of so many bytes.
        case complete(Int)
        /// A character that ends beyond the available bytes.
        case cutOff
        /// No UTF-8.
        case invalid
    }

    /// The index of the first byte, from an index on, that is not ASCII; the count where all are.
    static func endOfASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        let raw = UnsafeRawBufferPointer(bytes)
        while index + 32 <= bytes.count {
            let block =
                raw.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
                & SIMD4(repeating: 0x8080_8080_8080_8080)
            if block != .zero { break }
            index += 32
        }
        while index < bytes.count, bytes[index] < 0x80 {
            index += 1
        }
        return index
    }

    /// Follows the Unicode Standard, table 3-7 "Well-formed UTF-8 byte sequences".
    static func sequence(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Sequence {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[start] {
        case 0x00...0x7F: return .complete(1)
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return .invalid
        }
        for offset in 1..<length {
            guard start + offset < bytes.count else { return .cutOff }
            guard (offset == 1 ? second : 0x80...0xBF).contains(bytes[start + offset]) else { return .invalid }
        }
        return .complete(length)
    }
}
