/// How a distance filter grows with speed, so that a car records no more fixes a minute than somebody on foot.
///
/// The vendor's prose rounds the speed to the *nearest* 5 m/s; its two worked examples (7.7 m/s with 30 m gives 60 m, 27 m/s
/// with 50 m gives 300 m) fit rounding *up* alone, which also leaves no hole below 2.5 m/s. Transistor, Config,
/// "disableElasticity".
public struct DistanceElasticity: Hashable, Sendable {
    /// How speeds become steps of 5 m/s.
    public enum Rounding: String, Hashable, Sendable, CaseIterable {
        /// Up to the next step, as the vendor's examples have it.
        case up
        /// To the nearest step, as the vendor's prose has it.
        case nearest
    }

    /// Metres at rest, 0 or more.
    public let distanceFilterMeters: Double
    /// How strongly speed counts: 1 as documented, 0 not at all.
    public let multiplier: Double
    /// How speeds become steps.
    public let rounding: Rounding

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - distanceFilterMeters: metres at rest; less than 0 is taken as 0.
    ///   - multiplier: 0 or more; 0 leaves the filter as it is.
    ///   - rounding: how speeds become steps.
    public init(distanceFilterMeters: Double, multiplier: Double, rounding: Rounding = .up) {
        self.distanceFilterMeters = max(0, distanceFilterMeters)
        self.multiplier = max(0, multiplier)
        self.rounding = rounding
    }

    /// Makes the rule that a configuration asks for.
    ///
    /// - Parameter geolocation: its `distanceFilter`, `disableElasticity` and `elasticityMultiplier` count.
    public init(_ geolocation: GeolocationConfig) {
        self.init(
            distanceFilterMeters: geolocation.distanceFilter,
            multiplier: geolocation.disableElasticity ? 0 : geolocation.elasticityMultiplier
        )
    }

    /// The filter at a speed.
    ///
    /// - Parameter speed: metres a second; `nil`, not-a-number and less than 0 leave the filter as it is (Transistor,
    ///   change log 3.5).
    /// - Returns: metres, never less than at rest.
    public func meters(atSpeed speed: Double?) -> Double {
        guard let speed, speed.isFinite, speed > 0, multiplier > 0 else { return distanceFilterMeters }
        let steps = (speed / Self.stepMetersPerSecond).rounded(rounding == .up ? .up : .toNearestOrAwayFromZero)
        return distanceFilterMeters * max(1, steps * multiplier)
    }

    /// The speed of one step, in metres a second.
    private static let stepMetersPerSecond = 5.0
}
