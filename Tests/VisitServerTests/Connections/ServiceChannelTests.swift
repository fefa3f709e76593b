import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import VisitServer

@Suite("A connection from its bytes on")
struct ServiceChannelTests {
    private static func channel(crossOrigins: [String] = []) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let limits = ServiceChannel.Limits(
            deadlines: .init(head: .seconds(60), body: .seconds(60), answer: .seconds(30)),
            body: 1_000,
            crossOrigins: CrossOriginPolicy(origins: try crossOrigins.map { try #require(WebOrigin($0)) })
        )
        try ServiceChannel.addHandlers(to: channel.pipeline.syncOperations, limits)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private static func send(_ text: String, _ channel: EmbeddedChannel) {
        // What is wrong with the bytes is answered, and nothing of it leaves the pipeline.
        _ = try? channel.writeInbound(ByteBuffer(string: text))
    }

    private static func received(_ channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }

    private static func requestCount(_ channel: EmbeddedChannel) throws -> Int {
        var count = 0
        while let part = try channel.readInbound(as: HTTPRequestPart.self) { if case .head = part { count += 1 } }
        return count
    }

    @Test(
        "A request that is not a HTTP is refused with a problem document",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", 400, "invalid_host"),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "invalid_host"),
            ("GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n", 400, "invalid_host"),
            ("certainly not\r\n\r\n", 400, "malformed_request"),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400, "malformed_request"),
            (
                "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n", 431,
                "head_too_large"
            ),
        ]
    )
    func refused(text: String, status: Int, code: String) throws {
        let channel = try Self.channel()
        Self.send(text, channel)
        let answer = try Self.received(channel)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.contains("application/problem+json"))
        #expect(answer.contains(code))
        #expect(try Self.requestCount(channel) == 0)
        #expect(!channel.isActive)
    }

    @Test(
        "A page of a permitted origin may read the refusal of its request before any endpoint",
        arguments: [
            ("POST /v1/fixes HTTP/1.1\r\nOrigin: https://app.example.com\r\n\r\n", true),
            ("POST /v1/fixes HTTP/1.1\r\nHost: a\r\nHost: b\r\nOrigin: https://app.example.com\r\n\r\n", true),
            ("POST /v1/fixes HTTP/1.1\r\nOrigin: https://evil.example.com\r\n\r\n", false),
            ("POST /members HTTP/1.1\r\nOrigin: https://app.example.com\r\n\r\n", false),
            ("certainly not\r\nOrigin: https://app.example.com\r\n\r\n", false),
            (
                "GET /v1/fixes HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example.com\r\n\r\ncertainly not\r\n\r\n",
                false
            ),
        ]
    )
    func crossOrigin(text: String, isPermitted: Bool) throws {
        let channel = try Self.channel(crossOrigins: ["https://app.example.com"])
        Self.send(text, channel)
        let answer = try Self.received(channel).lowercased()
        #expect(answer.contains("access-control-allow-origin: https://app.example.com") == isPermitted)
    }

    /// Counts the bytes that reach the decoder.
    private final class ByteCounter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        var count = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            count += unwrapInboundIn(data).readableBytes
            context.fireChannelRead(data)
        }
    }

    @Test("Of thousands of requests in one read few are decoded, and nothing that comes after them")
    func manyInOneRead() throws {
        let channel = try Self.channel()
        let pipeline = channel.pipeline.syncOperations
        let (counter, request) = (ByteCounter(), "GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
        try pipeline.addHandler(counter, position: .after(try pipeline.handler(type: PipeliningLimit.self)))
        Self.send(String(repeating: request, count: 2_000), channel)
        #expect(counter.count == PipeliningLimit.headsAtATime * request.utf8.count)
        Self.send(String(repeating: request, count: 2_000), channel)
        #expect(counter.count == PipeliningLimit.headsAtATime * request.utf8.count)
        #expect(try Self.requestCount(channel) == 1)
    }

    @Test("After input that can't be decoded nothing more is, also while a request is in progress")
    func nothingAfterAnError() throws {
        let channel = try Self.channel()
        let pipeline = channel.pipeline.syncOperations
        let counter = ByteCounter()
        try pipeline.addHandler(counter, position: .after(try pipeline.handler(type: PipeliningLimit.self)))
        Self.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n", channel)
        Self.send("certainly not\r\n\r\n" + String(repeating: "\r\n\r\n", count: 5_000), channel)
        let count = counter.count
        #expect(count < 200)
        Self.send(String(repeating: "\r\n\r\n", count: 5_000), channel)
        #expect(counter.count == count)
        #expect(try Self.requestCount(channel) == 1)
    }

    @Test("A body that contains empty lines is passed on whole")
    func emptyLines() throws {
        let channel = try Self.channel()
        let body = String(repeating: "\r\n\r\n[1]", count: 100)
        Self.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)", channel)
        var received = ByteBuffer()
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .body(var bytes) = part { received.writeBuffer(&bytes) }
        }
        #expect(String(buffer: received) == body)
    }

    @Test("A request of HTTP/1.0 needs no host")
    func old() throws {
        let channel = try Self.channel()
        Self.send("GET / HTTP/1.0\r\n\r\n", channel)
        #expect(try Self.requestCount(channel) == 1)
        #expect(try Self.received(channel).isEmpty)
    }

    @Test(
        "A client that waits for leave to send its body gets it, unless the body is too long",
        arguments: [(10, true), (1_001, false)]
    )
    func expectation(length: Int, isContinued: Bool) throws {
        let channel = try Self.channel()
        Self.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n", channel)
        #expect(try Self.received(channel) == (isContinued ? "HTTP/1.1 100 Continue\r\n\r\n" : ""))
        #expect(try Self.requestCount(channel) == 1)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try Self.received(channel).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
}
