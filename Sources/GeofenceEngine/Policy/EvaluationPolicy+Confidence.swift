internal import Foundation
public import VisitModel

extension EvaluationPolicy {
    /// How the evidence of a stay becomes the probability that it was a visit.
    ///
    /// A logistic model: the intercept plus the sum of each term (`StayTerms`) times its weight is a score, which a calibration
    /// turns into the logarithm of the odds: linear between its knots, and parallel to the score beyond them. Both were fitted
    /// by `Benchmarks/accuracy/fit-confidence` on generated tracks whose truth is known.
    public struct Confidence: Hashable, Sendable {
        /// From which confidence on a visit counts, 0...1; below it is `unproven`.
        public var countsFrom: Double
        /// The score where every term is 0.
        public var intercept: Double
        /// The weights, in the order of `Visit.Term.allCases`.
        private var weights: [Double]
        /// The logarithms of the odds that the scores of `knots` mean.
        private var calibration: [Double]

        /// The scores whose meaning is given.
        public static let knots: [Double] = [-4, -2, 0, 2, 4]

        /// Creates a model.
        ///
        /// - Parameters:
        ///   - countsFrom: from which confidence on a visit counts, 0...1.
        ///   - intercept: the score where every term is 0.
        ///   - weights: what one of each term adds to it; 0 for those left out.
        ///   - calibration: the logarithms of the odds that scores of -4, -2, 0, 2 and 4 mean; the scores themselves where left
        ///     out.
        public init(
            countsFrom: Double,
            intercept: Double,
            weights: [Visit.Term: Double],
            calibration: [Double] = Confidence.knots
        ) {
            precondition(calibration.count == Self.knots.count, "a calibration has a value for each knot")
            self.countsFrom = countsFrom
            self.intercept = intercept
            self.calibration = calibration
            self.weights = Visit.Term.allCases.map { weights[$0] ?? 0 }
        }

        /// What one of a term adds to the score.
        public subscript(term: Visit.Term) -> Double {
            get { weights[term.index] }
            set { weights[term.index] = newValue }
        }

        /// The logarithm of the odds that the score of a knot means.
        ///
        /// - Parameter knot: its place in `knots`.
        public subscript(calibrationAt knot: Int) -> Double {
            get { calibration[knot] }
            set { calibration[knot] = newValue }
        }

        /// The probability of a visit.
        ///
        /// - Parameter terms: the evidence.
        /// - Returns: 0...1.
        public func probability(_ terms: StayTerms) -> Double {
            let score = zip(weights, terms.values).reduce(intercept) { $0 + $1.0 * $1.1 }
            return 1 / (1 + exp(-calibrated(score)))
        }

        private func calibrated(_ score: Double) -> Double {
            let last = Self.knots.count - 1
            guard score > Self.knots[0] else { return calibration[0] + score - Self.knots[0] }
            guard score < Self.knots[last] else { return calibration[last] + score - Self.knots[last] }
            let upper = Self.knots.firstIndex { $0 >= score } ?? last
            let lower = max(0, upper - 1)
            let share = (score - Self.knots[lower]) / (Self.knots[upper] - Self.knots[lower])
            return calibration[lower] + share * (calibration[upper] - calibration[lower])
        }

        /// What moved the probability most, strongest first: how each term differs from that of a stay proven all along.
        ///
        /// - Parameter terms: the evidence.
        /// - Returns: at most four, each of a tenth of a logarithm or more; where nothing speaks against it, that it is proven.
        func reasons(_ terms: StayTerms) -> [Visit.Reason] {
            let reference = StayTerms.proven
            var reasons: [Visit.Reason] = []
            for term in Visit.Term.allCases {
                let weight = (self[term] * (terms[term] - reference[term]) * 10).rounded() / 10
                if abs(weight) >= 0.1 { reasons.append(Visit.Reason(term, weight: weight)) }
            }
            guard !reasons.isEmpty else {
                return [Visit.Reason(.proven, weight: (self[.proven] * 10).rounded() / 10)]
            }
            return Array(reasons.sorted { abs($0.weight) > abs($1.weight) }.prefix(4))
        }
    }
}
