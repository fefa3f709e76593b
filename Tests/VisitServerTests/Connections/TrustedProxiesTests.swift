import Testing

@testable import VisitServer

@Suite("Which client a request comes from")
struct TrustedProxiesTests {
    private static let proxies = TrustedProxies(ranges: ["10.0.0.0/8", "::1"].compactMap { AddressRange($0) })

    @Test(
        "The last address that no trusted proxy has is the client's",
        arguments: [
            ("203.0.113.9", ["198.51.100.1"], "203.0.113.9", false),
            ("10.0.0.1", ["198.51.100.1"], "198.51.100.1", true),
            ("10.0.0.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1", true),
            ("10.0.0.1", ["6.6.6.6", "198.51.100.1, 10.1.2.3"], "198.51.100.1", true),
            ("10.0.0.1", [], "10.0.0.1", true), ("10.0.0.1", ["6.6.6.6, unknown"], "10.0.0.1", true),
            ("::1", ["198.51.100.1:4711"], "198.51.100.1", true),
            ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1", true),
            ("::1", ["[2001:db8:1:2:3:4:5:6]:4711"], "2001:db8:1:2::/64", true),
        ] as [(String, [String], String, Bool)]
    )
    func client(peer: String, forwardedFor: [String], address: String, isProxied: Bool) {
        let client = Self.proxies.client(peer: peer, forwardedFor: forwardedFor)
        #expect(client.address == address)
        #expect(client.isProxied == isProxied)
    }

    @Test(
        "What is not an address or range is refused",
        arguments: ["", "10.0.0", "10.0.0.0/33", "::/129", "proxy", "1.2.3.4/"]
    )
    func noRange(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
