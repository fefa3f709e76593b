public import VisitModel

/// The mean position of the fixes of a stay, each weighted by its accuracy.
///
/// Fixes of one stay share a part of their error (walls, reflections): 10 to 28 m in labelled indoor tracks. The error
/// of the mean is therefore never below that bias, however many fixes there are.
public struct PositionSum: Hashable, Sendable {
    /// The first fix; the sums are offsets from it.
    public var origin: Coordinate
    /// The sum of 1/σ², in 1/m²; 0 where no fix was added.
    public var weight: Double
    /// The number of fixes, each by its share.
    public var share: Double
    /// The weighted sum of the offsets north, in degrees/m².
    public var north: Double
    /// The weighted sum of the offsets east, in degrees/m².
    public var east: Double

    /// Creates a sum.
    public init(origin: Coordinate, weight: Double = 0, share: Double = 0, north: Double = 0, east: Double = 0) {
        self.origin = origin
        self.weight = weight
        self.share = share
        self.north = north
        self.east = east
    }

    /// Adds a fix.
    ///
    /// Fixes that come every few seconds, as on the way in and out, would outweigh the stay: each has a share.
    mutating func add(_ coordinate: Coordinate, accuracyMeters: Double, secondsSinceLast: Double) {
        let sigma = max(accuracyMeters, Self.bestAccuracyMeters) / Self.accuracyPerDeviation
        let fixShare = Self.independence(secondsSinceLast: secondsSinceLast)
        let fixWeight = fixShare / (sigma * sigma)
        share += fixShare
        weight += fixWeight
        north += fixWeight * (coordinate.latitude - origin.latitude)
        east += fixWeight * Polygon.shortWay(from: origin.longitude, to: coordinate.longitude)
    }

    /// The part of a fix that is new information, 0.1...1, by the time since the fix before: all of it from a minute on.
    ///
    /// The errors of fixes that come every few seconds are nearly the same: their autocorrelation is .7 to .9 on labelled
    /// phones.
    static func independence(secondsSinceLast: Double) -> Double { min(1, max(0.1, secondsSinceLast / 60)) }

    /// The sum with the fixes of another one.
    public func joined(with other: PositionSum) -> PositionSum {
        guard other.weight > 0 else { return self }
        let northward = other.origin.latitude - origin.latitude
        let eastward = Polygon.shortWay(from: origin.longitude, to: other.origin.longitude)
        return PositionSum(
            origin: origin,
            weight: weight + other.weight,
            share: share + other.share,
            north: north + other.north + other.weight * northward,
            east: east + other.east + other.weight * eastward
        )
    }

    /// The mean position; `nil` where no fix was added.
    public var mean: Coordinate? {
        guard weight > 0 else { return nil }
        let longitude = Polygon.normalized(origin.longitude + east / weight)
        let latitude = min(90, max(-90, origin.latitude + north / weight))
        return Coordinate(uncheckedLatitude: latitude, longitude: longitude)
    }

    /// The standard deviation of the mean in each direction, in metres: the scatter of the fixes and their common
    /// error.
    public var deviationMeters: Double {
        guard weight > 0, share > 0 else { return .infinity }
        let common = max(Self.leastCommonErrorMeters, Self.commonErrorShare * (share / weight).squareRoot())
        return (1 / weight + common * common).squareRoot()
    }

    /// The 68 % radius of the mean, in metres.
    public var accuracyMeters: Double { deviationMeters * Self.accuracyPerDeviation }

    /// The log odds that the mean lies inside a fence; 0 where no fix was added.
    func logOddsInside(of fence: Fence, _ rules: EvaluationPolicy.Evaluation) -> Double {
        guard let mean, rules.weighsAccuracy else { return 0 }
        return rules.logOddsInside(
            edgeMeters: fence.signedDistance(to: mean, EarthPoint(mean)),
            accuracyMeters: accuracyMeters,
            breadthMeters: fence.breadthMeters
        )
    }

    /// The number of standard deviations that contain 68 % of a two-dimensional normal distribution.
    static let accuracyPerDeviation = 1.5096
    /// The share of a fix's error that is common to the fixes of one stay.
    ///
    /// 10 of 15 m, and 28 of 27 m, each way in labelled indoor tracks; less where a phone receives several Wi-Fi
    /// networks.
    private static let commonErrorShare = 0.5
    /// The least common error, in metres each way.
    private static let leastCommonErrorMeters = 4.0
    /// The best accuracy that is accepted, in metres.
    private static let bestAccuracyMeters = 5.0
}
