internal import TrackingModel
/// A random number generator stored with the tracking state, so that the same inputs give the same outputs.
///
/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct RandomSource: RandomNumberGenerator, Hashable, Sendable, Codable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Diverges from another process that restored the same state.
    mutating func stir(_ number: UInt64) { state = next() ^ number }

    /// Generates a record identifier, a UUID of version 4 (RFC 9562, section 5.4).
    mutating func uuid() -> String {
        let (high, low) = (next() & ~0xF000 | 0x4000, next() & ~(3 << 62) | (2 << 62))
        return String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text[end] = UInt8(ascii: "-")
                    end += 1
                }
                let half = digit < 16 ? high : low
                let value = UInt8(truncatingIfNeeded: half >> (60 - 4 * UInt64(digit % 16))) & 0xF
                text[end] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
                end += 1
            }
            return end
        }
    }
}
