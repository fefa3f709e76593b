internal import Foundation
public import PhoneOS
public import VisitModel

/// Derives the fixes of a phone's system, including their errors, from the truth.
///
/// The error is a first-order Gauss-Markov process (Gelb, "Applied Optimal Estimation", 2.3): fixes close in time are
/// wrong in the same direction, as real ones are, so that noise at an edge lingers instead of jumping every second.
public struct PositionSensor: Hashable, Sendable {
    /// The accuracy of the phone's positioning.
    public var profile: SensingProfile
    /// The error on each axis, in units of the accuracy.
    private var (east, north) = (0.0, 0.0)
    private var last: Timestamp?

    /// Creates a sensor without a fix so far.
    public init(_ profile: SensingProfile = SensingProfile()) {
        self.profile = profile
    }

    /// Produces a fix; the time must not be before that of the last one.
    public mutating func look(
        at truth: Truth,
        by quality: PositionQuality,
        time: Timestamp,
        using generator: inout SeededGenerator
    ) -> SystemFix {
        remember(until: time, using: &generator)
        let median =
            switch quality {
            case .satellites: profile.satelliteAccuracyMeters
            case .wifi: profile.wifiAccuracyMeters
            case .cells: profile.cellAccuracyMeters
            }
        let accuracy = median * exp(profile.accuracySpread * generator.normal())
        // A circle contains 68 % of a normal distribution if its radius is 1.51 standard deviations: √(-2 ln 0.32).
        var (eastMeters, northMeters) = (east * accuracy / 1.51, north * accuracy / 1.51)
        if profile.outliersPerThousand > 0, generator.unit() * 1000 < profile.outliersPerThousand {
            let (distance, angle) = (profile.outlierMeters * generator.unit(), 2 * .pi * generator.unit())
            (eastMeters, northMeters) = (distance * cos(angle), distance * sin(angle))
        }
        return SystemFix(
            time: time,
            coordinate: truth.coordinate.moved(eastMeters: eastMeters, northMeters: northMeters),
            accuracyMeters: accuracy
        )
    }

    /// Advances the error process to a time.
    private mutating func remember(until time: Timestamp, using generator: inout SeededGenerator) {
        let seconds = last.map { max(0, $0.seconds(to: time)) } ?? .infinity
        let kept = exp(-seconds / profile.errorMemorySeconds)
        let fresh = (1 - kept * kept).squareRoot()
        east = kept * east + fresh * generator.normal()
        north = kept * north + fresh * generator.normal()
        last = time
    }
}
