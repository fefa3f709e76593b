package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
    /// UTF-8, with or without a byte order mark; plain ASCII too.
    case utf8 = "utf-8"
    /// UTF-16 with the low byte first, as Excel's "Unicode text" writes it.
    case utf16LittleEndian = "utf-16le"
    /// UTF-16 with the high byte first.
    case utf16BigEndian = "utf-16be"
    /// Windows-1252, the Western European code page that is the default of spreadsheets.
    case windows1252 = "windows-1252"
}

extension TextEncoding {
    /// The number of bytes that are enough to detect the encoding, where the document has as many.
    static let detectionLength = 512

    /// Detects the encoding, and the length of a byte order mark, from the first `detectionLength` bytes or fewer.
    ///
    /// Anything but UTF-16 is treated as UTF-8 here: bytes that turn out not to be UTF-8 are decoded as Windows-1252
    /// one by one (see `TextDecoder`). Without a mark, UTF-16 is detected by its zero bytes: text of mostly Latin
    /// letters has one in every second place and none in the others.
    static func detect(_ prefix: [UInt8]) -> (encoding: TextEncoding, markLength: Int) {
        if prefix.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if prefix.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if prefix.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        let pairs = prefix.count / 2
        guard pairs >= 2 else { return (.utf8, 0) }
        var zeros = (even: 0, odd: 0)
        for index in 0..<pairs * 2 where prefix[index] == 0 {
            if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        if zeros.odd * 2 > pairs, zeros.even * 10 < pairs { return (.utf16LittleEndian, 0) }
        if zeros.even * 2 > pairs, zeros.odd * 10 < pairs { return (.utf16BigEndian, 0) }
        return (.utf8, 0)
    }

    /// The name of a well-known binary format that begins with the bytes; `nil` for any other.
    static func binaryFormat(_ prefix: [UInt8]) -> String? {
        let signatures: [(bytes: [UInt8], name: String)] = [
            ([0x50, 0x4B, 0x03, 0x04], "a zip archive or an .xlsx or .ods workbook"),
            ([0xD0, 0xCF, 0x11, 0xE0], "an .xls workbook"),
            ([0x1F, 0x8B], "compressed with gzip"),
            ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
            ([0x53, 0x51, 0x4C, 0x69, 0x74, 0x65, 0x20], "an SQLite database"),
            ([0xFF, 0xFE, 0x00, 0x00], "UTF-32 text"),
        ]
        return signatures.first { prefix.starts(with: $0.bytes) }?.name
    }
}
