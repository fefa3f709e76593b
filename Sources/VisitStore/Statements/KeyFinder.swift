internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Resolves names written by committed transactions to keys.
struct KeyFinder {
    private let lookups: Lookups
    private let facility: PreparedStatement
    private let member: PreparedStatement
    private let device: PreparedStatement

    init(_ db: Database, _ lookups: Lookups) throws {
        self.lookups = lookups
        self.facility = try PreparedStatement(db, "SELECT key FROM facility WHERE id = ?")
        self.member = try PreparedStatement(db, "SELECT key FROM member WHERE id = ?")
        self.device = try PreparedStatement(db, "SELECT key FROM device WHERE id = ?")
    }

    func key(of id: FacilityID) throws -> Int64 {
        try lookups.facilities.key(of: id) { try Self.find(id.text, facility) }
    }

    func key(of id: MemberID) throws -> Int64 {
        try lookups.members.key(of: id) { try Self.find(id.text, member) }
    }

    func key(of id: DeviceID) throws -> Int64 {
        try lookups.devices.key(of: id) { try Self.find(id.text, device) }
    }

    private static func find(_ id: String, _ statement: PreparedStatement) throws -> Int64? {
        statement.bind(1, id)
        return try statement.first { $0.int64(0) }
    }
}

/// A set of keys assigned by a table in order: a bitmap of one bit each, so that a million take 125 kB.
struct KeySet {
    private var words: [UInt64] = []

    /// Returns false when the set already contained the key, which is 0 or more.
    mutating func insert(_ key: Int64) -> Bool {
        let (word, bit) = (Int(key >> 6), UInt64(1) << UInt64(key & 63))
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
        }
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        return true
    }

    func contains(_ key: Int64) -> Bool {
        let word = Int(key >> 6)
        return word < words.count && words[word] & (1 << UInt64(key & 63)) != 0
    }
}

/// The JSON array of facility keys in a column, encoded by hand because nine of ten events contain one.
enum KeyList {
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

    static func keys(of text: String) throws -> [FacilityKey] {
        try text.dropFirst().dropLast().split(separator: ",").map { digits in
            guard let key = Int64(digits) else { throw StorageError.damaged("the facility keys `\(text)`") }
            return FacilityKey(rawValue: key)
        }
    }

    /// Writes a number, 0 or more, in decimal; returns its length in bytes.
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
