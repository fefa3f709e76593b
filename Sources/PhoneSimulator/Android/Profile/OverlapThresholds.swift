/// The shares of the accuracy circle in a fence at which the overlap model decides.
///
/// Between the two the state is kept: Google called that inside or outside with low confidence.
public struct OverlapThresholds: Hashable, Sendable {
    /// The phone is inside from this share on, 0...1.
    public var enter: Double
    /// The phone is outside up to this share, 0...1 and under `enter`.
    public var exit: Double

    /// Creates thresholds.
    ///
    /// - Parameters:
    ///   - enter: the least share inside, 0...1.
    ///   - exit: the largest share outside, 0...1 and under `enter`.
    public init(enter: Double, exit: Double) {
        self.enter = enter
        self.exit = exit
    }
}
