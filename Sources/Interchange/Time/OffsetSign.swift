internal import VisitModel

/// The plus of a time's offset in a query or form, which clients often send unencoded, so that it arrives as a blank.
package enum OffsetSign {
    /// Returns a text such as `2026-01-01T00:00:00 01:00` with its plus; any other text is returned as it is.
    ///
    /// A blank in front of an offset stands for a plus where a date and a time of day come before it.
    package static func restored(in text: String) -> String {
        guard let bytes = restored(in: Array(text.utf8)) else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `nil` where nothing is to be restored.
    static func restored(in bytes: [UInt8]) -> [UInt8]? {
        guard let blank = bytes.lastIndex(of: 0x20), isOffset(bytes[(blank + 1)...]) else { return nil }
        // A day alone, or a count since 1970, has no offset: what follows it is a time of day, or wrong.
        let time = bytes[..<blank]
        let hasTimeOfDay = time.contains { $0 == 0x20 || $0 | 0x20 == 0x74 }
        let parser = TimestampParser(missingZone: .assumed(.utc))
        guard hasTimeOfDay, (try? time.withUnsafeBufferPointer(parser.read)) != nil else { return nil }
        var restored = bytes
        restored[blank] = 0x2B
        return restored
    }

    /// Whether the bytes are `hh`, `hhmm` or `hh:mm`.
    private static func isOffset(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digitCount = bytes.count { (0x30...0x39).contains($0) }
        let hasColon = bytes.count == 5 && bytes[bytes.startIndex + 2] == 0x3A
        return hasColon ? digitCount == 4 : [2, 4].contains(bytes.count) && digitCount == bytes.count
    }
}
