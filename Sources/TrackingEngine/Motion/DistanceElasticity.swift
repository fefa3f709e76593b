/// The growth of the distance filter with speed, so that a car records no more fixes a minute than a pedestrian.
///
/// The vendor's prose rounds the speed to the *nearest* 5 m/s; its two worked examples (7.7 m/s with 30 m gives 60 m,
/// 27 m/s with 50 m gives 300 m) fit rounding *up* alone, which also leaves no gap below 2.5 m/s. Transistor, Config,
/// "disableElasticity".
public struct DistanceElasticity: Hashable, Sendable {
    /// How speeds are rounded to steps of 5 m/s.
    public enum Rounding: String, Hashable, Sendable, CaseIterable {
        /// Up to the next step, as in the vendor's examples.
        case up
        /// To the nearest step, as in the vendor's prose.
        case nearest
    }

    /// The filter at rest in metres, 0 or more.
    public let distanceFilterMeters: Double
    /// The weight of the speed: 1 as documented, 0 for none.
    public let multiplier: Double
    /// How speeds are rounded to steps.
    public let rounding: Rounding

    /// Creates a rule; a filter or a multiplier of less than 0 counts as 0.
    public init(distanceFilterMeters: Double, multiplier: Double, rounding: Rounding = .up) {
        self.distanceFilterMeters = max(0, distanceFilterMeters)
        self.multiplier = max(0, multiplier)
        self.rounding = rounding
    }

    /// Creates the rule from a configuration's `distanceFilter`, `disableElasticity` and `elasticityMultiplier`.
    public init(_ config: TrackingConfig) {
        self.init(distanceFilterMeters: config.distanceFilterMeters, multiplier: config.elasticityFactor ?? 0)
    }

    /// The filter in metres at a speed in metres a second, never less than at rest.
    ///
    /// `nil`, not-a-number and speeds of 0 or less leave the filter unchanged (Transistor, change log 3.5).
    public func meters(atSpeed speed: Double?) -> Double {
        guard let speed, speed.isFinite, speed > 0, multiplier > 0 else { return distanceFilterMeters }
        let steps = (speed / Self.stepMetersPerSecond).rounded(rounding == .up ? .up : .toNearestOrAwayFromZero)
        return distanceFilterMeters * max(1, steps * multiplier)
    }

    private static let stepMetersPerSecond = 5.0
}
