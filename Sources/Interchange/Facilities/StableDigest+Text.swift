internal import VisitModel

extension StableDigest {
    /// The digest of one text.
    static func of(_ text: String) -> UInt64 {
        var digest = StableDigest()
        digest.combine(text)
        return digest.value
    }

    /// Adds a text, ignoring case.
    mutating func combine(caseFolding text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return combine(text.lowercased()) }
        for byte in text.utf8 {
            combine(byte: (0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
        combine(byte: 0xFF)
    }
}
