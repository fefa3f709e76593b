internal import Foundation
internal import PhoneSimulator
internal import VisitModel

/// The draws of which a made-up member's days are put together.
extension SeededGenerator {
    /// A generator for one thing among many, so that what one thing draws changes nothing of the others.
    ///
    /// - Parameters:
    ///   - seed: where all chance begins.
    ///   - purpose: what it is for.
    ///   - numbers: which one it is: a member's number, a day's.
    init(seed: UInt64, for purpose: String, _ numbers: Int...) {
        var digest = StableDigest()
        digest.combine("\(seed)")
        digest.combine(purpose)
        for number in numbers { digest.combine("\(number)") }
        self.init(seed: digest.checksum)
    }

    /// A number, evenly drawn.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// A whole number, evenly drawn.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + min(range.count - 1, Int(Double(range.count) * unit()))
    }

    /// Whether something happens that happens so often.
    ///
    /// - Parameter chance: 0 never, 1 always.
    /// - Returns: true for that share of all calls.
    mutating func happens(_ chance: Double) -> Bool { unit() < chance }

    /// One of some things, evenly drawn; `nil` where there is none.
    mutating func pick<Thing>(_ things: [Thing]) -> Thing? {
        things.isEmpty ? nil : things[whole(0...things.count - 1)]
    }

    /// A point so far from another, in a direction that is evenly drawn.
    mutating func point(_ meters: ClosedRange<Double>, from middle: LabPoint) -> LabPoint {
        let (distance, angle) = (number(meters), number(0...2 * .pi))
        return middle.moved(east: distance * sin(angle), north: distance * cos(angle))
    }
}
