internal import Foundation
public import VisitModel

/// All thresholds between a fix and a counted visit.
///
/// One value, so that a policy can be read, compared, stored with each visit and changed from a file. Every field
/// documents its unit, default and reason. `standard` is recommended; `bare` is the plain rule "inside is distance not
/// over radius" of other programs, for comparison.
public struct EvaluationPolicy: Hashable, Sendable {
    /// The name in reports, stored on each visit together with a digest of the values.
    public var name: String
    /// The validation of fixes before evaluation.
    public var hygiene: Hygiene
    /// The rules for entering and leaving a fence.
    public var evaluation: Evaluation
    /// The rules that turn entries and exits into visits.
    public var visits: Visits
    /// The confidence model and the confidence that a visit needs to count.
    public var confidence: Confidence

    /// The rules of fix validation.
    public struct Hygiene: Hashable, Sendable {
        /// The accuracy, in metres, assumed for a fix that reports none; 30 m, typical of phones outdoors and indoors.
        public var assumedAccuracyMeters: Double
        /// The worst accuracy, in metres, of an accepted fix; `nil` (the default) keeps all, because the evaluator
        /// weighs them.
        public var maximumAccuracyMeters: Double?
        /// The highest plausible speed, in metres per second; 60 m/s, faster than any road.
        ///
        /// A fix that would need more than this from both neighbours, while they agree with each other, is dropped.
        /// `nil` keeps it.
        public var maximumImpliedSpeed: Double?
        /// The earliest plausible time of a fix; the default is 2008-01-01, before any phone had an app that could send
        /// it.
        ///
        /// An earlier time is a clock error. The default catches 1901, 1970 and every date 1024 weeks early until 2027.
        /// `nil` accepts all.
        public var earliestPlausibleTime: Timestamp?
        /// The tolerated lead of a fix's time over the time it was received, in seconds; 120, more than a good clock
        /// and a network disagree by.
        ///
        /// A larger lead proves that the phone's clock is ahead. The phone's times are then corrected where the receive
        /// time is known (`ClockEstimate`), and a fix that is still in the future is dropped. `nil` accepts every time
        /// as it is.
        public var futureToleranceSeconds: Double?
    }

    /// The rules for entering and leaving a fence.
    public struct Evaluation: Hashable, Sendable {
        /// The worst accuracy, in metres, of a fix that can change the state of any fence; 100 m.
        ///
        /// A worse fix changes only fences at least twice as broad as its accuracy. `nil`: no limit. The breadth of a
        /// circle is its radius, that of a polygon is twice its area divided by its perimeter.
        ///
        /// A cell-tower fix (1 to 15 km off) must change nothing; Wi-Fi indoors is 20 to 100 m.
        public var accuracyLimitMeters: Double?
        /// Whether accuracy counts in the inside test; default true.
        ///
        /// The root mean square of the distance, √(d² + σ²), must then be within the radius, which is where the
        /// probability of being inside passes one half.
        public var weighsAccuracy: Bool
        /// The smallest distance beyond the edge, in metres, of an exit; 20 m, against jitter at the edge.
        public var exitBufferMeters: Double
        /// The same as a share of the fence's breadth; 0.1.
        ///
        /// The larger of the two applies.
        public var exitBufferShare: Double
        /// The share of fixes with a wrong position; 0.02.
        ///
        /// It bounds the odds that a single fix contributes for inside or outside: 49 to 1.
        public var outlierShare: Double
        /// The largest number of consecutive fixes at exactly one point that count as one, and do not confirm each
        /// other; 3.
        ///
        /// No sensor measures the same seven decimals twice: the phone repeated a cached location, which is how a wrong
        /// position comes two or three times. A phone that continues to report it is at rest there. 0: every fix is
        /// independent.
        public var repeatedPointFixes: Double
        /// The time, in seconds, after which the repetition of one point proves nothing if the next point is far away;
        /// an hour.
        ///
        /// A location provider that hangs repeats its last point for hours. Reports of motion or rest in between are
        /// new information. Infinity: repetitions prove their time.
        public var repeatedPointSeconds: Double
        /// The time, in seconds, that fixes inside must span before Entered is emitted; 60 s.
        ///
        /// A drive through 150 m at 50 km/h takes 22 s.
        public var entryConfirmationSeconds: Double
        /// The time, in seconds, after the first fix beyond the buffer from which a second one confirms the exit; 20 s,
        /// as iOS uses for its regions.
        ///
        /// 0: the first decides.
        public var exitConfirmationSeconds: Double
        /// The odds of outside against inside from which the time between two fixes inside is excluded from the dwell;
        /// 500.
        ///
        /// They are the combined odds of the fixes in between: two good fixes 20 m outside, or five poor ones. A member
        /// who walks past and sits down next door does not leave the buffer, and dwells elsewhere. Infinity: all time
        /// between fixes inside counts.
        public var absenceOdds: Double
        /// The longest gap, in seconds, between two fixes after which the crossing is dated at the fix inside; 120 s.
        ///
        /// After a longer gap it is dated by the travel time from the edge.
        public var denseGapSeconds: Double
        /// The assumed travel speed, in metres per second, between the edge and the first fix after a gap; 10 m/s, a
        /// car in a city.
        ///
        /// Assuming walking speed would matter only to stays within a minute of the threshold.
        public var travelSpeed: Double
        /// The lowest reported speed, in metres per second, of a device on the move; 0.5 m/s, below which is noise.
        ///
        /// A first fix inside on the move has just entered, whatever the gap before: its depth inside the edge was
        /// covered at that speed. A member who walks or drives past was not inside since the last fix outside. A first
        /// fix outside, too, covered the way from the edge, or its last 500 m, at the speed that it reports.
        ///
        /// A stay seen only on the move is not bridged over half an hour or less if the next fix is at rest outside, or
        /// if it is over 500 m away and at least as far as this speed covers in the gap. One fix at rest just outside,
        /// between rest inside and a gap in fixes, ends no stay. Infinity: speed is ignored.
        public var movingSpeed: Double
        /// The lowest reported speed, in metres per second, of a fix inside from a driving member; 4 m/s, faster than
        /// walking and than parking.
        ///
        /// A stay with no other fixes is not bridged over a gap that ends over 500 m away. Infinity: it is.
        public var drivingSpeed: Double
        /// The worst accuracy, in metres, of a fix with which an OS transition report is accepted; 250 m.
        ///
        /// With a report of being inside, the fix counts as inside where its circle of accuracy reaches the fence. With
        /// a report of an exit, a single fix beyond the edge ends the stay, and a fix not beyond it is no proof of
        /// being inside. A fix worse than this, or elsewhere, is an ordinary one. Systems decide from positions of
        /// 20 to 150 m, and AOSP's would enter a fence by a cell two kilometres wide. 0: reports are ignored.
        public var claimAccuracyLimitMeters: Double
        /// Whether an exit is dated at the fix that showed it, whatever the gap before; default false.
        public var datesExitAtFirstFixOutside: Bool
    }

    /// The rules that turn entries and exits into visits.
    public struct Visits: Hashable, Sendable {
        /// The longest time, in seconds, between exit and re-entry that continues the visit; 600 s.
        ///
        /// 0 never continues one.
        public var mergeGapSeconds: Double
        /// The distance beyond the edge, in metres less accuracy, of an accepted fix in between that prevents the
        /// merge; 100 m.
        public var mergeBeyondMeters: Double
        /// The longest gap in fixes, in seconds, within a visit; a longer one ends it at its last proof; 4 h.
        ///
        /// `nil`: no limit.
        public var silenceLimitSeconds: Double?
        /// The same limit after the phone reported inside that it had stopped moving; 16 h.
        public var stationarySilenceLimitSeconds: Double?
        /// The longest gap between two proofs, in seconds, that proves the time between them; 900 s, because phones at
        /// rest send every 5 to 15 minutes.
        ///
        /// A longer gap is bridged and the visit `inferred`.
        public var continuousGapSeconds: Double
        /// The combined odds of inside against outside that the fixes of a stay need before the dwell is emitted; 1.
        ///
        /// Fixes at the edge in between count too: where most of them lie outside, the member stayed next door. 0: no
        /// requirement.
        public var dwellOdds: Double
        /// Whether a visit with a bridged gap counts; default true.
        public var countsInferred: Bool
        /// Whether at most one visit counts per member, facility and local day; default false.
        public var countsOncePerDay: Bool
        /// Whether both of two visits count that overlap for more than half of the shorter; default false.
        ///
        /// If not, only the one deeper inside counts.
        public var countsOverlapping: Bool
        /// Whether a visit with a mock fix as evidence counts; default false.
        public var countsMock: Bool
        /// Whether a visit counts to which the positions jumped faster than anything travels, or whose fixes are those of
        /// an earlier visit; default false.
        public var countsImplausible: Bool
        /// How far before the device's newest valid fix, in seconds, late input is still evaluated; 48 h.
        public var horizonSeconds: Double
    }
}

extension EvaluationPolicy {
    /// The policy's name and a digest of its values, as stored on each visit: `standard-3f9k2m7q`.
    ///
    /// Two policies with equal values have the same digest, whatever their names.
    public var version: String {
        var digest = StableDigest()
        digest.combine(String(reflecting: hygiene))
        digest.combine(String(reflecting: evaluation))
        digest.combine(String(reflecting: visits))
        digest.combine(String(reflecting: confidence))
        return "\(name)-\(StableDigest.text(of: digest.value).suffix(8))"
    }
}

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
        /// The share of short stops during which the phone's system ends the app, above 0 and up to 1; 0.05.
        ///
        /// Such a phone is as silent as one at rest. The more of them, the less a silence says: the weight of
        /// `silence_after` falls by the logarithm of this share over the default, for which it was fitted.
        public var killedAppShare: Double
        /// The weights, in the order of `Visit.Term.allCases`.
        private var weights: [Double]
        /// The calibrated log odds at each of the `knots`.
        private var calibration: [Double]

        /// The share of killed apps among the short stops to which the weights were fitted.
        public static let fittedKilledAppShare = 0.05

        /// The scores at which the calibration is given.
        public static let knots: [Double] = [-4, -2, 0, 2, 4]

        /// Creates a model.
        ///
        /// A term that is left out has weight 0. The calibration has a value for each of the `knots`; the default is
        /// the scores themselves.
        public init(
            countsFrom: Double,
            intercept: Double,
            weights: [Visit.Term: Double],
            calibration: [Double] = Confidence.knots,
            killedAppShare: Double = Confidence.fittedKilledAppShare
        ) {
            precondition(calibration.count == Self.knots.count, "a calibration has a value for each knot")
            self.killedAppShare = killedAppShare
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
        public func probability(_ terms: StayTerms) -> Double {
            var score = zip(weights, terms.values).reduce(intercept) { $0 + $1.0 * $1.1 }
            if killedAppShare != Self.fittedKilledAppShare { score -= killedAppWeight * terms[.silenceAfter] }
            return 1 / (1 + exp(-calibrated(score)))
        }

        /// What the weight of a silence loses, as a logarithm of odds.
        private var killedAppWeight: Double { log(killedAppShare / Self.fittedKilledAppShare) }

        private func calibrated(_ score: Double) -> Double {
            let last = Self.knots.count - 1
            guard score > Self.knots[0] else { return calibration[0] + score - Self.knots[0] }
            guard score < Self.knots[last] else { return calibration[last] + score - Self.knots[last] }
            let upper = Self.knots.firstIndex { $0 >= score } ?? last
            let lower = max(0, upper - 1)
            let share = (score - Self.knots[lower]) / (Self.knots[upper] - Self.knots[lower])
            return calibration[lower] + share * (calibration[upper] - calibration[lower])
        }

        /// The terms that moved the probability most, strongest first.
        ///
        /// Each by its difference from that of a fully proven stay. At most four, with a weight of 0.1 log odds or
        /// more; `proven` alone where there are none.
        func reasons(_ terms: StayTerms) -> [Visit.Reason] {
            let reference = StayTerms.proven
            var reasons: [Visit.Reason] = []
            for (index, term) in Visit.Term.allCases.enumerated() {
                let difference = terms.values[index] - reference.values[index]
                let own = weights[index] - (term == .silenceAfter ? killedAppWeight : 0)
                let weight = (own * difference * 10).rounded() / 10
                if abs(weight) >= 0.1 { reasons.append(Visit.Reason(term, weight: weight)) }
            }
            guard !reasons.isEmpty else {
                return [Visit.Reason(.proven, weight: (self[.proven] * 10).rounded() / 10)]
            }
            return Array(reasons.sorted { abs($0.weight) > abs($1.weight) }.prefix(4))
        }
    }
}
