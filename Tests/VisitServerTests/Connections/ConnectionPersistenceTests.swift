import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import VisitServer

@Suite("Clients that keep a connection and those that do not")
struct ConnectionPersistenceTests {
    /// Sends a request, answers it, and returns what the client gets, and whether its connection goes on.
    ///
    /// The last handler is as the library: it closes after a request with `Connection: close`.
    private static func exchange(
        _ request: String,
        _ response: HTTPResponse,
        body: [String] = ["abc", "defg"]
    ) throws -> (text: String, isKept: Bool) {
        let channel = EmbeddedChannel()
        let limits = ServiceChannel.Limits(
            deadlines: .init(head: .seconds(60), body: .seconds(60), answer: .seconds(30)),
            body: 1_000
        )
        try ServiceChannel.addHandlers(to: channel.pipeline.syncOperations, limits)
        let watch = OutputWatch()
        try channel.pipeline.syncOperations.addHandler(watch, position: .first)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(string: request))
        var isClosed = false
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .head(let head) = part { isClosed = head.headerFields[.connection] == "close" }
        }
        try channel.writeOutbound(HTTPResponsePart.head(response))
        for piece in body { try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: piece))) }
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return (text, !isClosed && !watch.isClosed && channel.isActive)
    }

    /// Records that the output was closed.
    private final class OutputWatch: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = ByteBuffer
        var isClosed = false

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            isClosed = true
            promise?.succeed()
        }
    }

    private static let framed = HTTPResponse(status: .ok, headerFields: [.contentLength: "7"])
    private static let stream = HTTPResponse(status: .ok)
    private static let empty = HTTPResponse(status: .noContent)

    @Test(
        "A client of HTTP/1.0 is closed unless it asks otherwise, and never gets chunks",
        arguments: [
            ("GET / HTTP/1.0\r\n\r\n", framed, "close", false),
            ("GET / HTTP/1.0\r\nConnection: close\r\n\r\n", framed, "close", false),
            ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", framed, "keep-alive", true),
            ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", framed, "keep-alive", true),
            ("GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", stream, "close", false),
            ("GET / HTTP/1.0\r\n\r\n", stream, "close", false),
            ("DELETE / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", empty, "keep-alive", true),
            ("DELETE / HTTP/1.0\r\n\r\n", empty, "close", false),
        ]
    )
    func old(request: String, response: HTTPResponse, connection: String, isKept: Bool) throws {
        let hasBody = response.status != .noContent
        let answer = try Self.exchange(request, response, body: hasBody ? ["abc", "defg"] : [])
        #expect(answer.text.hasPrefix("HTTP/1.0 \(response.status.code) "))
        #expect(answer.text.contains("Connection: \(connection)\r\n"))
        #expect(!answer.text.lowercased().contains("transfer-encoding"))
        #expect(answer.text.hasSuffix(hasBody ? "\r\n\r\nabcdefg" : "\r\n\r\n"))
        #expect(answer.isKept == isKept)
    }

    @Test(
        "A client of HTTP/1.1 keeps its connection unless it says otherwise, however it spells that",
        arguments: [
            ("", true), ("Connection: keep-alive\r\n", true), ("Connection: close\r\n", false),
            ("Connection: Close\r\n", false), ("Connection: TE, close\r\n", false), ("Connection: TE\r\n", true),
        ]
    )
    func modern(header: String, isKept: Bool) throws {
        let answer = try Self.exchange("GET / HTTP/1.1\r\nHost: a\r\n\(header)\r\n", Self.stream)
        #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.text.lowercased().contains("transfer-encoding: chunked\r\n"))
        #expect(answer.text.contains("Connection: close\r\n") == !isKept)
        #expect(answer.isKept == isKept)
    }

    @Test("Requests that follow each other on a connection are each answered in their own version")
    func sequence() throws {
        let both = "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.0\r\n\r\n"
        let channel = EmbeddedChannel()
        let limits = ServiceChannel.Limits(
            deadlines: .init(head: .seconds(60), body: .seconds(60), answer: .seconds(30)),
            body: 1_000
        )
        try ServiceChannel.addHandlers(to: channel.pipeline.syncOperations, limits)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(string: both))
        for _ in 0..<2 {
            try channel.writeOutbound(HTTPResponsePart.head(Self.framed))
            try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "abcdefg")))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        let answers = text.split(separator: "abcdefg").map(String.init)
        #expect(answers.count == 2)
        #expect(answers[0].hasPrefix("HTTP/1.1 ") && !answers[0].contains("Connection: close"))
        #expect(answers[1].hasPrefix("HTTP/1.0 ") && answers[1].contains("Connection: close"))
    }
}
