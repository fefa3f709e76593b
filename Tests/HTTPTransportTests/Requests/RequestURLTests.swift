import Testing

@testable import HTTPTransport

@Suite("URLs that a request may be sent to")
struct RequestURLTests {
    @Test(
        "a public https URL is taken as it is",
        arguments: [
            ("https://example.com", "example.com", 443), ("https://Example.COM:8443/a?b=c", "example.com", 8_443),
            ("https://example.com./hook", "example.com.", 443), ("HTTPS://example.com/a%20b", "example.com", 443),
            ("https://8.8.8.8/", "8.8.8.8", 443), ("https://[2606:4700::1111]/", "2606:4700::1111", 443),
            ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443),
            ("https://a.example:80/", "a.example", 80),
            ("https://example.com/?a=b@c", "example.com", 443), ("https://1a.example/", "1a.example", 443),
        ]
    )
    func taken(text: String, host: String, port: Int) throws {
        let url = try RequestURL(text, access: NetworkAccess())
        #expect((url.text, url.host, url.port) == (text, host, port))
        #expect(!url.isPlainHTTP)
    }

    @Test(
        "what is not such a URL is refused",
        arguments: [
            "", "example.com", "//example.com", "https:", "https:/", "https://", "https:///example.com",
            "https:/example.com", "https:example.com", "https:////example.com", "ftp://example.com",
            "file:///etc/passwd",
            "gopher://example.com", "javascript:alert(1)", "http://example.com", "https://user@example.com",
            "https://user:password@example.com", "https://@example.com", "https://:@example.com",
            "https://example.com#a",
            "https://example.com/#", "https://example.com/a b", " https://example.com", "https://example.com\n",
            "https://example.com/\u{0}", "https://example.com/\t", "https://exämple.com", "https://１２７.0.0.1",
            "https://127。0。0。1", "https://example.com:0", "https://example.com:65536",
            "https://example.com:99999999999",
            "https://example.com:-1", "https://example.com:http", "https://example.com:22", "https://example.com:8081",
            "https://example.com\\@evil.example", "https://exa mple.com", "https://?a", "https://[::1",
            "https://[1.2.3.4]",
            "https://[gggg::1]", "https://[2606:4700::1111%25eth0]/", "https://1.2.3.4.5/", "https://256.256.256.256/",
            "https://example.123/", "https://example.0x7f/", "https://exa<mple.com/", "https://example.com:443:443/",
        ]
    )
    func refused(text: String) {
        let error = #expect(throws: HTTPTransportError.self) { try RequestURL(text, access: NetworkAccess()) }
        #expect(error?.code == .invalidURL)
    }

    @Test(
        "a private address is refused in every spelling, and taken where private addresses are allowed",
        arguments: [
            "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7F.1", "0x7f.0.0.1",
            "0177.0.0.1",
            "0177.1", "017700000001", "0X7f.0x0.0x0.0x1", "0", "0.0.0.0", "%31%32%37.0.0.1", "127%2e0%2e0%2e1",
            "10.1.2.3",
            "0xa9fea9fe", "169.254.169.254", "2852039166", "0251.0376.0251.0376", "169.254.43518", "[::1]", "[::]",
            "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:169.254.169.254]", "[::127.0.0.1]",
            "[fe80::1]", "[64:ff9b::10.0.0.1]", "[2002:7f00:1::]", "[fd00:ec2::254]", "[::ffff:0:127.0.0.1]",
            "localhost",
            "LOCALHOST", "localhost.", "a.localhost",
        ]
    )
    func spellings(host: String) throws {
        let error = #expect(throws: HTTPTransportError.self) {
            try RequestURL("https://\(host)/hook", access: NetworkAccess())
        }
        #expect(error?.code == .refusedAddress)
        #expect(error?.message.contains("allow private addresses") == true)
        let access = NetworkAccess(allowsPrivateAddresses: true)
        let url = try RequestURL("https://\(host):9/hook", access: access)
        #expect(url.port == 9)
        #expect(url.violation(of: NetworkAccess()) != nil)
    }

    @Test("a zone does not hide a private address", arguments: ["[fe80::1%25eth0]", "[::1%25lo]", "[::1%lo]"])
    func zones(host: String) {
        let error = #expect(throws: HTTPTransportError.self) {
            try RequestURL("https://\(host)/", access: NetworkAccess(allowsAnyPort: true))
        }
        #expect(error?.code == .refusedAddress)
    }

    @Test("plain http, any port and private addresses are allowed one by one")
    func access() throws {
        _ = try RequestURL("http://example.com:8080/", access: NetworkAccess(allowsPlainHTTP: true))
        _ = try RequestURL("https://example.com:22/", access: NetworkAccess(allowsAnyPort: true))
        _ = try RequestURL("https://10.0.0.1:22/", access: NetworkAccess(allowsPrivateAddresses: true))
        for access in [NetworkAccess(allowsPrivateAddresses: true), NetworkAccess(allowsAnyPort: true)] {
            #expect(throws: HTTPTransportError(.invalidURL, "")) {
                try RequestURL("http://example.com/", access: access)
            }
        }
        let port = NetworkAccess(allowsPlainHTTP: true)
        #expect(throws: HTTPTransportError(.invalidURL, "")) { try RequestURL("http://example.com:22/", access: port) }
        let plain = NetworkAccess(allowsPlainHTTP: true, allowsAnyPort: true)
        #expect(throws: HTTPTransportError(.refusedAddress, "")) { try RequestURL("http://10.0.0.1/", access: plain) }
    }

    @Test("2,000 bytes are accepted and one more is not")
    func length() throws {
        let start = "https://example.com/"
        let longest = start + String(repeating: "a", count: RequestURL.longestText - start.utf8.count)
        #expect(try RequestURL(longest, access: NetworkAccess()).text == longest)
        #expect(throws: HTTPTransportError(.invalidURL, "")) { try RequestURL(longest + "a", access: NetworkAccess()) }
    }
}
