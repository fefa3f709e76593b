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
    public init(_ profile: SensingProfile = SensingProfile()) { self.profile = profile }

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

/// The accuracy and the frequency of a phone's positioning.
///
/// The accuracies are from Google ("Create and monitor geofences": Wi-Fi 20 to 50 m indoors) and van Diggelen and Enge
/// ("The world's first GPS MOOC and worldwide laboratory using smartphones", ION GNSS+ 2015: 4.9 m under open sky); the
/// rest is an assumption that is documented here.
public struct SensingProfile: Hashable, Sendable {
    /// The median of the 68 % radius with satellites, while moving, in metres.
    public var satelliteAccuracyMeters = 8.0
    /// The same at rest, where a phone is mostly indoors and positioned by Wi-Fi.
    public var wifiAccuracyMeters = 22.0
    /// The same with cells alone, if neither satellites nor Wi-Fi are available.
    public var cellAccuracyMeters = 900.0
    /// The standard deviation of the logarithm of the accuracy: two thirds are within a factor of e to this power.
    public var accuracySpread = 0.35
    /// The time constant of the error, in seconds: after 0.7 of it, half of an error is left.
    public var errorMemorySeconds = 90.0
    /// The number of outliers per thousand fixes, as from a wrong Wi-Fi database entry.
    public var outliersPerThousand = 0.0
    /// The maximum error of an outlier in metres; its reported accuracy is that of a good fix.
    public var outlierMeters = 800.0
    /// The time between the system's own fixes while moving, in seconds.
    public var movingIntervalSeconds = 10.0
    /// The time between the system's own fixes at rest, in seconds.
    public var restIntervalSeconds = 60.0

    /// Creates a profile with the defaults.
    public init() {}

    /// Throws `SimulatorError` with code `profile` for an invalid number, naming the field.
    public func validate() throws(SimulatorError) {
        let positive: [(String, Double)] = [
            ("satelliteAccuracyMeters", satelliteAccuracyMeters), ("wifiAccuracyMeters", wifiAccuracyMeters),
            ("cellAccuracyMeters", cellAccuracyMeters), ("errorMemorySeconds", errorMemorySeconds),
            ("outlierMeters", outlierMeters), ("movingIntervalSeconds", movingIntervalSeconds),
            ("restIntervalSeconds", restIntervalSeconds),
        ]
        for (name, value) in positive where !(value > 0 && value.isFinite) {
            throw SimulatorError(.profile, "\(name) is \(value), expected more than 0")
        }
        guard accuracySpread >= 0, accuracySpread <= 3 else {
            throw SimulatorError(.profile, "accuracySpread is \(accuracySpread), expected 0 to 3")
        }
        guard (0...1000).contains(outliersPerThousand) else {
            throw SimulatorError(.profile, "outliersPerThousand is \(outliersPerThousand), expected 0 to 1000")
        }
    }
}

/// The source of a position.
public enum PositionQuality: String, Hashable, Sendable, CaseIterable {
    /// Satellites.
    case satellites
    /// Wi-Fi.
    case wifi
    /// Cells.
    case cells

    /// Returns this source, or the best one that the reception allows; `nil` if it allows none.
    func limited(to best: PositionQuality?) -> PositionQuality? {
        guard let best else { return nil }
        return rank >= best.rank ? self : best
    }

    /// Best first.
    private var rank: Int {
        switch self {
        case .satellites: 0
        case .wifi: 1
        case .cells: 2
        }
    }
}
