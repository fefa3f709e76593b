package import VisitModel

/// A value of a policy file: its name, its storage and its valid range.
package struct PolicyField {
    package let section: Section
    package let key: String
    package let value: Value

    /// The sections of a file, in the order in which they are written.
    package enum Section: String, CaseIterable {
        case hygiene, evaluation, visits, confidence
    }

    /// The key path of a value, and its valid range.
    package enum Value {
        /// A number in a range; infinity is valid only where the range contains it.
        case number(WritableKeyPath<EvaluationPolicy, Double>, ClosedRange<Double>)
        /// A number in a range, or `null`.
        case optionalNumber(WritableKeyPath<EvaluationPolicy, Double?>, ClosedRange<Double>)
        case flag(WritableKeyPath<EvaluationPolicy, Bool>)
        /// A time, or `null`.
        case optionalTime(WritableKeyPath<EvaluationPolicy, Timestamp?>)
    }

    private init(_ section: Section, _ key: String, _ value: Value) {
        self.section = section
        self.key = key
        self.value = value
    }
}

extension PolicyField {
    /// Distances from 0 to half the earth's circumference, in metres.
    private static let meters = 0.0...20_003_932
    /// Distances above 0, in metres.
    private static let someMeters = 0.001...20_003_932
    /// Durations from 0 to ten years, in seconds.
    private static let seconds = 0.0...315_576_000
    /// Durations that may be infinite, in seconds.
    private static let anySeconds = 0.0...Double.infinity
    /// Speeds in metres a second, up to that of light.
    private static let speed = 0.001...299_792_458

    /// Weights of the confidence's terms, as logarithms of odds.
    private static let weights = -100.0...100

    /// The keys of earlier versions that have no effect any more, as `section.key`.
    package static let removed: Set<String> = ["evaluation.isolated_fix_return_meters"]

    /// Every value, in the order in which they are written.
    package static var all: [PolicyField] {
        [
            PolicyField(.hygiene, "assumed_accuracy_meters", .number(\.hygiene.assumedAccuracyMeters, someMeters)),
            PolicyField(
                .hygiene,
                "maximum_accuracy_meters",
                .optionalNumber(\.hygiene.maximumAccuracyMeters, someMeters)
            ),
            PolicyField(.hygiene, "maximum_implied_speed", .optionalNumber(\.hygiene.maximumImpliedSpeed, speed)),
            PolicyField(.hygiene, "earliest_plausible_time", .optionalTime(\.hygiene.earliestPlausibleTime)),
            PolicyField(
                .hygiene,
                "future_tolerance_seconds",
                .optionalNumber(\.hygiene.futureToleranceSeconds, seconds)
            ),
            PolicyField(
                .evaluation,
                "accuracy_limit_meters",
                .optionalNumber(\.evaluation.accuracyLimitMeters, someMeters)
            ),
            PolicyField(.evaluation, "weighs_accuracy", .flag(\.evaluation.weighsAccuracy)),
            PolicyField(.evaluation, "exit_buffer_meters", .number(\.evaluation.exitBufferMeters, meters)),
            PolicyField(.evaluation, "exit_buffer_share", .number(\.evaluation.exitBufferShare, 0...100)),
            PolicyField(.evaluation, "outlier_share", .number(\.evaluation.outlierShare, 0...0.5)),
            PolicyField(.evaluation, "repeated_point_fixes", .number(\.evaluation.repeatedPointFixes, 0...1000)),
            PolicyField(.evaluation, "repeated_point_seconds", .number(\.evaluation.repeatedPointSeconds, anySeconds)),
            PolicyField(
                .evaluation,
                "entry_confirmation_seconds",
                .number(\.evaluation.entryConfirmationSeconds, seconds)
            ),
            PolicyField(
                .evaluation,
                "exit_confirmation_seconds",
                .number(\.evaluation.exitConfirmationSeconds, seconds)
            ),
            PolicyField(.evaluation, "absence_odds", .number(\.evaluation.absenceOdds, 1...Double.infinity)),
            PolicyField(.evaluation, "dense_gap_seconds", .number(\.evaluation.denseGapSeconds, anySeconds)),
            PolicyField(.evaluation, "travel_speed", .number(\.evaluation.travelSpeed, speed)),
            PolicyField(.evaluation, "moving_speed", .number(\.evaluation.movingSpeed, 0.001...Double.infinity)),
            PolicyField(.evaluation, "driving_speed", .number(\.evaluation.drivingSpeed, 0.001...Double.infinity)),
            PolicyField(
                .evaluation,
                "claim_accuracy_limit_meters",
                .number(\.evaluation.claimAccuracyLimitMeters, meters)
            ),
            PolicyField(
                .evaluation,
                "dates_exit_at_first_fix_outside",
                .flag(\.evaluation.datesExitAtFirstFixOutside)
            ),
            PolicyField(.visits, "merge_gap_seconds", .number(\.visits.mergeGapSeconds, seconds)),
            PolicyField(.visits, "merge_beyond_meters", .number(\.visits.mergeBeyondMeters, meters)),
            PolicyField(.visits, "silence_limit_seconds", .optionalNumber(\.visits.silenceLimitSeconds, seconds)),
            PolicyField(
                .visits,
                "stationary_silence_limit_seconds",
                .optionalNumber(\.visits.stationarySilenceLimitSeconds, seconds)
            ),
            PolicyField(.visits, "continuous_gap_seconds", .number(\.visits.continuousGapSeconds, anySeconds)),
            PolicyField(.visits, "dwell_odds", .number(\.visits.dwellOdds, 0...1_000_000)),
            PolicyField(.visits, "counts_inferred", .flag(\.visits.countsInferred)),
            PolicyField(.visits, "counts_once_per_day", .flag(\.visits.countsOncePerDay)),
            PolicyField(.visits, "counts_overlapping", .flag(\.visits.countsOverlapping)),
            PolicyField(.visits, "counts_mock", .flag(\.visits.countsMock)),
            PolicyField(.visits, "counts_implausible", .flag(\.visits.countsImplausible)),
            PolicyField(.visits, "horizon_seconds", .number(\.visits.horizonSeconds, seconds)),
            PolicyField(.confidence, "counts_from", .number(\.confidence.countsFrom, 0...1)),
            PolicyField(.confidence, "killed_app_share", .number(\.confidence.killedAppShare, 0.001...1)),
            PolicyField(.confidence, "intercept", .number(\.confidence.intercept, weights)),
        ]
            + Visit.Term.allCases.map { term in
                PolicyField(.confidence, term.rawValue, .number(\.confidence[term], weights))
            }
            + ["minus_4", "minus_2", "0", "2", "4"].enumerated().map { knot, score in
                let path = \EvaluationPolicy.confidence[calibrationAt: knot]
                return PolicyField(.confidence, "calibrated_\(score)", .number(path, weights))
            }
    }
}

extension PolicyField {
    /// A description of the valid values.
    package var expectation: String {
        switch value {
        case .number(_, let range): Self.words(for: range)
        case .optionalNumber(_, let range): Self.words(for: range) + ", or null for no limit"
        case .flag: "true or false"
        case .optionalTime: "a time such as 2008-01-01T00:00:00Z, or null for no limit"
        }
    }

    private static func words(for range: ClosedRange<Double>) -> String {
        guard range.upperBound.isFinite else { return "a number of \(text(range.lowerBound)) or more, or .inf" }
        return "a number from \(text(range.lowerBound)) to \(text(range.upperBound))"
    }

    /// The shortest text from which the number is read back exactly.
    package static func text(_ value: Double) -> String {
        if value == .infinity { return ".inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return value.description
    }
}

extension EvaluationPolicy {
    /// The policy that a file or an option begins with, by its name: `standard` or `bare`; `nil` for another name.
    package static func preset(named name: String) -> EvaluationPolicy? {
        switch name {
        case "standard": .standard
        case "bare": .bare
        default: nil
        }
    }

    /// The longest name, in characters: it is stored with every visit.
    package static let longestName = 100

    /// Whether a text can be the name of a policy: 1 to `longestName` characters on one line.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= longestName && !text.unicodeScalars.contains { $0.value < 0x20 }
    }
}
