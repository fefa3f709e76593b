internal import Foundation
public import VisitModel

extension EvaluationPolicy {
    /// How the evidence of a stay becomes the probability that it was a visit.
    ///
    /// A logistic model: the logarithm of the odds is the intercept plus the sum of each term (`StayTerms`) times its weight.
    /// The weights were fitted by `Benchmarks/accuracy/fit-confidence` on generated tracks whose truth is known.
    public struct Confidence: Hashable, Sendable {
        /// From which confidence on a visit counts, 0...1; below it is `unproven`.
        public var countsFrom: Double
        /// The logarithm of the odds where every term is 0.
        public var intercept: Double
        /// The weights, in the order of `Visit.Term.allCases`.
        private var weights: [Double]

        /// Creates a model.
        ///
        /// - Parameters:
        ///   - countsFrom: from which confidence on a visit counts, 0...1.
        ///   - intercept: the logarithm of the odds where every term is 0.
        ///   - weights: what one of each term adds to it; 0 for those left out.
        public init(countsFrom: Double, intercept: Double, weights: [Visit.Term: Double]) {
            self.countsFrom = countsFrom
            self.intercept = intercept
            self.weights = Visit.Term.allCases.map { weights[$0] ?? 0 }
        }

        /// What one of a term adds to the logarithm of the odds.
        public subscript(term: Visit.Term) -> Double {
            get { weights[term.index] }
            set { weights[term.index] = newValue }
        }

        /// The probability of a visit.
        ///
        /// - Parameter terms: the evidence.
        /// - Returns: 0...1.
        public func probability(_ terms: StayTerms) -> Double {
            let logOdds = zip(weights, terms.values).reduce(intercept) { $0 + $1.0 * $1.1 }
            return 1 / (1 + exp(-logOdds))
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
