/// How well a phone knows where it is, and how often it looks.
///
/// The accuracies are those that Google ("Create and monitor geofences": Wi-Fi 20 to 50 m indoors) and van Diggelen and
/// Enge ("The world's first GPS MOOC and worldwide laboratory using smartphones", ION GNSS+ 2015: 4.9 m under open sky)
/// give; the rest is assumed and documented here.
public struct SensingProfile: Hashable, Sendable {
    /// The median of the 68 % radius by satellites, on the move, in metres.
    public var satelliteAccuracyMeters = 8.0
    /// The same at rest, where a phone is mostly indoors and positioned by Wi-Fi.
    public var wifiAccuracyMeters = 22.0
    /// The same by cells alone, where neither satellites nor Wi-Fi are to be had.
    public var cellAccuracyMeters = 900.0
    /// The spread of the logarithm of the accuracy: two thirds lie within a factor of e to this power.
    public var accuracySpread = 0.35
    /// How long an error lasts, in seconds: what is wrong now is still half as wrong after 0.7 of this.
    public var errorMemorySeconds = 90.0
    /// How many of a thousand readings are off by far, as by a wrong Wi-Fi entry.
    public var outliersPerThousand = 0.0
    /// How far these are off at most, in metres, claiming the accuracy of a good one.
    public var outlierMeters = 800.0
    /// How often the system itself looks on the move, in seconds.
    public var movingIntervalSeconds = 10.0
    /// How often it looks at rest, in seconds.
    public var restIntervalSeconds = 60.0

    /// Takes the defaults.
    public init() {}

    /// Refuses numbers that no phone has.
    ///
    /// - Throws: `SimulatorError` with code `profile`, naming the field.
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

/// By what a position is found.
public enum PositionQuality: String, Hashable, Sendable, CaseIterable {
    /// By satellites.
    case satellites
    /// By Wi-Fi.
    case wifi
    /// By cells.
    case cells

    /// What is found by this where the reception allows no better than another; `nil` where it allows nothing.
    func limited(to best: PositionQuality?) -> PositionQuality? {
        guard let best else { return nil }
        return rank >= best.rank ? self : best
    }

    /// The best first.
    private var rank: Int {
        switch self {
        case .satellites: 0
        case .wifi: 1
        case .cells: 2
        }
    }
}
