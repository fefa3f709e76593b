import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import VisitServer

@Suite("Packed responses")
struct PackedResponseTests {
    @Test(
        "Gzip is used where the client takes it",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("deflate, gzip;q=0.5", true), ("GZIP", true), ("br", false),
            ("gzip;q=0", false), ("*", true), ("*;q=0", false), ("identity, *;q=0.1", true), ("gzip;q=0, *", false),
            ("x-gzip", true), ("gzip; q=0.0", false),
        ]
    )
    func accepted(header: String?, isAccepted: Bool) { #expect(GzipEncoding.isAccepted(by: header) == isAccepted) }

    @Test("What is packed unpacks to the same", arguments: [0, 1, 100, 100_000])
    func unpacks(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let gunzip = try Gunzip(limit: 1 << 20)
        gunzip.append(GzipEncoding.packed(bytes))
        var unpacked: [UInt8] = []
        while try !gunzip.unpack(into: &unpacked, upTo: .max) {}
        try gunzip.finish()
        #expect(unpacked == bytes)
    }

    @Test("Pages and files are packed for a client that takes it, with the same content, and for another not")
    func pages() async throws {
        let browser = DashboardBench(try ServiceScene())
        for path in ["/sign-in", "/assets/footfall.css", "/assets/live.js"] {
            let plain = try await browser.open(path)
            let packed = try await browser.open(path, headers: ["Accept-Encoding": "gzip, br"])
            #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding", "\(path)")
            #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.vary] == "Accept-Encoding", "\(path)")
            let gunzip = try Gunzip(limit: 1 << 20)
            gunzip.append(packed.bytes)
            var unpacked: [UInt8] = []
            while try !gunzip.unpack(into: &unpacked, upTo: .max) {}
            // The form token of a page differs each time.
            #expect(path == "/sign-in" ? unpacked.count == plain.bytes.count : unpacked == plain.bytes, "\(path)")
            #expect(packed.bytes.count < plain.bytes.count, "\(path)")
        }
    }

    @Test("A long body is sent by pieces, which together are the body")
    func pieces() async throws {
        let bytes = ByteBuffer(bytes: (0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let body = Response.pieces(of: bytes)
        #expect(body.contentLength == 100_000)
        let written = Written()
        try await body.write(Writer(written: written))
        #expect(written.lengths == [32_768, 32_768, 32_768, 1_696])
        #expect(written.bytes == bytes)
    }

    private final class Written {
        var lengths: [Int] = []
        var bytes = ByteBuffer()
    }

    private struct Writer: ResponseBodyWriter {
        let written: Written

        mutating func write(_ buffer: ByteBuffer) async throws {
            written.lengths.append(buffer.readableBytes)
            written.bytes.writeImmutableBuffer(buffer)
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
