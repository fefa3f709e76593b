internal import Glibc

/// An address of the Internet Protocol, or a range of them with the same first bits.
package struct AddressRange: Hashable, Sendable {
    /// 4 bytes or 16.
    fileprivate let bytes: [UInt8]
    private let prefixLength: Int

    /// Reads an address or a range such as `10.0.0.0/8`.
    ///
    /// - Parameter text: the text; `nil` where it is none.
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

    /// Whether an address lies in the range.
    func contains(_ address: AddressRange) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        return (0..<prefixLength).allSatisfy { bit in
            (bytes[bit / 8] ^ address.bytes[bit / 8]) & 0x80 >> UInt8(bit % 8) == 0
        }
    }

    /// What tells clients apart: the address, and of IPv6 the network of 64 bits that one client has to itself.
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
        // An address of IPv4 as a socket of IPv6 sees it (RFC 4291, 2.5.5.2).
        let isMapped = sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF
        return isMapped ? Array(sixteen[12...]) : sixteen
    }
}

/// The proxies whose word is taken for where a request comes from.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]

    /// The client of a request.
    ///
    /// `X-Forwarded-For` is read from its end: each trusted proxy has added the address that it was connected from, and what
    /// stands before the first address that is no trusted proxy's may be made up.
    ///
    /// - Parameters:
    ///   - peer: the address that the connection comes from.
    ///   - forwardedFor: the values of `X-Forwarded-For`, in their order.
    /// - Returns: what tells clients apart, and whether the connection is a trusted proxy's.
    func client(peer: String?, forwardedFor: [String]) -> (address: String, isProxied: Bool) {
        // An address of IPv4 is its own key, which spares most requests the reading of it.
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

    /// An address as proxies write it, without blanks, brackets and port.
    private static func withoutPort(_ text: Substring) -> String {
        let text = text.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        return text.count(where: { $0 == ":" }) == 1 ? String(text.prefix { $0 != ":" }) : text
    }
}
