import Foundation

/// A source of random numbers that a seed decides, the same on every machine.
///
/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SeededSource: RandomNumberGenerator {
    private var state: UInt64

    /// Begins a sequence.
    ///
    /// - Parameter seed: which one.
    public init(seed: UInt64) {
        self.state = seed
    }

    /// The next 64 bits.
    ///
    /// - Returns: any number, all equally likely.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of the normal distribution (Box and Muller).
    ///
    /// - Returns: of mean 0 and deviation 1.
    public mutating func normal() -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
