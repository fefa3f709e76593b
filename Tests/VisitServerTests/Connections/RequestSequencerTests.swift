import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import VisitServer

@Suite("One request of a connection at a time")
struct RequestSequencerTests {
    private static func head(_ path: String) -> HTTPRequestPart {
        .head(HTTPRequest(method: .get, scheme: "http", authority: "x", path: path))
    }

    private static func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// The paths of the requests that were handed on.
    private static func paths(_ channel: EmbeddedChannel) throws -> [String] {
        var paths: [String] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .head(let head) = part { paths.append(head.path ?? "") }
        }
        return paths
    }

    private static func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: RequestSequencer())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test("A request that was sent ahead waits for the answer to the one before")
    func waits() throws {
        let channel = try Self.channel()
        for path in ["/1", "/2", "/3"] {
            try channel.writeInbound(Self.head(path))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        #expect(try Self.paths(channel) == ["/1"])
        try Self.answer(channel)
        #expect(try Self.paths(channel) == ["/2"])
        try Self.answer(channel)
        #expect(try Self.paths(channel) == ["/3"])
        #expect(channel.isActive)
    }

    @Test("A client that sends very many requests ahead is answered the first of them, and loses the connection")
    func many() throws {
        let channel = try Self.channel()
        for number in 0..<1_000 {
            try channel.writeInbound(Self.head("/\(number)"))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        var answered = 0
        while channel.isActive, try Self.paths(channel).count == 1 {
            try Self.answer(channel)
            answered += 1
        }
        #expect(answered == RequestSequencer.heldRequestLimit + 1)
        #expect(!channel.isActive)
    }

    @Test("Long pipelined bodies are not buffered, and no request is forwarded in part")
    func longBodies() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head("/1"))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.head("/2"))
        let piece = ByteBuffer(repeating: 0x20, count: RequestSequencer.heldByteLimit / 2)
        for _ in 0..<3 { try channel.writeInbound(HTTPRequestPart.body(piece)) }
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(try Self.paths(channel) == ["/1"])
        try Self.answer(channel)
        #expect(try Self.paths(channel).isEmpty)
        #expect(!channel.isActive)
    }

    @Test("What is not a HTTP is answered in turn with a problem document, and ends the connection")
    func malformed() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head("/1"))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
        try Self.answer(channel)
        _ = try channel.readOutbound(as: HTTPResponsePart.self)
        _ = try channel.readOutbound(as: HTTPResponsePart.self)
        guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no answer")
            return
        }
        #expect(head.status == .badRequest)
        #expect(head.headerFields[.contentType] == "application/problem+json")
        #expect(!channel.isActive)
    }
}
