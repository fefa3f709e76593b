import HostileReceivers
import HTTPTransport
import Testing

@Suite("Cancelling and shutting down")
struct StoppingTests {
    @Test("a cancelled task ends its exchange, and the connection with it")
    func cancelled() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        let request = try HTTPRequest.to(receiver.url("/hang"), timeout: .seconds(60))
        let task = Task { await transport.send(request) }
        await receiver.arrival()
        task.cancel()
        #expect(await task.value.outcome == "cancelled")
        #expect(await transport.send(try .to(receiver.url("/200"))).outcome == "200")
        #expect(receiver.connections == 2)
    }

    @Test("a task cancelled before its start gets the cancellation, in any order of its two messages")
    func cancelledBefore() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        let request = try HTTPRequest.to(receiver.url("/hang"), timeout: .seconds(60))
        // The system decides whether the thread handles the cancellation before the request, so it is tried often
        for _ in 0..<300 {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await transport.send(request)
            }
            try #require(await task.value.outcome == "cancelled")
        }
    }

    @Test("shutting down ends running and waiting requests, and nothing can be sent afterwards")
    func shutDown() async throws {
        let receiver = try HostileReceiver()
        var options = TransportOptions()
        options.maximumConnections = 30
        let transport = try CurlTransport(options)
        let request = try HTTPRequest.to(receiver.url("/hang"), timeout: .seconds(60))
        async let outcomes = ConnectionTests.outcomes(of: Array(repeating: request, count: 50), over: transport)
        await receiver.arrival(of: 30)
        transport.shutDown()
        #expect(await outcomes == ["cancelled": 50])
        #expect(await transport.send(try .to(receiver.url("/200"))).outcome == "cancelled")
        transport.shutDown()
        #expect(receiver.count("/200") == 0)
    }

    @Test("invalid settings are refused at the start")
    func settings() throws {
        var missing = TransportOptions()
        missing.certificateAuthorityFile = "/nowhere/ca.pem"
        var none = TransportOptions()
        none.maximumConnections = 0
        var empty = TransportOptions()
        empty.proxy = ""
        for options in [missing, none, empty] {
            #expect(throws: HTTPTransportError(.system, "")) { try CurlTransport(options) }
        }
    }
}
