import Foundation
import Glibc
import LoopbackSocket
import Synchronization
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

/// Over sockets of the system, from the bytes that a client sends to the end of its connection.
@Suite("A client of HTTP/1.0 at a listening service", .serialized)
struct OldClientTests {
    /// Runs a service on a free port while a closure uses it.
    private static func listening(_ body: @Sendable (ServiceScene, Int) async throws -> Void) async throws {
        var options = ServiceOptions()
        options.port = 0
        let scene = try ServiceScene(places: 1, options: options)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let running = Task { try await scene.service.run(stoppedBy: []) { port.yield($0) } }
        var iterator = ports.makeAsyncIterator()
        let number = try #require(await iterator.next())
        do {
            try await body(scene, number)
        } catch {
            running.cancel()
            throw error
        }
        running.cancel()
        _ = try? await running.value
    }

    /// Sends bytes and reads up to a text, or to the end of the connection.
    ///
    /// Runs on a thread of its own, because it waits for the system.
    private static func converse(
        _ port: Int,
        _ request: String,
        until end: String? = nil
    ) async -> (text: String, isClosed: Bool) {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let client = footfall_test_connect(UInt16(port))
                defer { close(client) }
                var limit = timeval(tv_sec: 20, tv_usec: 0)
                setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                var (bytes, isClosed): ([UInt8], Bool) = ([], false)
                if client >= 0, send(client, request, request.utf8.count, 0) == request.utf8.count {
                    var room = [UInt8](repeating: 0, count: 1 << 16)
                    while end.map({ !String(decoding: bytes, as: UTF8.self).contains($0) }) ?? true {
                        let count = recv(client, &room, room.count, 0)
                        isClosed = count == 0
                        guard count > 0 else { break }
                        bytes += room[..<count]
                    }
                }
                continuation.resume(returning: (String(decoding: bytes, as: UTF8.self), isClosed))
            }
        }
    }

    @Test("Without keep-alive the connection is closed after the response")
    func closed() async throws {
        try await Self.listening { scene, port in
            let token = try scene.token(.read).text
            for path in ["/health", "/v1/facilities", "/v1/nothing", "/metrics"] {
                let request = "GET \(path) HTTP/1.0\r\nAuthorization: Bearer \(token)\r\n\r\n"
                let (text, isClosed) = await Self.converse(port, request)
                #expect(isClosed, "\(path)")
                #expect(text.hasPrefix("HTTP/1.0 "), "\(path): \(text)")
                #expect(text.contains("Connection: close"), "\(path): \(text)")
                #expect(!text.lowercased().contains("chunked"), "\(path): \(text)")
            }
        }
    }

    @Test("With keep-alive the connection serves the next request, and ends when that does not ask for it")
    func kept() async throws {
        try await Self.listening { _, port in
            let both = "GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /health HTTP/1.0\r\n\r\n"
            let (text, isClosed) = await Self.converse(port, both)
            #expect(isClosed)
            #expect(text.components(separatedBy: "HTTP/1.0 200 OK").count == 3)
            #expect(text.contains("Connection: keep-alive"))
            #expect(text.contains("Connection: close"))
        }
    }

    @Test("The live stream has no chunks and ends with the connection", arguments: ["", "Connection: keep-alive\r\n"])
    func stream(header: String) async throws {
        try await Self.listening { scene, port in
            let token = try scene.token(.read).text
            let request = "GET /v1/events/stream HTTP/1.0\r\nAuthorization: Bearer \(token)\r\n\(header)\r\n"
            async let begun = Self.converse(port, request, until: ": listening\n\n")
            let (head, _) = await begun
            #expect(head.hasPrefix("HTTP/1.0 200 OK\r\n"), "\(head)")
            #expect(!head.lowercased().contains("chunked"))
            #expect(head.contains("Connection: close"))
            #expect(head.contains("\r\n\r\nretry: 2000\nid: "), "\(head)")
            // The service ends its streams when it stops.
            async let whole = Self.converse(port, request)
            while scene.live.feed.listenerCount == 0 { await Task.yield() }
            scene.live.feed.finish()
            let (text, isClosed) = await whole
            #expect(isClosed)
            #expect(text.hasSuffix("\n\n"), "\(text)")
        }
    }

    @Test(
        "A client of HTTP/1.1 that closes is closed, however it spells that",
        arguments: ["close", "Close", "x, CLOSE"]
    )
    func modern(value: String) async throws {
        try await Self.listening { _, port in
            let request = "GET /health HTTP/1.1\r\nHost: a\r\nConnection: \(value)\r\n\r\n"
            let (text, isClosed) = await Self.converse(port, request)
            #expect(isClosed)
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }
}
