internal import Foundation
public import VisitModel

/// Turns the truth into what a phone's system believes, errors and all.
///
/// The error is a first-order Gauss-Markov process (Gelb, "Applied Optimal Estimation", 2.3): readings close in time are
/// wrong in the same direction, as real ones are, so that noise at an edge lingers instead of jumping every second.
public struct PositionSensor: Hashable, Sendable {
    /// How well the phone knows where it is.
    public var profile: SensingProfile
    /// The error on each axis, in units of the accuracy.
    private var (east, north) = (0.0, 0.0)
    private var last: Timestamp?

    /// Makes a sensor that has not looked yet.
    ///
    /// - Parameter profile: how well the phone knows where it is.
    public init(_ profile: SensingProfile = SensingProfile()) {
        self.profile = profile
    }

    /// Looks.
    ///
    /// - Parameters:
    ///   - truth: where the phone is.
    ///   - quality: by what the position is found.
    ///   - time: when; not before the last time.
    ///   - generator: where chance comes from.
    /// - Returns: what the system believes.
    public mutating func look(
        at truth: Truth,
        by quality: PositionQuality,
        time: Timestamp,
        using generator: inout SeededGenerator
    ) -> SystemReading {
        remember(until: time, using: &generator)
        let median =
            switch quality {
            case .satellites: profile.satelliteAccuracyMeters
            case .wifi: profile.wifiAccuracyMeters
            case .cells: profile.cellAccuracyMeters
            }
        let accuracy = median * exp(profile.accuracySpread * generator.normal())
        // A circle holds 68 % of a normal distribution when it reaches 1.51 standard deviations: √(-2 ln 0.32).
        var (eastMeters, northMeters) = (east * accuracy / 1.51, north * accuracy / 1.51)
        if profile.outliersPerThousand > 0, generator.unit() * 1000 < profile.outliersPerThousand {
            let (distance, angle) = (profile.outlierMeters * generator.unit(), 2 * .pi * generator.unit())
            (eastMeters, northMeters) = (distance * cos(angle), distance * sin(angle))
        }
        return SystemReading(
            time: time,
            coordinate: truth.coordinate.moved(eastMeters: eastMeters, northMeters: northMeters),
            accuracyMeters: accuracy
        )
    }

    /// Lets the error wander for the time that has gone by.
    private mutating func remember(until time: Timestamp, using generator: inout SeededGenerator) {
        let seconds = last.map { max(0, $0.seconds(to: time)) } ?? .infinity
        let kept = exp(-seconds / profile.errorMemorySeconds)
        let fresh = (1 - kept * kept).squareRoot()
        east = kept * east + fresh * generator.normal()
        north = kept * north + fresh * generator.normal()
        last = time
    }
}
