internal import SQLiteStorage

/// The JSON array of facility keys in a column, encoded by hand because nine of ten events contain one.
enum KeyList {
    /// Encodes keys as an array.
    static func text(of facilities: some Collection<FacilityKey>) -> String {
        // At most 20 bytes per number and comma, and the brackets.
        String(unsafeUninitializedCapacity: 20 * facilities.count + 2) { bytes in
            bytes[0] = UInt8(ascii: "[")
            var end = 1
            for facility in facilities {
                if end > 1 {
                    bytes[end] = UInt8(ascii: ",")
                    end += 1
                }
                end += write(facility.rawValue, to: bytes[end...])
            }
            bytes[end] = UInt8(ascii: "]")
            return end + 1
        }
    }

    /// Decodes the keys of an array.
    static func keys(of text: String) throws -> [FacilityKey] {
        try text.dropFirst().dropLast().split(separator: ",").map { digits in
            guard let key = Int64(digits) else { throw StorageError.damaged("the facility keys `\(text)`") }
            return FacilityKey(rawValue: key)
        }
    }

    /// Writes a number in decimal; returns its length in bytes.
    private static func write(_ number: Int64, to bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Int {
        var (rest, length) = (number, 1)
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        rest = number
        for place in stride(from: bytes.startIndex + length - 1, through: bytes.startIndex, by: -1) {
            bytes.base[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        return length
    }
}
