import Glibc
import HostileReceivers
import HTTPTransport
import Testing

@Suite("Proxies")
struct ProxyTests {
    @Test("the environment's proxies are not used")
    func environment() async {
        // In a process of its own: the environment belongs to all tests, and reading it elsewhere would be a race
        await #expect(processExitsWith: .success) {
            let (proxy, receiver) = (try HostileReceiver(), try HostileReceiver())
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            unsetenv("no_proxy")
            unsetenv("NO_PROXY")
            PlayedNetwork.set("direct.test", [[PlayedNetwork.publicAddress]])
            let transport = try CurlTransport()
            let local = await transport.send(try .to(receiver.url("/200")))
            let open = await transport.send(try .to(receiver.url("/200", host: "direct.test"), access: .publicPlain))
            _ = await transport.send(try .to("https://127.0.0.1:\(receiver.port)/"))
            #expect([local.outcome, open.outcome] == ["200", "200"])
            #expect(receiver.count("/200") == 2)
            #expect(proxy.connections == 0)
        }
    }

    @Test("a proxy of the settings is used, and resolves the names")
    func settings() async throws {
        let proxy = try HostileReceiver()
        var options = TransportOptions()
        options.proxy = "http://127.0.0.1:\(proxy.port)"
        let transport = try CurlTransport(options)
        let exchange = await transport.send(try .to("http://proxied.test/200", access: .publicPlain))
        #expect(exchange.outcome == "404")
        #expect(proxy.requests.map(\.path) == ["http://proxied.test/200"])
        // What the URL itself says is held against the rules all the same
        var request = try HTTPRequest.to("http://10.0.0.1/200")
        request.access = .publicPlain
        #expect(await transport.send(request).outcome == "refused_address")
        #expect(proxy.connections == 1)
    }
}
