internal import Foundation
internal import PhoneSimulator
internal import VisitModel

/// The random draws that generate a member's days.
extension SeededGenerator {
    /// Creates a generator for one purpose, independent of the draws for other purposes.
    ///
    /// `numbers` are the instance of the purpose, such as a member's number and a day's.
    init(seed: UInt64, for purpose: String, _ numbers: Int...) {
        var digest = StableDigest()
        digest.combine("\(seed)")
        digest.combine(purpose)
        for number in numbers { digest.combine("\(number)") }
        self.init(seed: digest.checksum)
    }

    /// A uniformly distributed integer.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + min(range.count - 1, Int(Double(range.count) * unit()))
    }

    /// Draws whether an event with this probability happens; 0 is never, 1 always.
    mutating func happens(_ chance: Double) -> Bool { unit() < chance }

    /// A uniformly drawn element; `nil` for an empty array.
    mutating func pick<Thing>(_ things: [Thing]) -> Thing? {
        things.isEmpty ? nil : things[whole(0...things.count - 1)]
    }

    /// A point at a distance in a range from another, in a uniformly drawn direction.
    mutating func point(_ meters: ClosedRange<Double>, from middle: LabPoint) -> LabPoint {
        let (distance, angle) = (number(meters), number(0...2 * .pi))
        return middle.moved(east: distance * sin(angle), north: distance * cos(angle))
    }
}
