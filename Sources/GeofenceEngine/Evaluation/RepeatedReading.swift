public import VisitModel

/// One reading that a phone hands out again and again, to the last decimal: no second witness for where it is.
public struct RepeatedReading: Hashable, Sendable {
    /// Where.
    public let coordinate: Coordinate
    /// How many fixes it has come in.
    public var fixes: Int

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - coordinate: where.
    ///   - fixes: how many fixes it has come in.
    public init(coordinate: Coordinate, fixes: Int) {
        self.coordinate = coordinate
        self.fixes = fixes
    }

    /// The reading with one more fix, or `nil` where that is a witness of its own.
    func joined(by fix: Fix, _ rules: EvaluationPolicy.Evaluation) -> RepeatedReading? {
        guard fix.coordinate == coordinate, Double(fixes) < rules.repeatedPointFixes else { return nil }
        return RepeatedReading(coordinate: coordinate, fixes: fixes + 1)
    }

    /// The first fix of what may become one.
    static func begun(by fix: Fix, _ rules: EvaluationPolicy.Evaluation) -> RepeatedReading? {
        rules.repeatedPointFixes > 0 ? RepeatedReading(coordinate: fix.coordinate, fixes: 1) : nil
    }
}
