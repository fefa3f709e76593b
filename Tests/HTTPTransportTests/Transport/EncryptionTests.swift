import HostileReceivers
import HTTPTransport
import Testing

@Suite("Encryption")
struct EncryptionTests {
    private static func transport(knowing authority: String? = EncryptedReceiver.authority) throws -> CurlTransport {
        var options = TransportOptions()
        options.certificateAuthorityFile = authority
        PlayedNetwork.set("receiver.test", [["127.0.0.1"]])
        PlayedNetwork.set("other.test", [["127.0.0.1"]])
        return try CurlTransport(options)
    }

    @Test("only a valid certificate of a known authority for this very name is trusted")
    func certificates() async throws {
        let receiver = try EncryptedReceiver()
        let transport = try Self.transport()
        let cases = [
            ("good", "receiver.test", "200"), ("good", "other.test", "tls"), ("good", "127.0.0.1", "tls"),
            ("expired", "receiver.test", "tls"), ("self-signed", "receiver.test", "tls"),
            ("old", "receiver.test", "tls"),
        ]
        for (certificate, host, outcome) in cases {
            let exchange = await transport.send(try .to(receiver.url(certificate, host: host)))
            #expect(exchange.outcome == outcome, "\(certificate) at \(host): \(exchange.result)")
        }
        let stranger = try Self.transport(knowing: nil)
        #expect(await stranger.send(try .to(receiver.url("good", host: "receiver.test"))).outcome == "tls")
    }

    @Test("a public receiver with a valid certificate needs no allowance except for its port")
    func publicReceiver() async throws {
        let receiver = try EncryptedReceiver()
        let transport = try Self.transport()
        PlayedNetwork.set("public-receiver.test", [[PlayedNetwork.publicAddress]])
        let access = NetworkAccess(allowsAnyPort: true)
        let open = try HTTPRequest.to(receiver.url("good", host: "public-receiver.test"), access: access)
        #expect(await transport.send(open).outcome == "200")
        let closed = try HTTPRequest.to(receiver.url("good", host: "receiver.test"), access: access)
        #expect(await transport.send(closed).outcome == "refused_address")
    }

    @Test("requests waiting for a connection that is never established end in time")
    func silent() async throws {
        let receiver = try EncryptedReceiver()
        let transport = try Self.transport()
        let request = try HTTPRequest.to(receiver.url("silent", host: "receiver.test"), timeout: .milliseconds(300))
        let outcomes = await ConnectionTests.outcomes(of: Array(repeating: request, count: 5), over: transport)
        #expect(outcomes == ["timed_out": 5])
    }

    @Test("a port without TLS is reported as such")
    func plain() async throws {
        let receiver = try HostileReceiver()
        let transport = try Self.transport()
        #expect(await transport.send(try .to("https://127.0.0.1:\(receiver.port)/")).outcome == "tls")
    }
}
