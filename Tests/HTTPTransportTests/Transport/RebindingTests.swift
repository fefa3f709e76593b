import HostileReceivers
import HTTPTransport
import Testing

@Suite("Names that resolve to private addresses")
struct RebindingTests {
    @Test("a public name is reached: the network of these tests is simulated, and the way through it is open")
    func control() async throws {
        let receiver = try HostileReceiver()
        PlayedNetwork.set("public.test", [[PlayedNetwork.publicAddress]])
        let transport = try CurlTransport()
        let exchange = await transport.send(try .to(receiver.url("/200", host: "public.test"), access: .publicPlain))
        #expect(exchange.outcome == "200")
        #expect(receiver.connections == 1)
        #expect(PlayedNetwork.lookups("public.test") == 1)
    }

    static let answers: [(name: String, addresses: [String])] = [
        ("loopback", ["127.0.0.1"]), ("metadata", ["169.254.169.254"]), ("any", ["0.0.0.0"]), ("ten", ["10.0.0.1"]),
        ("mapped", ["::ffff:127.0.0.1"]), ("mapped-metadata", ["::ffff:169.254.169.254"]), ("six", ["::1"]),
        ("local-six", ["fd00:ec2::254"]), ("link-six", ["fe80::1"]), ("nat64", ["64:ff9b::127.0.0.1"]),
        ("private-first", ["127.0.0.1", PlayedNetwork.publicAddress]),
        ("private-second", [PlayedNetwork.deadAddress, "127.0.0.1"]),
        ("six-first", ["::1", PlayedNetwork.publicAddress]),
        ("two-private", ["127.0.0.1", "169.254.169.254"]),
    ]

    @Test("a name with such an address is refused, without a connection", arguments: answers)
    func names(name: String, addresses: [String]) async throws {
        let receiver = try HostileReceiver()
        PlayedNetwork.set("\(name).rebind.test", [addresses])
        let transport = try CurlTransport()
        let url = receiver.url("/200", host: "\(name).rebind.test")
        let exchange = await transport.send(try .to(url, access: .publicPlain))
        #expect(exchange.outcome == "refused_address", "\(exchange.result)")
        #expect(receiver.connections == 0)
        #expect(PlayedNetwork.lookups("\(name).rebind.test") == 1)
    }

    @Test("the message names the address and its range")
    func message() async throws {
        PlayedNetwork.set("told.test", [["169.254.169.254"]])
        let transport = try CurlTransport()
        let exchange = await transport.send(try .to("http://told.test/", access: .publicPlain))
        guard case .failure(let error) = exchange.result else {
            Issue.record("was not refused")
            return
        }
        #expect(error.message.contains("169.254.169.254 is in 169.254.0.0/16"))
    }

    @Test(
        "a name that was public and turns private is refused the second time",
        arguments: ["127.0.0.1", "169.254.169.254"]
    )
    func changing(address: String) async throws {
        let receiver = try HostileReceiver()
        let name = "changing-\(address).test"
        PlayedNetwork.set(name, [[PlayedNetwork.publicAddress], [address]])
        let request = try HTTPRequest.to(receiver.url("/200", host: name), access: .publicPlain)
        let first = try CurlTransport()
        #expect(await first.send(request).outcome == "200")
        // Another transport caches neither the name's address nor a connection
        let second = try CurlTransport()
        #expect(await second.send(request).outcome == "refused_address")
        #expect(receiver.connections == 1)
        #expect(PlayedNetwork.lookups(name) == 2)
    }

    @Test("the names of this machine are refused at the socket as well, where the URL was checked under another access")
    func localhost() async throws {
        let receiver = try HostileReceiver()
        let transport = try CurlTransport()
        var request = try HTTPRequest.to(receiver.url("/200", host: "localhost"))
        request.access = .publicPlain
        #expect(await transport.send(request).outcome == "refused_address")
        #expect(receiver.connections == 0)
    }

    @Test("a connection that a request with private access made is not reused by one without")
    func classes() async throws {
        let receiver = try HostileReceiver()
        PlayedNetwork.set("shared.test", [["127.0.0.1"]])
        let transport = try CurlTransport(.patient)
        let url = receiver.url("/200", host: "shared.test")
        #expect(await transport.send(try .to(url)).outcome == "200")
        #expect(await transport.send(try .to(url, access: .publicPlain)).outcome == "refused_address")
        // The connection was open all the time
        #expect(await transport.send(try .to(url)).outcome == "200")
        #expect(receiver.connections == 1)
        #expect(receiver.requests.count == 2)
    }
}
