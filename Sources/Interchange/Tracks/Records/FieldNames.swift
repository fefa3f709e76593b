/// A lookup of the meaning of a column, key or element by its name, fast enough for every key of every record.
///
/// Names are compared by their letters and digits alone: `Device ID`, `device_id` and `deviceId` are equal.
struct FieldNames {
    struct Meaning {
        let field: TrackField
        /// The index of the name among the names of its field; 0 is the best rank.
        let rank: UInt8
    }

    /// A name's letters and digits: the last sixteen, and their number; all known names differ in that.
    private struct Letters: Equatable {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count: UInt64 = 0

        @inline(__always)
        mutating func append(_ letter: UInt8) {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(letter)
            count += 1
        }

        @inline(__always)
        init(_ name: some Sequence<UInt8>) {
            for byte in name {
                switch byte {
                case 0x61...0x7A, 0x30...0x39, 0x80...: append(byte)
                case 0x41...0x5A: append(byte | 0x20)
                default: continue
                }
            }
        }

        /// A slot of a table of 2^`bits` slots (Fibonacci hashing; Knuth, TAOCP 3, 6.4).
        @inline(__always)
        func slot(bits: UInt64) -> Int {
            let mixed = (low ^ high &* 0xFF51_AFD7_ED55_8CCD ^ count << 56) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: mixed >> (64 - bits))
        }
    }

    private static let bits: UInt64 = 9

    private var letters: [Letters]
    private var meanings: [Meaning?]

    /// The names of files, and of the apps that use the same.
    static let usual = FieldNames(TrackField.names)

    /// The table has for each field its names, letters and digits only, by rank.
    init(_ table: [(field: TrackField, names: [String])]) {
        letters = Array(repeating: Letters([]), count: 1 << Self.bits)
        meanings = Array(repeating: nil, count: 1 << Self.bits)
        for (field, names) in table {
            for (rank, name) in names.enumerated() {
                let key = Letters(name.utf8)
                var slot = key.slot(bits: Self.bits)
                while meanings[slot] != nil { slot = (slot + 1) % letters.count }
                letters[slot] = key
                meanings[slot] = Meaning(field: field, rank: UInt8(rank))
            }
        }
    }

    func meaning(of name: UnsafeBufferPointer<UInt8>) -> Meaning? {
        let key = Letters(name)
        var slot = key.slot(bits: Self.bits)
        while let meaning = meanings[slot] {
            if letters[slot] == key { return meaning }
            slot = (slot + 1) & (letters.count - 1)
        }
        return nil
    }
}
