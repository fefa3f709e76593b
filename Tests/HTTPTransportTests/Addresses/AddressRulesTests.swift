import Testing

@testable import HTTPTransport

@Suite("Which addresses may be reached")
struct AddressRulesTests {
    /// First and last address of each range as written in the registries, and the neighbours that may be reached.
    static let ranges: [(first: String, last: String, below: String?, above: String?)] = [
        ("0.0.0.0", "0.255.255.255", nil, "1.0.0.0"),
        ("10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
        ("100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
        ("127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
        ("169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
        ("172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
        ("192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
        ("192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
        ("192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
        ("192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
        ("198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
        ("198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
        ("203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
        ("224.0.0.0", "239.255.255.255", "223.255.255.255", nil),
        ("240.0.0.0", "255.255.255.254", nil, nil),
        ("255.255.255.255", "255.255.255.255", nil, nil),
        ("::", "::", nil, nil),
        ("::1", "::1", nil, nil),
        ("::2", "::255.255.255.255", nil, nil),
        ("::ffff:10.0.0.0", "::ffff:10.255.255.255", "::ffff:9.255.255.255", "::ffff:11.0.0.0"),
        ("::ffff:0:0.0.0.0", "::ffff:0:255.255.255.255", nil, nil),
        ("64:ff9b::", "64:ff9b::ffff:ffff", nil, nil),
        ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", nil, nil),
        ("100::", "100::ffff:ffff:ffff:ffff", nil, nil),
        ("101::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, "2000::"),
        ("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil),
        ("2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", nil, "2001:200::"),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7:ffff:ffff::", "2001:db9::"),
        ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:ffff:ffff:ffff:ffff::", "2003::"),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe:ffff::", "3fff:1000::"),
        ("4000::", "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:ffff:ffff::", nil),
        ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
        ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
        ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
        ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
        ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
    ]

    @Test(
        "the first and the last address of every special range are refused, and those beside it are not",
        arguments: ranges
    )
    func edges(first: String, last: String, below: String?, above: String?) throws {
        for text in [first, last] {
            let address = try #require(IPAddress(text))
            let range = try #require(AddressRules.refusal(of: address), "\(text) may be reached")
            #expect(range.contains(address.unmapped))
        }
        for text in [below, above].compactMap(\.self) {
            let address = try #require(IPAddress(text))
            #expect(AddressRules.refusal(of: address) == nil, "\(text) is refused")
        }
    }

    @Test("every range of the table is named for what lies in it, and not for one beside it")
    func everyRange() {
        for range in AddressRules.v4 + AddressRules.v6Within + AddressRules.v6Outside {
            #expect(AddressRules.refusal(of: range.first)?.contains(range.first) == true, "\(range)")
        }
        // Each rule is of use: some address is refused by it.
        let named = Self.ranges.flatMap { [$0.first, $0.last] }
            .compactMap { IPAddress($0).flatMap(AddressRules.refusal) }
        let unused = Set(AddressRules.v4 + AddressRules.v6Within + AddressRules.v6Outside).subtracting(named)
        #expect(unused.isEmpty)
    }

    @Test(
        "public addresses may be reached",
        arguments: ["1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::200e", "::ffff:8.8.8.8"]
    )
    func open(text: String) throws {
        #expect(AddressRules.refusal(of: try #require(IPAddress(text))) == nil)
    }

    @Test(
        "an address is in the one range that its bits say",
        arguments: [
            ("169.254.169.254", "169.254.0.0/16"), ("::ffff:169.254.169.254", "169.254.0.0/16"), ("::7f00:1", "::/96"),
            ("2002:7f00:1::", "2002::/16"), ("64:ff9b::7f00:1", "64:ff9b::/96"), ("fd00:ec2::254", "fc00::/7"),
            ("255.255.255.255", "255.255.255.255/32"), ("::1", "::1/128"), ("2001::1", "2001::/32"),
        ]
    )
    func naming(text: String, cidr: String) throws {
        let address = try #require(IPAddress(text))
        let range = try #require(AddressRules.refusal(of: address))
        #expect(range.cidr == cidr)
        #expect(range.description.hasPrefix("\(cidr) ("))
    }
}
