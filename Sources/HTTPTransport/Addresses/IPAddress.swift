internal import Glibc

package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    enum Version { case v4, v6 }

    let version: Version
    /// The upper 64 bits of an IPv6 address; 0 for IPv4.
    let high: UInt64
    /// The lower 64 bits of an IPv6 address, or the 32 of an IPv4 one.
    let low: UInt64

    init(v4: UInt32) {
        version = .v4
        high = 0
        low = UInt64(v4)
    }

    init(high: UInt64, low: UInt64) {
        version = .v6
        self.high = high
        self.low = low
    }

    /// Parses four decimal numbers, or an IPv6 address without brackets and zone.
    ///
    /// Other notations of an IPv4 address, such as `0x7f.1`, are parsed by ``RequestURL``.
    package init?(_ text: String) {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr))
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        self = withUnsafeBytes(of: &v6) { Self(v6: $0) }
    }

    /// Reads a `sockaddr_in` or `sockaddr_in6`; `nil` for another address family or a truncated structure.
    package init?(socketAddress: UnsafeRawPointer, byteCount: Int) {
        guard byteCount >= MemoryLayout<sockaddr>.size else { return nil }
        switch Int32(socketAddress.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET where byteCount >= MemoryLayout<sockaddr_in>.size:
            self.init(v4: UInt32(bigEndian: socketAddress.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6 where byteCount >= MemoryLayout<sockaddr_in6>.size:
            var address = socketAddress.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self = withUnsafeBytes(of: &address) { Self(v6: $0) }
        default: return nil
        }
    }

    private init(v6 bytes: UnsafeRawBufferPointer) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// The IPv4 address embedded in an IPv4-mapped one, `::ffff:0:0/96` (RFC 4291, section 2.5.5.2), which is the same
    /// peer.
    var unmapped: IPAddress {
        guard version == .v6, high == 0, low >> 32 == 0xFFFF else { return self }
        return IPAddress(v4: UInt32(truncatingIfNeeded: low))
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch version {
        case .v4:
            var address = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
            inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        case .v6:
            var address = (high.bigEndian, low.bigEndian)
            inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
