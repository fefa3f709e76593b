/// The addresses that a request to the public internet may not reach.
///
/// The ranges are those of the IANA special-purpose registries that are not globally reachable
/// (`iana.org/assignments/iana-ipv4-special-registry` and `iana-ipv6-special-registry`), and multicast. They also
/// include ranges that embed another address (6to4, Teredo, NAT64), because the embedded address would have to be
/// checked as well and no receiver needs them, and deprecated ranges that a network may still route. IPv6 addresses
/// outside `2000::/3` are refused altogether: no other range is allocated as global unicast
/// (`iana.org/assignments/ipv6-address-space`).
package enum AddressRules {
    /// Returns the forbidden range that contains an address, or `nil` when the address may be reached.
    ///
    /// An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) is checked as the embedded IPv4 address.
    package static func refusal(of address: IPAddress) -> AddressRange? {
        let address = address.unmapped
        switch address.version {
        case .v4: return v4.first { $0.contains(address) }
        case .v6:
            guard !globalUnicast.contains(address) else { return v6Within.first { $0.contains(address) } }
            return v6Outside.first { $0.contains(address) }
        }
    }

    static let v4 = [
        AddressRange("this network, RFC 791", v4: 0, 0, 0, 0, bits: 8),
        AddressRange("private use, RFC 1918", v4: 10, 0, 0, 0, bits: 8),
        AddressRange("shared by carriers, RFC 6598", v4: 100, 64, 0, 0, bits: 10),
        AddressRange("loopback, RFC 1122", v4: 127, 0, 0, 0, bits: 8),
        AddressRange("link-local, RFC 3927, where clouds keep their metadata", v4: 169, 254, 0, 0, bits: 16),
        AddressRange("private use, RFC 1918", v4: 172, 16, 0, 0, bits: 12),
        AddressRange("protocol assignments, RFC 6890", v4: 192, 0, 0, 0, bits: 24),
        AddressRange("documentation, RFC 5737", v4: 192, 0, 2, 0, bits: 24),
        AddressRange("6to4 relays, RFC 7526", v4: 192, 88, 99, 0, bits: 24),
        AddressRange("private use, RFC 1918", v4: 192, 168, 0, 0, bits: 16),
        AddressRange("benchmarks, RFC 2544", v4: 198, 18, 0, 0, bits: 15),
        AddressRange("documentation, RFC 5737", v4: 198, 51, 100, 0, bits: 24),
        AddressRange("documentation, RFC 5737", v4: 203, 0, 113, 0, bits: 24),
        AddressRange("multicast, RFC 5771", v4: 224, 0, 0, 0, bits: 4),
        AddressRange("broadcast, RFC 919", v4: 255, 255, 255, 255, bits: 32),
        AddressRange("reserved, RFC 1112", v4: 240, 0, 0, 0, bits: 4),
    ]

    static let globalUnicast = AddressRange("global unicast, RFC 4291", v6: 0x2000, bits: 3)

    /// Forbidden ranges within global unicast.
    static let v6Within = [
        AddressRange("Teredo, RFC 4380", v6: 0x2001, bits: 32),
        AddressRange("protocol assignments, RFC 2928", v6: 0x2001, bits: 23),
        AddressRange("documentation, RFC 3849", v6: 0x2001, 0xDB8, bits: 32),
        AddressRange("6to4, RFC 3056", v6: 0x2002, bits: 16),
        AddressRange("documentation, RFC 9637", v6: 0x3FFF, bits: 20),
    ]

    /// Forbidden ranges outside global unicast; the last one matches everything.
    static let v6Outside = [
        AddressRange("unspecified, RFC 4291", v6: 0, bits: 128),
        AddressRange("loopback, RFC 4291", v6: 0, 0, 0, 0, 0, 0, 0, 1, bits: 128),
        AddressRange("IPv4-compatible, RFC 4291", v6: 0, bits: 96),
        AddressRange("IPv4-translated, RFC 2765", v6: 0, 0, 0, 0, 0xFFFF, 0, bits: 96),
        AddressRange("NAT64, RFC 6052", v6: 0x64, 0xFF9B, bits: 96),
        AddressRange("local NAT64, RFC 8215", v6: 0x64, 0xFF9B, 1, bits: 48),
        AddressRange("discard-only, RFC 6666", v6: 0x100, bits: 64),
        AddressRange("segment routing, RFC 9602", v6: 0x5F00, bits: 16),
        AddressRange("unique local, RFC 4193", v6: 0xFC00, bits: 7),
        AddressRange("link-local, RFC 4291", v6: 0xFE80, bits: 10),
        AddressRange("site-local, RFC 3879", v6: 0xFEC0, bits: 10),
        AddressRange("multicast, RFC 4291", v6: 0xFF00, bits: 8),
        AddressRange("outside of global unicast 2000::/3, RFC 4291", v6: 0, bits: 0),
    ]
}

/// An address range with a registered purpose.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    /// The purpose of the range, for instance `private use`.
    package let name: String
    /// The range in CIDR notation, for instance `10.0.0.0/8`.
    package let cidr: String
    let first: IPAddress
    let fixedBits: Int

    init(_ name: String, v4 a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, bits: Int) {
        let number = [a, b, c, d].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self.init(name, IPAddress(v4: number), bits)
    }

    init(_ name: String, v6 groups: UInt16..., bits: Int) {
        let padded = groups + Array(repeating: 0, count: 8 - groups.count)
        let high = padded[..<4].reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        let low = padded[4...].reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        self.init(name, IPAddress(high: high, low: low), bits)
    }

    private init(_ name: String, _ first: IPAddress, _ fixedBits: Int) {
        self.name = name
        self.first = first
        self.fixedBits = fixedBits
        cidr = "\(first)/\(fixedBits)"
    }

    /// Whether the range contains an address; false for an address of the other IP version.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.version == first.version else { return false }
        // A shift by the full width or more gives 0, so that a prefix length of 0 matches every address.
        switch first.version {
        case .v4: return (address.low ^ first.low) >> (32 - fixedBits) == 0
        case .v6:
            let high = (address.high ^ first.high) >> max(0, 64 - fixedBits)
            let low = (address.low ^ first.low) >> min(64, 128 - fixedBits)
            return high == 0 && low == 0
        }
    }

    package var description: String { "\(cidr) (\(name))" }
}
