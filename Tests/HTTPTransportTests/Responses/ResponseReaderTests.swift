import Testing

@testable import HTTPTransport

@Suite("Reading an answer")
struct ResponseReaderTests {
    private func read(_ lines: [String], kept: Int = 2_048) -> ResponseReader {
        var reader = ResponseReader(keptBodyBytes: kept)
        for line in lines {
            _ = Array("\(line)\r\n".utf8).withUnsafeBytes { reader.append(headerLine: $0) }
        }
        return reader
    }

    private func feed(_ body: [UInt8], _ reader: inout ResponseReader) -> Bool {
        body.withUnsafeBytes { reader.append(body: $0) }
    }

    @Test("there is no answer before the end of its headers")
    func unfinished() {
        #expect(read([]).response == nil)
        #expect(read(["HTTP/1.1 200 OK", "A: b"]).response == nil)
        #expect(read(["HTTP/1.1 100 Continue", ""]).response == nil)
    }

    @Test(
        "the status is the last one's",
        arguments: [
            (["HTTP/1.1 200 OK", ""], 200), (["HTTP/2 204 ", ""], 204), (["HTTP/1.1 404", ""], 404),
            (["HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Hints", "Link: a", "", "HTTP/1.1 500 No", ""], 500),
        ]
    )
    func status(lines: [String], status: Int) {
        #expect(read(lines).response?.status == status)
    }

    @Test(
        "Retry-After is kept in any case, printable and short",
        arguments: [
            ("Retry-After: 120", "120"), ("retry-after:7", "7"), ("RETRY-AFTER:   9", "9"), ("Retry-After:", nil),
            ("Retry-Afte: 1", nil), ("Retry-After-X: 1", nil), ("Retry-After: 1\u{1}\u{7F}é2", "12"),
            ("Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT"),
            ("Retry-After: " + String(repeating: "9", count: 300), String(repeating: "9", count: 100)),
        ]
    )
    func retryAfter(line: String, kept: String?) {
        #expect(read(["HTTP/1.1 429 x", line, ""]).response?.retryAfter == kept)
        // Not from an interim answer, and not from a trailer
        #expect(read(["HTTP/1.1 103 x", line, "", "HTTP/1.1 200 OK", "", line]).response?.retryAfter == nil)
    }

    @Test("headers end at 64 kB, interim answers counted")
    func endless() {
        var reader = read(["HTTP/1.1 200 OK"])
        let line = Array("X-Header: value\r\n".utf8)
        var count = 0
        while line.withUnsafeBytes({ reader.append(headerLine: $0) }) { count += 1 }
        #expect(reader.stop == .endlessHeaders)
        #expect(count == (65_536 - 17) / 17)
    }

    @Test("the first bytes of a body are kept however it is cut into pieces", arguments: 0..<40)
    func pieces(seed: UInt64) throws {
        // A linear congruential generator (Knuth, MMIX) is random enough for lengths
        var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let kept = next(below: 100)
        let body = (0..<next(below: 200)).map { _ in UInt8(next(below: 256)) }
        var reader = read(["HTTP/1.1 200 OK", ""], kept: kept)
        var rest = body[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + next(below: 60))
            rest = rest.dropFirst(piece.count)
            #expect(feed(Array(piece), &reader))
        }
        let response = try #require(reader.response)
        #expect(response.body == Array(body.prefix(kept)), "seed \(seed)")
        #expect(response.isBodyCut == (body.count > kept), "seed \(seed)")
    }

    @Test("at most 64 kB of a body are read")
    func longBody() {
        var reader = read(["HTTP/1.1 200 OK", ""])
        #expect(feed([UInt8](repeating: 1, count: 65_536), &reader))
        #expect(reader.stop == nil)
        #expect(!feed([1], &reader))
        #expect(reader.stop == .longBody)
        #expect(reader.response?.body.count == 2_048)
    }
}
