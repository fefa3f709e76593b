/// Parses a response incrementally, keeps the parts needed and stops at a size limit.
///
/// A receiver is not trusted: it may send headers or a body without end, so both are limited.
struct ResponseReader {
    /// The limit that ended reading.
    enum Stop { case endlessHeaders, longBody }

    /// The maximum number of header bytes, including interim responses (1xx) and trailers.
    static let mostHeaderBytes = 65_536
    /// The maximum number of body bytes to read; the status is known by then, and the rest is not needed.
    static let mostBodyBytes = 65_536
    /// The maximum length of `Retry-After`; a date has 29 characters (RFC 9110, section 5.6.7).
    static let mostRetryAfter = 100

    private(set) var status = 0
    private(set) var retryAfter: String?
    private(set) var body: [UInt8] = []
    private(set) var stop: Stop?
    private var isHeaderComplete = false
    private var headerBytes = 0
    private var bodyBytes = 0
    private let keptBodyBytes: Int

    init(keptBodyBytes: Int) { self.keptBodyBytes = keptBodyBytes }

    /// The response received so far; `nil` before the end of the headers.
    var response: HTTPResponse? {
        guard isHeaderComplete else { return nil }
        return HTTPResponse(status: status, retryAfter: retryAfter, body: body, isBodyCut: bodyBytes > body.count)
    }

    /// Whether no byte has been received.
    var isUntouched: Bool { headerBytes == 0 && bodyBytes == 0 }

    /// Whether a status line was received and the headers are incomplete.
    var hasBegun: Bool { status > 0 && !isHeaderComplete }

    /// Takes one header line with its line end, also the status line and the final blank line; false stops the
    /// transfer.
    mutating func append(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.mostHeaderBytes else {
            stop = .endlessHeaders
            return false
        }
        guard !isHeaderComplete, let first = line.first else { return true }
        switch first {
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            // An interim response (RFC 9110, section 15.2) is followed by another one.
            isHeaderComplete = status >= 200
        case UInt8(ascii: "H"), UInt8(ascii: "h"): readStatus(line)
        case UInt8(ascii: "R"), UInt8(ascii: "r"): readRetryAfter(line)
        default: break
        }
        return true
    }

    /// Takes a piece of the body; false stops the transfer.
    mutating func append(body piece: UnsafeRawBufferPointer) -> Bool {
        let room = keptBodyBytes - body.count
        if room > 0 { body += piece.prefix(room) }
        bodyBytes += piece.count
        guard bodyBytes <= Self.mostBodyBytes else {
            stop = .longBody
            return false
        }
        return true
    }

    /// Parses `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private mutating func readStatus(_ line: UnsafeRawBufferPointer) {
        guard line.starts(with: "HTTP/".utf8) else { return }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1 else { return }
        let digits = words[1].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.prefix(3)
        status = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        retryAfter = nil
    }

    private mutating func readRetryAfter(_ line: UnsafeRawBufferPointer) {
        let name = "retry-after:".utf8
        guard line.count > name.count, zip(line, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { return }
        let value = line.dropFirst(name.count).prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        let printable = value.filter { (0x20...0x7E).contains($0) }.drop { $0 == 0x20 }.prefix(Self.mostRetryAfter)
        retryAfter = printable.isEmpty ? nil : String(decoding: printable, as: UTF8.self)
    }
}
