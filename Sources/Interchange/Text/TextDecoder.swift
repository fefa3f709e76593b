internal import VisitModel

/// Converts the bytes of a document to UTF-8 incrementally, whatever their encoding.
///
/// UTF-8 and UTF-16 are detected by a byte order mark or by zero bytes. Everything else is decoded as UTF-8, and a byte
/// that is not part of a UTF-8 sequence as Windows-1252. This is decided for each byte and not for the document,
/// because real files may be UTF-8 for a megabyte and then contain one pasted row in another encoding. (Two accented
/// Windows-1252 letters look like UTF-8 only in a text such as `Ã©`.)
package struct TextDecoder: Sendable {
    /// A byte, or half of a UTF-16 pair, that is invalid in the document's encoding.
    package struct InvalidSequence: Hashable, Sendable {
        package let value: UInt16
        /// The offset of its replacement in all the text decoded so far, in bytes.
        package let outputOffset: Int
    }

    /// The encoding, known once enough bytes have been read.
    ///
    /// A document with bytes decoded as Windows-1252, and without any UTF-8 sequence, is Windows-1252.
    package var encoding: TextEncoding? {
        guard detected == .utf8, invalidByteCount > 0, !sawSequence else { return detected }
        return .windows1252
    }

    /// The first invalid byte: decoded as Windows-1252, or as U+FFFD in UTF-16.
    package private(set) var firstInvalidByte: InvalidSequence?
    package private(set) var invalidByteCount = 0

    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private var detected: TextEncoding?
    private var sawSequence = false
    /// The number of bytes of text written so far.
    private(set) var outputCount = 0
    /// Bytes that wait for the rest of their character, or for enough others to detect the encoding.
    private var pending: [UInt8] = []

    package init() {}

    /// Decodes the next bytes; throws `InterchangeError` with code `encoding` for no text, for instance a zip archive.
    package mutating func decode(
        _ chunk: UnsafeBufferPointer<UInt8>,
        into output: inout [UInt8]
    ) throws(InterchangeError) {
        guard detected != nil else {
            pending.append(contentsOf: chunk)
            if pending.count >= TextEncoding.detectionLength {
                try detectAndDecode(into: &output, isLast: false)
            }
            return
        }
        if pending.isEmpty {
            decodeKnown(chunk, into: &output, isLast: false)
        } else {
            pending.append(contentsOf: chunk)
            decodePending(into: &output, isLast: false)
        }
    }

    /// Decodes the remaining bytes at the end of the document; throws as `decode` does.
    package mutating func finish(into output: inout [UInt8]) throws(InterchangeError) {
        if detected == nil {
            try detectAndDecode(into: &output, isLast: true)
        } else {
            decodePending(into: &output, isLast: true)
        }
    }

    private mutating func detectAndDecode(into output: inout [UInt8], isLast: Bool) throws(InterchangeError) {
        if let format = TextEncoding.binaryFormat(pending) {
            throw InterchangeError(
                .encoding,
                "the file is \(format) and not text; extract it or save it as CSV in UTF-8"
            )
        }
        let (encoding, markLength) = TextEncoding.detect(pending)
        detected = encoding
        pending.removeFirst(markLength)
        decodePending(into: &output, isLast: isLast)
    }

    private mutating func decodePending(into output: inout [UInt8], isLast: Bool) {
        let bytes = pending
        pending = []
        bytes.withUnsafeBufferPointer { decodeKnown($0, into: &output, isLast: isLast) }
    }

    private mutating func decodeKnown(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into output: inout [UInt8],
        isLast: Bool
    ) {
        let before = output.count
        switch detected {
        case .utf16LittleEndian: decodeUTF16(bytes, highByteFirst: false, into: &output, isLast: isLast)
        case .utf16BigEndian: decodeUTF16(bytes, highByteFirst: true, into: &output, isLast: isLast)
        case .utf8, .windows1252, nil: decodeUTF8(bytes, into: &output, isLast: isLast)
        }
        outputCount += output.count - before
    }

    /// Copies valid UTF-8 and converts the other bytes.
    private mutating func decodeUTF8(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into output: inout [UInt8],
        isLast: Bool
    ) {
        let base = outputCount - output.count
        var (runStart, index) = (0, 0)
        while true {
            index = UTF8Scanner.endOfASCII(bytes, from: index)
            guard index < bytes.count else { break }
            switch UTF8Scanner.sequence(bytes, at: index) {
            case .complete(let length):
                sawSequence = true
                index += length
            case .cutOff where !isLast:
                output.append(contentsOf: bytes[runStart..<index])
                pending = Array(bytes[index...])
                return
            case .cutOff, .invalid:
                output.append(contentsOf: bytes[runStart..<index])
                record(UInt16(bytes[index]), at: base + output.count)
                output.append(contentsOf: Windows1252.scalar(bytes[index]).utf8)
                index += 1
                runStart = index
            }
        }
        output.append(contentsOf: bytes[runStart..<bytes.count])
    }

    /// Converts UTF-16; half a surrogate pair alone becomes U+FFFD.
    private mutating func decodeUTF16(
        _ bytes: UnsafeBufferPointer<UInt8>,
        highByteFirst: Bool,
        into output: inout [UInt8],
        isLast: Bool
    ) {
        let base = outputCount - output.count
        func unit(at index: Int) -> UInt16 {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return highByteFirst ? first << 8 | second : second << 8 | first
        }
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(at: index)
            var scalar = Unicode.Scalar(first)
            var length = 2
            if UTF16.isLeadSurrogate(first) {
                if index + 3 < bytes.count {
                    scalar = Unicode.Scalar(lead: first, trail: unit(at: index + 2))
                    if scalar != nil { length = 4 }
                } else if !isLast {
                    break
                }
            }
            if scalar == nil { record(first, at: base + output.count) }
            output.append(contentsOf: (scalar ?? Self.replacement).utf8)
            index += length
        }
        if !isLast {
            pending = Array(bytes[index...])
        } else if index < bytes.count {
            record(UInt16(bytes[index]), at: base + output.count)
            output.append(contentsOf: Self.replacement.utf8)
        }
    }

    private mutating func record(_ value: UInt16, at outputOffset: Int) {
        invalidByteCount += 1
        if firstInvalidByte == nil {
            firstInvalidByte = InvalidSequence(value: value, outputOffset: outputOffset)
        }
    }
}

extension Unicode.Scalar {
    /// The character of a UTF-16 surrogate pair; `nil` where the units are none.
    init?(lead: UInt16, trail: UInt16) {
        guard UTF16.isLeadSurrogate(lead), UTF16.isTrailSurrogate(trail) else { return nil }
        self.init(0x10000 + UInt32(lead - 0xD800) << 10 + UInt32(trail - 0xDC00))
    }
}

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

    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(specials[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }
}

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
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
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
