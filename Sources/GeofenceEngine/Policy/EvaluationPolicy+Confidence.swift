internal import Foundation
public import VisitModel

extension EvaluationPolicy {
    /// A logistic model of the probability that a stay was a visit.
    ///
    /// The score is the intercept plus the sum of each term (`StayTerms`) times its weight. A calibration turns the
    /// score into the logarithm of the odds: linear between its knots, and parallel to the score beyond them. Both were
    /// fitted by `Benchmarks/accuracy/fit-confidence` on generated tracks with known truth.
    public struct Confidence: Hashable, Sendable {
        /// The lowest confidence with which a visit counts, 0...1; below it the visit is `unproven`.
        public var countsFrom: Double
        /// The score where every term is 0.
        public var intercept: Double
        /// The weights, in the order of `Visit.Term.allCases`.
        private var weights: [Double]
        /// The calibrated log odds at each of the `knots`.
        private var calibration: [Double]

        /// The scores at which the calibration is given.
        public static let knots: [Double] = [-4, -2, 0, 2, 4]

        /// Creates a model.
        ///
        /// - Parameters:
        ///   - countsFrom: the lowest confidence with which a visit counts, 0...1.
        ///   - intercept: the score where every term is 0.
        ///   - weights: the weight of each term; 0 for those left out.
        ///   - calibration: the log odds at scores of -4, -2, 0, 2 and 4; the default is the scores themselves.
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

        /// The weight of a term.
        public subscript(term: Visit.Term) -> Double {
            get { weights[term.index] }
            set { weights[term.index] = newValue }
        }

        /// The calibrated log odds at a knot, by its index in `knots`.
        public subscript(calibrationAt knot: Int) -> Double {
            get { calibration[knot] }
            set { calibration[knot] = newValue }
        }

        /// The probability of a visit, 0...1.
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

        /// The terms that moved the probability most, strongest first, each by its difference from that of a fully
        /// proven stay.
        ///
        /// - Parameter terms: the evidence.
        /// - Returns: at most four reasons with a weight of 0.1 log odds or more; `proven` alone where there are none.
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
