import Foundation
import HostileReceivers
import HTTPTransport
import Testing

@Suite("Outcomes of a receiver's behaviour")
struct OutcomeTests {
    static let outcomes: [(path: String, outcome: String)] = [
        ("/200", "200"), ("/204", "204"), ("/301", "301"), ("/302-private", "302"), ("/404", "404"), ("/410", "410"),
        ("/429", "429"), ("/500", "500"), ("/continue", "200"), ("/chunked", "200"), ("/4k", "200"), ("/long", "200"),
        ("/nothing", "connection_lost"), ("/reset", "connection_lost"), ("/half", "incomplete_answer"),
        ("/half-chunk", "incomplete_answer"), ("/reset-in-body", "incomplete_answer"), ("/garbage", "bad_answer"),
        ("/bytes", "bad_answer"), ("/headers", "bad_answer"), ("/long-header", "bad_answer"),
        ("/continues", "bad_answer"),
    ]

    @Test("each behaviour has its outcome", arguments: outcomes)
    func table(path: String, outcome: String) async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        let exchange = await transport.send(try .to(receiver.url(path)))
        #expect(exchange.outcome == outcome, "\(exchange.result)")
        #expect(receiver.count("/moved") == 0)
        #expect(receiver.connections == 1)
        #expect(exchange.duration > .zero)
    }

    @Test("an endless response ends by the timeout", arguments: ["/hang", "/drip", "/drip-headers"])
    func timeout(path: String) async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        let exchange = await transport.send(try .to(receiver.url(path), timeout: .milliseconds(300)))
        #expect(exchange.outcome == "timed_out")
        #expect(exchange.duration >= .milliseconds(300))
        // On a busy machine the timeout may come before the connection.
        #expect(receiver.count(path) <= 1)
    }

    @Test(
        "no timeout is too long, and none at all is over at once",
        arguments: [(Duration.seconds(Int64.max), "200"), (.zero, "timed_out"), (.seconds(-5), "timed_out")]
    )
    func extremeTimeouts(timeout: Duration, outcome: String) async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        #expect(await transport.send(try .to(receiver.url("/200"), timeout: timeout)).outcome == outcome)
    }

    @Test("the response's status, text and Retry-After are returned")
    func answers() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        let busy = try await transport.send(try .to(receiver.url("/429"))).result.get()
        #expect(busy.retryAfter == "120")
        let broken = try await transport.send(try .to(receiver.url("/500"))).result.get()
        #expect(broken.body == Array("oops".utf8))
        #expect(!broken.isBodyCut && broken.retryAfter == nil)
        let interim = try await transport.send(try .to(receiver.url("/continue"))).result.get()
        #expect(interim.retryAfter == nil && interim.body == Array("ok".utf8))
        let chunked = try await transport.send(try .to(receiver.url("/chunked"))).result.get()
        #expect(chunked.retryAfter == nil && chunked.body == Array("hello".utf8))
    }

    @Test("the start of a long body is kept, and 100 MB are never read")
    func longBody() async throws {
        let receiver = try HostileReceiver()
        var options = TransportOptions()
        options.keptBodyBytes = 1_000
        let transport = try CurlTransport(options)
        let some = try await transport.send(try .to(receiver.url("/4k"))).result.get()
        #expect(some.body == [UInt8](repeating: UInt8(ascii: "a"), count: 1_000))
        #expect(some.isBodyCut)
        let much = try await transport.send(try .to(receiver.url("/long"))).result.get()
        #expect(much.body.count == 1_000 && much.isBodyCut)
        // At most the buffers of two sockets have left the receiver
        transport.shutDown()
        #expect(receiver.sentBytes < Script.longBody / 2)
    }

    @Test("a request is a POST with its headers, and only the host, the length and the agent are added")
    func request() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        let headers = [
            HTTPHeader("webhook-id", "msg_1"), HTTPHeader("X-Empty", ""), HTTPHeader("X-Twice", "1"),
            HTTPHeader("X-Twice", "2"), HTTPHeader("X-Cut", "a\r\nX-Evil: b"), HTTPHeader("", "nameless"),
            HTTPHeader("Host", "evil.example"), HTTPHeader("content-length", "1"),
            HTTPHeader("Transfer-Encoding", "chunked"),
            HTTPHeader("Connection", "close"), HTTPHeader("Expect", "100-continue"),
        ]
        let body = String(repeating: "x", count: 100_000)
        #expect(await transport.send(try .to(receiver.url("/200"), headers: headers, body: body)).outcome == "200")
        let received = try #require(receiver.requests.first)
        #expect(received.method == "POST")
        #expect(received.body == Array(body.utf8))
        let names = received.head.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != ":" }.lowercased() }
        #expect(
            names.sorted() == [
                "accept", "content-length", "host", "user-agent", "webhook-id", "x-cut", "x-empty", "x-twice",
                "x-twice",
            ]
        )
        #expect(received.values("host") == ["127.0.0.1:\(receiver.port)"])
        #expect(received.values("content-length") == ["100000"])
        #expect(received.values("user-agent") == ["Footfall/0.1"])
        #expect(received.values("x-twice") == ["1", "2"])
        #expect(received.values("x-empty") == [""])
        #expect(received.values("x-cut") == ["aX-Evil: b"])
    }

    @Test("a body can be sent by another method, and the next request is a POST again")
    func methods() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        var request = try HTTPRequest.to(receiver.url("/200"), body: "{\"a\":1}")
        for method in HTTPRequest.Method.allCases + [.post] {
            request.method = method
            #expect(await transport.send(request).outcome == "200")
            let received = try #require(receiver.requests.last)
            #expect(received.method == method.rawValue)
            #expect(received.body == request.body)
        }
    }

    @Test("a caller's own thread can wait for an outcome, of every kind", arguments: outcomes)
    func holdingThread(path: String, outcome: String) async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport(.patient)
        let request = try HTTPRequest.to(receiver.url(path))
        let exchange = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: transport.sendHoldingThread(request)) }.start()
        }
        #expect(exchange.outcome == outcome)
        transport.shutDown()
        #expect(transport.sendHoldingThread(request).outcome == "cancelled")
    }

    @Test("one request leaves nothing for the next: no body, no header, no cookie")
    func nothingLeft() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport(.patient)
        let first = try HTTPRequest.to(receiver.url("/cookie"), headers: [HTTPHeader("X-Secret", "a")], body: "first")
        #expect(await transport.send(first).outcome == "200")
        let agent = HTTPHeader("User-Agent", "other")
        let type = HTTPHeader("Content-Type", "application/json")
        let second = try HTTPRequest.to(receiver.url("/200"), headers: [agent, type], body: "")
        #expect(await transport.send(second).outcome == "200")
        let received = try #require(receiver.requests.last)
        #expect(received.earlier == 1)
        #expect(received.body.isEmpty)
        #expect(received.values("content-length") == ["0"])
        #expect(received.values("x-secret").isEmpty && received.values("cookie").isEmpty)
        #expect(received.values("user-agent") == ["other"])
        #expect(received.values("content-type") == ["application/json"])
    }

    @Test("a port without a listener, and a name without an address")
    func unreachable() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        PlayedNetwork.set("dead.test", [[PlayedNetwork.deadAddress]])
        PlayedNetwork.set("nameless.test", [[]])
        let dead = await transport.send(try .to(receiver.url("/200", host: "dead.test"), access: .publicPlain))
        #expect(dead.outcome == "cannot_connect")
        let nameless = await transport.send(try .to(receiver.url("/200", host: "nameless.test"), access: .publicPlain))
        #expect(nameless.outcome == "cannot_resolve")
        #expect(receiver.connections == 0)
    }

    @Test("a request with narrower access than its URL was checked with is not sent")
    func narrowed() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        var request = try HTTPRequest.to(receiver.url("/200"))
        request.access = .publicPlain
        #expect(await transport.send(request).outcome == "refused_address")
        request.access = NetworkAccess(allowsPrivateAddresses: true)
        #expect(await transport.send(request).outcome == "invalid_url")
        #expect(receiver.connections == 0)
    }
}
