internal import Foundation
internal import VisitModel

/// The position at which a phone stopped, and whether a fix shows that it has left.
struct PlaceOfStop: Hashable, Sendable {
    let coordinate: Coordinate
    /// The 68 % radius of the position, in metres.
    let accuracyMeters: Double

    /// Whether the distance to the fix exceeds a margin in metres by more than the errors of both positions explain.
    ///
    /// Two positions of one place, each with errors of a normal distribution, are 2.5 times the root of the sum of the
    /// squares of their 68 % radii apart in less than one of a thousand cases: √(2 ln 1000) / √(2 ln (1 / 0.32)) = 2.46.
    func isLeft(by fix: Fix, marginMeters: Double) -> Bool {
        coordinate.meters(to: fix.coordinate) - 2.5 * hypot(accuracyMeters, fix.accuracyOrAssumed) > marginMeters
    }
}
