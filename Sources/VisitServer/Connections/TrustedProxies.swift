internal import Glibc

/// An IP address, or a range of addresses in CIDR notation.
package struct AddressRange: Hashable, Sendable {
    /// 4 or 16 bytes.
    fileprivate let bytes: [UInt8]
    private let prefixLength: Int

    /// Parses an address or a range such as `10.0.0.0/8`; `nil` where the text is invalid.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first, let bytes = Self.bytes(of: String(address)) else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else {
            prefixLength = 8 * bytes.count
            return
        }
        guard let length = Int(parts[1]), (0...8 * bytes.count).contains(length) else { return nil }
        prefixLength = length
    }

    func contains(_ address: AddressRange) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        return (0..<prefixLength).allSatisfy { bit in
            (bytes[bit / 8] ^ address.bytes[bit / 8]) & 0x80 >> UInt8(bit % 8) == 0
        }
    }

    /// The key that identifies a client: the IPv4 address, or the 64-bit network of an IPv6 address.
    var clientKey: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }

    private static func bytes(of text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        // An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
        let isMapped = sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF
        return isMapped ? Array(sixteen[12...]) : sixteen
    }
}

/// The proxies that are trusted for `X-Forwarded-For`.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]

    /// Returns the key that identifies the client of a request, and whether the connection is a trusted proxy's.
    ///
    /// `X-Forwarded-For` is read from its end: each trusted proxy has appended the address of its client, and entries
    /// before the first untrusted address may be forged.
    func client(peer: String?, forwardedFor: [String]) -> (address: String, isProxied: Bool) {
        // An IPv4 address is its own key, so most requests need no parsing.
        if ranges.isEmpty, let peer, peer.utf8.allSatisfy({ $0 != UInt8(ascii: ":") }) { return (peer, false) }
        guard let peer, var address = AddressRange(peer) else { return (peer ?? "", false) }
        guard isTrusted(address) else { return (address.clientKey, false) }
        let named = forwardedFor.flatMap { $0.split(separator: ",") }
        for text in named.reversed() {
            guard let next = AddressRange(Self.withoutPort(text)) else { break }
            address = next
            if !isTrusted(next) { break }
        }
        return (address.clientKey, true)
    }

    private func isTrusted(_ address: AddressRange) -> Bool { ranges.contains { $0.contains(address) } }

    /// Without blanks, brackets and port.
    private static func withoutPort(_ text: Substring) -> String {
        let text = text.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        return text.count(where: { $0 == ":" }) == 1 ? String(text.prefix { $0 != ":" }) : text
    }
}
