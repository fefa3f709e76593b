import Glibc
import HostileReceivers
import HTTPTransport
import HTTPTransportTestSupport
import Testing

extension TransportOptions {
    /// Options with timeouts longer than the longest wait among all other tests.
    static var patient: TransportOptions {
        var options = TransportOptions()
        options.longestIdle = .seconds(3600)
        options.longestConnection = .seconds(3600)
        return options
    }
}

@Suite("Connections")
struct ConnectionTests {
    @Test("two requests use one connection")
    func reuse() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport(.patient)
        for _ in 0..<2 {
            #expect(await transport.send(try .to(receiver.url("/200"))).outcome == "200")
        }
        #expect(receiver.connections == 1)
        #expect(receiver.requests.map(\.earlier) == [0, 1])
    }

    @Test(
        "a reused connection that the receiver closes without a response is reopened",
        arguments: ["/stale", "/stale-reset"]
    )
    func stale(path: String) async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport(.patient)
        for body in ["first", "second"] {
            #expect(await transport.send(try .to(receiver.url(path), body: body)).outcome == "200")
        }
        #expect(receiver.connections == 2)
        // The receiver got the second request twice, and whole
        #expect(receiver.requests.map(\.body) == ["first", "second", "second"].map { Array($0.utf8) })
    }

    @Test("500 concurrent requests all get a response")
    func many() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        let request = try HTTPRequest.to(receiver.url("/200"))
        let outcomes = await Self.outcomes(of: Array(repeating: request, count: 500), over: transport)
        #expect(outcomes == ["200": 500])
        #expect(receiver.requests.count == 500)
    }

    @Test("requests beyond the limit of open ones wait for their turn, and their timeout runs")
    func turns() async throws {
        let receiver = try HostileReceiver()
        var options = TransportOptions()
        options.maximumConnections = 2
        let transport = try CurlTransport(options)
        let quick = try HTTPRequest.to(receiver.url("/200"))
        #expect(await Self.outcomes(of: Array(repeating: quick, count: 50), over: transport) == ["200": 50])
        #expect(receiver.connections <= 2)
        // Two that hang use both places; the third never gets one
        let hanging = try HTTPRequest.to(receiver.url("/hang"))
        async let first = transport.send(hanging)
        async let second = transport.send(hanging)
        await receiver.arrival(of: 52)
        let third = await transport.send(try .to(receiver.url("/200"), timeout: .milliseconds(200)))
        #expect(third.outcome == "timed_out")
        #expect(receiver.count("/200") == 50)
        transport.shutDown()
        #expect(await [first.outcome, second.outcome] == ["cancelled", "cancelled"])
    }

    @Test("others are answered while 2,000 requests hang")
    func hanging() async throws {
        // Two descriptors for each connection, one at each end
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = min(2_000, (Int(clamping: limit.rlim_cur) - 1_000) / 2)
        try #require(count > 0, "more open files have to be allowed: ulimit -n 5000")
        let (holder, receiver) = (try HostileReceiver(holds: true), try HostileReceiver())
        var options = TransportOptions()
        options.maximumConnections = 4_000
        let transport = try CurlTransport(options)
        let held = try HTTPRequest.to(holder.url("/"), timeout: .seconds(60))
        async let outcomes = Self.outcomes(of: Array(repeating: held, count: count), over: transport)
        await holder.arrival(of: count)
        let quick = try HTTPRequest.to(receiver.url("/200"))
        #expect(await Self.outcomes(of: Array(repeating: quick, count: 200), over: transport) == ["200": 200])
        transport.shutDown()
        #expect(await outcomes == ["cancelled": count])
    }

    @Test(
        "an unresponsive name server delays no other request, neither while waiting nor afterwards",
        .timeLimit(.minutes(10))
    )
    func heldName() async throws {
        let receiver = try HostileReceiver()
        footfall_test_hold_name("held.test")
        defer { footfall_test_release_names() }
        let transport = try CurlTransport()
        let held = try HTTPRequest.to(receiver.url("/200", host: "held.test"), timeout: .milliseconds(300))
        async let exchange = transport.send(held)
        #expect(await transport.send(try .to(receiver.url("/200"))).outcome == "200")
        #expect(await exchange.outcome == "timed_out")
        #expect(await transport.send(try .to(receiver.url("/200"))).outcome == "200")
        transport.shutDown()
    }

    static func outcomes(of requests: [HTTPRequest], over transport: CurlTransport) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for request in requests {
                group.addTask { await transport.send(request).outcome }
            }
            var counts: [String: Int] = [:]
            for await outcome in group {
                counts[outcome, default: 0] += 1
            }
            return counts
        }
    }
}
