/// Which share of the accuracy circle has to lie in a fence for each decision of the overlap model.
///
/// Between the two the state stays what it was: Google called that inside or outside with low confidence.
public struct OverlapThresholds: Hashable, Sendable {
    /// From this share on the phone is inside, 0...1.
    public var enter: Double
    /// Up to this share it is outside, 0...1 and under `enter`.
    public var exit: Double

    /// Makes thresholds.
    ///
    /// - Parameters:
    ///   - enter: the least share inside, 0...1.
    ///   - exit: the largest share outside, 0...1 and under `enter`.
    public init(enter: Double, exit: Double) {
        self.enter = enter
        self.exit = exit
    }
}
