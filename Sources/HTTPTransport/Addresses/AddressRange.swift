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

    /// The range and its purpose, for instance `10.0.0.0/8 (private use)`.
    package var description: String { "\(cidr) (\(name))" }
}
