import Foundation
import GeofenceEngine
import Testing
import VisitModel
import VisitPipeline

@Suite("Policies as YAML")
struct PolicyYAMLTests {
    private func refusal(of text: String) -> String? {
        do {
            _ = try EvaluationPolicy(yaml: text, file: "p.yaml")
            return nil
        } catch {
            return error.description
        }
    }

    /// A policy with no value of either base.
    private static func odd() -> EvaluationPolicy {
        var policy = EvaluationPolicy.bare
        policy.name = "quote \" and \\ back: #1"
        policy.hygiene.assumedAccuracyMeters = 12.5
        policy.hygiene.maximumAccuracyMeters = 80.25
        policy.hygiene.maximumImpliedSpeed = 55.5
        policy.hygiene.earliestPlausibleTime = Timestamp(milliseconds: 1_300_000_000_123)
        policy.hygiene.futureToleranceSeconds = 1
        policy.evaluation.accuracyLimitMeters = 0.1
        policy.evaluation.denseGapSeconds = 1.0 / 3
        policy.visits.silenceLimitSeconds = 0
        policy.visits.countsOncePerDay = true
        return policy
    }

    @Test("a written policy reads back equal", arguments: [EvaluationPolicy.standard, .bare, odd()])
    func roundTrip(policy: EvaluationPolicy) throws {
        let back = try EvaluationPolicy(yaml: policy.yaml, file: "p.yaml")
        #expect(back == policy)
        #expect(back.version == policy.version)
    }

    @Test("every value of a policy has a key, and each key another value")
    func completeness() {
        // The bases differ in most values, and the reflection behind a policy's version covers every stored property.
        let properties = [
            Mirror(reflecting: EvaluationPolicy.standard.hygiene),
            Mirror(reflecting: EvaluationPolicy.standard.evaluation),
            Mirror(reflecting: EvaluationPolicy.standard.visits),
        ].flatMap { $0.children.compactMap(\.label) }
        let keys = EvaluationPolicy.standard.yaml.split(separator: "\n").filter { $0.hasPrefix("  ") }
            .compactMap { $0.split(separator: ":").first.map { $0.trimmingCharacters(in: .whitespaces) } }
        let snakes = properties.map { property in
            property.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
        }
        let calibration = ["minus_4", "minus_2", "0", "2", "4"].map { "calibrated_\($0)" }
        #expect(
            keys == snakes + ["counts_from", "killed_app_share", "intercept"] + Visit.Term.allCases.map(\.rawValue)
                + calibration
        )
    }

    @Test("a file changes the named values and keeps the rest of its base")
    func partial() throws {
        let policy = try EvaluationPolicy(
            yaml: "base: bare\nvisits:\n  merge_gap_seconds: 300\n  silence_limit_seconds: 3600\n",
            file: "/somewhere/long-stays.yaml"
        )
        var expected = EvaluationPolicy.bare
        expected.name = "long-stays"
        expected.visits.mergeGapSeconds = 300
        expected.visits.silenceLimitSeconds = 3600
        #expect(policy == expected)
    }

    @Test("a key that only an earlier version had is ignored; others of its group are read")
    func removedKeys() throws {
        let policy = try EvaluationPolicy(
            yaml: "evaluation:\n  isolated_fix_return_meters: 250\n  travel_speed: 12\n"
                + "confidence:\n  counts_from: 0.5\n",
            file: "p.yaml"
        )
        #expect(policy.evaluation.travelSpeed == 12)
        #expect(policy.confidence.countsFrom == 0.5)
    }

    @Test("null removes a limit and an empty group changes nothing")
    func null() throws {
        let policy = try EvaluationPolicy(
            yaml:
                "name: free\nhygiene:\nvisits:\n  silence_limit_seconds: null\n  stationary_silence_limit_seconds: ~\n",
            file: "p.yaml"
        )
        #expect(policy.visits.silenceLimitSeconds == nil)
        #expect(policy.visits.stationarySilenceLimitSeconds == nil)
        #expect(policy.hygiene == EvaluationPolicy.standard.hygiene)
    }

    @Test(
        "errors are reported with file, line and key",
        arguments: [
            ("visits:\n  merge_gap_second: 3\n", "p.yaml:2: visits.merge_gap_second: is not a key of visits"),
            ("dwell: 3\n", "p.yaml:1: dwell: is not a key of a policy"),
            ("base: strict\n", "p.yaml:1: base: is `strict`, expected standard or bare"),
            (
                "\nvisits:\n  merge_gap_seconds: -1\n",
                "p.yaml:3: visits.merge_gap_seconds: is `-1`, expected a number from 0"
            ),
            ("visits:\n  merge_gap_seconds: .inf\n", "p.yaml:2: visits.merge_gap_seconds: is `.inf`"),
            ("visits:\n  merge_gap_seconds: .nan\n", "p.yaml:2: visits.merge_gap_seconds: is `.nan`"),
            ("visits:\n  merge_gap_seconds: \"300\"\n", "p.yaml:2: visits.merge_gap_seconds: is `300`"),
            ("visits:\n  merge_gap_seconds: 10 min\n", "p.yaml:2: visits.merge_gap_seconds: is `10 min`"),
            ("visits:\n  merge_gap_seconds: [1]\n", "p.yaml:2: visits.merge_gap_seconds: is not a single value"),
            ("visits:\n  merge_gap_seconds: null\n", "p.yaml:2: visits.merge_gap_seconds: is `null`"),
            ("visits:\n  counts_mock: 1\n", "p.yaml:2: visits.counts_mock: is `1`, expected true or false"),
            ("evaluation:\n  travel_speed: 0\n", "p.yaml:2: evaluation.travel_speed: is `0`"),
            (
                "hygiene:\n  earliest_plausible_time: yesterday\n",
                "p.yaml:2: hygiene.earliest_plausible_time: is `yesterday`, expected a time"
            ),
            ("visits: 3\n", "p.yaml:1: visits: is not a group of keys"),
            ("- a\n", "p.yaml:1: policy: is not a mapping"),
            ("", "p.yaml:1: the file is empty"),
            ("name: ''\n", "p.yaml:1: name: is not a name"),
            ("a: [1\nb: 2", "p.yaml:2: policy: is not YAML"),
            ("\0", "p.yaml:1: policy: is not YAML: control characters"),
            (
                "visits:\n  counts_mock: true\n  counts_mock: true\n",
                "p.yaml:3: visits.counts_mock: occurs twice, expected once"
            ),
        ]
    )
    func faults(text: String, expected: String) throws {
        let message = try #require(refusal(of: text))
        #expect(message.contains(expected), "\(message)")
    }

    @Test("a byte order mark is no part of the first key")
    func byteOrderMark() throws {
        #expect(try EvaluationPolicy(yaml: "\u{FEFF}base: bare\nname: bare\n", file: "p.yaml") == .bare)
    }

    @Test("every error of a file is reported at once")
    func allFaults() throws {
        let message = try #require(refusal(of: "visits:\n  a: 1\n  counts_mock: 2\nhygiene:\n  b: 3\n"))
        #expect(message.split(separator: "\n").count == 3)
    }

    @Test("the two policies are found by their names, anything else is a file")
    func named() throws {
        #expect(try EvaluationPolicy.named("standard") == .standard)
        #expect(try EvaluationPolicy.named("bare") == .bare)
        #expect(throws: VisitPipelineError.self) { try EvaluationPolicy.named("/nowhere/policy.yaml") }
    }
}
