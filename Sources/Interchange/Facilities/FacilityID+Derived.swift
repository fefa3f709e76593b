internal import VisitModel

extension FacilityID {
    /// Derives the id of a facility without one from its trimmed name and its point.
    ///
    /// `auto-` and 16 hexadecimal digits: `StableDigest` over the name in UTF-8, the byte 0xFF, and latitude and
    /// longitude in whole ten-millionths of a degree (a centimetre), each as 64 bits with the low byte first. So
    /// `48.850` and `48.85` are the same place. It never throws for these characters.
    static func derived(name: String, coordinate: Coordinate) throws(ValidationError) -> FacilityID {
        var hash = StableDigest()
        hash.combine(name)
        for degrees in [coordinate.latitude, coordinate.longitude] {
            hash.combine(UInt64(bitPattern: Int64((degrees * 1e7).rounded())))
        }
        let digits = String(hash.value, radix: 16)
        return try FacilityID("auto-" + String(repeating: "0", count: 16 - digits.count) + digits)
    }
}

extension StableDigest {
    static func of(_ text: String) -> UInt64 {
        var digest = StableDigest()
        digest.combine(text)
        return digest.value
    }

    mutating func combine(caseFolding text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return combine(text.lowercased()) }
        for byte in text.utf8 { combine(byte: (0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
        combine(byte: 0xFF)
    }
}
