/// A 64-bit digest that is the same on every machine and in every run.
///
/// FNV-1a (Fowler, Noll, Vo; IETF draft-eastlake-fnv), followed by the finaliser of SplitMix64 (Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014), which spreads short inputs. Among a million values the
/// chance that any two are the same is 3 in 100 million. Not for secrets.
public struct StableDigest: Sendable {
    /// FNV-1a of what was added so far, without the finaliser: one changed byte always changes it.
    public var checksum: UInt64 { state }

    // Inlinable as a whole: names are looked up by their digest for every fix that is read.
    @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Begins a digest of nothing.
    @inlinable
    public init() {}

    /// Adds a byte.
    ///
    /// - Parameter byte: any byte.
    @inlinable
    public mutating func combine(byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// Adds bytes.
    ///
    /// - Parameter bytes: any number of them.
    @inlinable
    public mutating func combine(bytes: some Sequence<UInt8>) {
        for byte in bytes {
            combine(byte: byte)
        }
    }

    /// Adds a text and a byte that no UTF-8 holds, so that `ab`, `c` and `a`, `bc` differ.
    ///
    /// - Parameter text: any text.
    @inlinable
    public mutating func combine(_ text: String) {
        combine(bytes: text.utf8)
        combine(byte: 0xFF)
    }

    /// Adds a number, the low byte first.
    ///
    /// - Parameter number: any number.
    @inlinable
    public mutating func combine(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            combine(byte: UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Adds a number, the low byte first.
    ///
    /// - Parameter number: any number.
    @inlinable
    public mutating func combine(_ number: Int64) {
        combine(UInt64(bitPattern: number))
    }

    /// The digest of what was added so far.
    @inlinable public var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A digest in 13 characters that survive being read aloud and lower-cased.
    ///
    /// Crockford's base 32, lower case.
    ///
    /// - Parameter value: a digest.
    /// - Returns: 13 letters and digits.
    public static func text(of value: UInt64) -> String {
        let digits = (0..<13).reversed().map { alphabet[Int((value >> UInt64($0 * 5)) & 31)] }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads what `text(of:)` wrote.
    ///
    /// - Parameter text: 13 letters and digits.
    /// - Returns: the digest; `nil` for any other text.
    public static func value(of text: String) -> UInt64? {
        guard text.utf8.count == 13 else { return nil }
        var value: UInt64 = 0
        for character in text.utf8 {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            // 13 digits hold 65 bits: the first is under 16.
            guard value < 1 << 59 else { return nil }
            value = value << 5 | UInt64(digit)
        }
        return value
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
