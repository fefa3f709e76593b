import GeofenceEngine
import Testing
import VisitModel

@Suite("A policy's version identifies what the policy does")
struct EvaluationPolicyVersionTests {
    struct Edit: CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (inout EvaluationPolicy) -> Void

        init(_ name: String, _ apply: @escaping @Sendable (inout EvaluationPolicy) -> Void) {
            self.testDescription = name
            self.apply = apply
        }
    }

    private static let hygieneEdits = [
        Edit("assumed accuracy") { $0.hygiene.assumedAccuracyMeters += 1 },
        Edit("largest accuracy") { $0.hygiene.maximumAccuracyMeters = 100 },
        Edit("implied speed") { $0.hygiene.maximumImpliedSpeed = nil },
        Edit("earliest time") { $0.hygiene.earliestPlausibleTime = Timestamp(milliseconds: 1_199_145_600_001) },
        Edit("future tolerance") { $0.hygiene.futureToleranceSeconds = 600.001 },
    ]

    private static let evaluationEdits = [
        Edit("accuracy limit") { $0.evaluation.accuracyLimitMeters = nil },
        Edit("weighing of accuracy") { $0.evaluation.weighsAccuracy.toggle() },
        Edit("exit buffer") { $0.evaluation.exitBufferMeters += 1e-9 },
        Edit("share of the exit buffer") { $0.evaluation.exitBufferShare += 0.01 },
        Edit("share of outliers") { $0.evaluation.outlierShare += 0.001 },
        Edit("repeats of a point") { $0.evaluation.repeatedPointFixes += 1 },
        Edit("time of repeats of a point") { $0.evaluation.repeatedPointSeconds = .infinity },
        Edit("entry confirmation") { $0.evaluation.entryConfirmationSeconds += 1 },
        Edit("exit confirmation") { $0.evaluation.exitConfirmationSeconds += 1 },
        Edit("odds of an absence") { $0.evaluation.absenceOdds += 1 },
        Edit("dense gap") { $0.evaluation.denseGapSeconds = .infinity },
        Edit("travel speed") { $0.evaluation.travelSpeed += 1 },
        Edit("moving speed") { $0.evaluation.movingSpeed += 1 },
        Edit("driving speed") { $0.evaluation.drivingSpeed += 1 },
        Edit("accuracy of claims") { $0.evaluation.claimAccuracyLimitMeters += 1 },
        Edit("dating of exits") { $0.evaluation.datesExitAtFirstFixOutside.toggle() },
    ]

    private static let visitEdits = [
        Edit("merge gap") { $0.visits.mergeGapSeconds += 1 },
        Edit("merge distance") { $0.visits.mergeBeyondMeters += 1 },
        Edit("silence limit") { $0.visits.silenceLimitSeconds = nil },
        Edit("silence limit at rest") { $0.visits.stationarySilenceLimitSeconds = nil },
        Edit("continuous gap") { $0.visits.continuousGapSeconds += 1 },
        Edit("odds of a dwell") { $0.visits.dwellOdds += 1 },
        Edit("counting inferred visits") { $0.visits.countsInferred.toggle() },
        Edit("counting once a day") { $0.visits.countsOncePerDay.toggle() },
        Edit("counting overlapping visits") { $0.visits.countsOverlapping.toggle() },
        Edit("counting mock visits") { $0.visits.countsMock.toggle() },
        Edit("counting implausible visits") { $0.visits.countsImplausible.toggle() },
        Edit("horizon") { $0.visits.horizonSeconds += 1 },
    ]

    private static let confidenceEdits = [
        Edit("confidence to count from") { $0.confidence.countsFrom += 0.01 },
        Edit("share of killed apps") { $0.confidence.killedAppShare = 0.2 },
        Edit("intercept") { $0.confidence.intercept += 0.1 },
        Edit("weight of a term") { $0.confidence[.gapAfter] += 0.1 },
        Edit("calibration") { $0.confidence[calibrationAt: 2] += 0.1 },
    ]

    private static func digest(_ policy: EvaluationPolicy) -> Substring { policy.version.suffix(8) }

    @Test("any value changes it", arguments: hygieneEdits + evaluationEdits + visitEdits + confidenceEdits)
    func changesWithValues(_ edit: Edit) {
        for policy in [EvaluationPolicy.standard, .bare] {
            var edited = policy
            edit.apply(&edited)
            if edited != policy {
                #expect(edited.version != policy.version)
            }
        }
        var edited = EvaluationPolicy.standard
        edit.apply(&edited)
        #expect(edited != .standard)
    }

    @Test("the table above covers every value")
    func tableIsComplete() {
        let policy = EvaluationPolicy.standard
        let parts: [Any] = [policy.hygiene, policy.evaluation, policy.visits, policy.confidence]
        let tables = [Self.hygieneEdits, Self.evaluationEdits, Self.visitEdits, Self.confidenceEdits]
        for (part, table) in zip(parts, tables) {
            #expect(Mirror(reflecting: part).children.count == table.count)
        }
    }

    @Test("a policy by another name has another version and the same digest")
    func nameIsNotDigested() {
        var renamed = EvaluationPolicy.standard
        renamed.name = "ours"
        #expect(renamed.version.hasPrefix("ours-"))
        #expect(Self.digest(renamed) == Self.digest(.standard))
        #expect(renamed.version.count == "ours-".count + 8)
    }

    @Test("equal values moved between two policies make equal digests")
    func sameValuesSameDigest() {
        var copy = EvaluationPolicy.bare
        copy.hygiene = EvaluationPolicy.standard.hygiene
        copy.evaluation = EvaluationPolicy.standard.evaluation
        copy.visits = EvaluationPolicy.standard.visits
        copy.confidence = EvaluationPolicy.standard.confidence
        #expect(Self.digest(copy) == Self.digest(.standard))
        #expect(Self.digest(.bare) != Self.digest(.standard))
    }
}
