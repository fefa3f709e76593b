/// The code page Windows-1252, as far as it differs from Latin-1.
enum Windows1252 {
    /// The characters of the bytes 0x80...0x9F.
    ///
    /// Source: WHATWG Encoding Standard, index windows-1252. Five bytes are not assigned; they keep their own number as
    /// in browsers, so that nothing is lost.
    private static let specials: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]

    /// The character of a byte.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(specials[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }
}
