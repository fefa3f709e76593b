/// A set of keys assigned by a table in order: a bitmap of one bit each, so that a million take 125 kB.
struct KeySet {
    private var words: [UInt64] = []

    /// Inserts a key.
    ///
    /// - Parameter key: the key, 0 or more.
    /// - Returns: false when the set already contained it.
    mutating func insert(_ key: Int64) -> Bool {
        let (word, bit) = (Int(key >> 6), UInt64(1) << UInt64(key & 63))
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
        }
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        return true
    }

    /// Returns whether the set contains a key.
    func contains(_ key: Int64) -> Bool {
        let word = Int(key >> 6)
        return word < words.count && words[word] & (1 << UInt64(key & 63)) != 0
    }
}
