import Glibc
import Testing

@testable import HTTPTransport

@Suite("Addresses")
struct IPAddressTests {
    @Test(
        "an address is written as it was read",
        arguments: [
            "0.0.0.0", "192.0.2.1", "255.255.255.255", "::", "::1", "2001:db8::8a2e:370:7334", "::ffff:1.2.3.4",
        ]
    )
    func roundTrip(text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }

    @Test(
        "what is not an address in its usual spelling is none",
        arguments: [
            "", "1.2.3", "0x7f.1", "256.1.1.1", "1.2.3.4 ", "[::1]", "fe80::1%eth0", "example.com", "1.2.3.4.5",
        ]
    )
    func refused(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("an address comes out of a socket's address, and no other family has one")
    func sockets() throws {
        var v4 = sockaddr_in()
        v4.sin_family = sa_family_t(AF_INET)
        v4.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
        let length = MemoryLayout<sockaddr_in>.size
        #expect(IPAddress(socketAddress: &v4, byteCount: length)?.description == "192.0.2.1")
        #expect(IPAddress(socketAddress: &v4, byteCount: length - 1) == nil)
        v4.sin_family = sa_family_t(AF_UNIX)
        #expect(IPAddress(socketAddress: &v4, byteCount: length) == nil)
        var v6 = sockaddr_in6()
        v6.sin6_family = sa_family_t(AF_INET6)
        inet_pton(AF_INET6, "2001:db8::5", &v6.sin6_addr)
        #expect(IPAddress(socketAddress: &v6, byteCount: MemoryLayout<sockaddr_in6>.size)?.description == "2001:db8::5")
        #expect(IPAddress(socketAddress: &v6, byteCount: length) == nil)
    }
}
