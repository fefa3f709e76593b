public import VisitModel

/// A cached position that a phone reports repeatedly, equal to the last decimal: no independent evidence of its
/// location.
public struct RepeatedReading: Hashable, Sendable {
    /// The repeated position.
    public let coordinate: Coordinate
    /// The number of fixes with it.
    public var fixes: Int

    /// Creates a repeated position.
    public init(coordinate: Coordinate, fixes: Int) {
        self.coordinate = coordinate
        self.fixes = fixes
    }

    /// The position with one more fix; `nil` where that fix is independent.
    func joined(by fix: Fix, _ rules: EvaluationPolicy.Evaluation) -> RepeatedReading? {
        guard fix.coordinate == coordinate, Double(fixes) < rules.repeatedPointFixes else { return nil }
        return RepeatedReading(coordinate: coordinate, fixes: fixes + 1)
    }

    /// The first fix of a possible repetition; `nil` where the rules count every fix as independent.
    static func started(by fix: Fix, _ rules: EvaluationPolicy.Evaluation) -> RepeatedReading? {
        rules.repeatedPointFixes > 0 ? RepeatedReading(coordinate: fix.coordinate, fixes: 1) : nil
    }
}
