import Foundation
import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("How sure a visit is")
struct ConfidenceTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        var radius = 150.0
        let steps: [Step]
        let verdict: Visit.Verdict
        let confidence: ClosedRange<Double>

        init(
            _ sentence: String,
            radius: Double = 150,
            _ steps: [Step],
            _ verdict: Visit.Verdict,
            _ confidence: ClosedRange<Double>
        ) {
            testDescription = sentence
            self.radius = radius
            self.steps = steps
            self.verdict = verdict
            self.confidence = confidence
        }
    }

    private static let minute = 60.0
    private static let arrival = [Step(-120, east: 900), Step(-60, east: 400)]
    private static let away = [Step(0, east: 3000), Step(600, east: 3010), Step(1200, east: 3005)]

    private static func steps(_ steps: [Step], from start: Double) -> [Step] {
        steps.map { Step($0.second + start, at: $0.place, accuracy: $0.accuracy ?? 10) }
    }

    /// A walk past in a straight line at 1.3 m/s, a fix every so many seconds, one of them in the middle of the circle.
    private static func walk(every seconds: Double) -> [Step] {
        (-4...4).map { Step(Double($0) * seconds, east: Double($0) * seconds * 1.3) }
    }

    private static let rows = [
        Row(
            "an hour of fixes inside is a visit",
            arrival + (0...20).map { Step(Double($0) * 180, east: Double($0 % 5)) } + steps(away, from: 3700),
            .counted,
            0.95...1
        ),
        Row(
            "a working day is one where fixes prove it",
            arrival + (0...270).map { Step(Double($0) * 120, east: Double($0 % 5)) } + steps(away, from: 32_500),
            .counted,
            0.95...1
        ),
        Row(
            "also where fixes inside hours apart are all there is of it",
            arrival
                + [Step(0), Step(60, east: 4), Step(120, east: 6), Step(13_000), Step(26_000), Step(32_400)]
                + steps(away, from: 32_500),
            .counted,
            0.8...1
        ),
        Row(
            "fixes inside at both ends of an hour are one",
            arrival + [Step(0), Step(60, east: 4), Step(3500, east: 6), Step(3600, east: 2)] + steps(away, from: 3900),
            .counted,
            0.8...1
        ),
        Row(
            "three minutes inside before a gap of an hour, and rest elsewhere, are unproven",
            arrival + [Step(0), Step(60, east: 4), Step(180, east: 6)] + steps(away, from: 3900),
            .unproven,
            0...0.6
        ),
        Row(
            "one fix inside at 23:00 and the next far away four hours later is unproven",
            arrival + [Step(0, east: 118, accuracy: 6)] + steps(away, from: 14_000),
            .unproven,
            0...0.6
        ),
        Row("a walk past with a fix every ten minutes is none", walk(every: 600), .tooShort, 0...0.3),
        Row("a walk past with a fix every twenty minutes is none", walk(every: 1200), .unproven, 0...0.5),
        Row(
            "an hour in a small circle, by fixes coarser than it, is one",
            radius: 50,
            arrival
                + (0...12).map { number in
                    Step(Double(number) * 300, east: [40, -35, 20, 55, -10, -50][number % 6], north: 8, accuracy: 60)
                } + steps(away, from: 3700),
            .counted,
            0.6...1
        ),
        Row(
            "a day and a night are none, where no other night is known",
            arrival + (0...144).map { Step(Double($0) * 600, east: Double($0 % 7)) } + steps(away, from: 87_000),
            .unproven,
            0...0.3
        ),
        Row(
            "two cell fixes that exclude the place take the gap off",
            arrival + [Step(0), Step(60, east: 4)]
                + [Step(600, east: 6000, accuracy: 3400), Step(1200, east: 6000, accuracy: 3400)]
                + steps(away, from: 3900),
            .tooShort,
            0...0.6
        ),
    ]

    /// Two readings two minutes apart, after half an hour without any.
    private static let afterSilence = [Step(-1800, east: 2000), Step(0, east: 3), Step(120, east: 8)]

    private static let silentRows = [
        Row("two readings after half an hour of silence are not visit yet", afterSilence, .unproven, 0...0.54),
        Row(
            "nor are they one when the phone is seen to leave at once",
            afterSilence + steps([Step(0, east: 300), Step(60, east: 500)], from: 240),
            .unproven,
            0...0.54
        ),
        Row(
            "nor when nothing follows them for five hours",
            afterSilence + steps(away, from: 18_000),
            .unproven,
            0...0.54
        ),
        Row(
            "readings that go on for the threshold make them one",
            afterSilence + (1...8).map { Step(Double($0) * 180, east: Double($0)) } + steps(away, from: 1700),
            .counted,
            0.9...1
        ),
        Row(
            "a report of having stopped dates the entry, so that a short stop after a silence is none",
            [
                Step(-1800, east: 2000), Step(0, east: 3, flags: .stationary), Step(200, east: 300),
                Step(260, east: 500),
            ],
            .tooShort,
            0...0.54
        ),
    ]

    @Test(arguments: rows + silentRows)
    func judges(_ row: Row) throws {
        let run = try ConfidenceRun([try Ground.circle(radius: row.radius)], row.steps)
        #expect(run.verdicts == [row.verdict], "\(run.confidences)")
        #expect(run.confidences.allSatisfy(row.confidence.contains), "\(run.confidences)")
    }

    @Test("an unproven visit has no dwell, and says why")
    func reasons() throws {
        let run = try ConfidenceRun(
            [try Ground.circle()],
            Self.arrival + [Step(0), Step(60, east: 4), Step(180, east: 6)] + Self.steps(Self.away, from: 3900)
        )
        let visit = try #require(run.visits.first)
        let assessment = try #require(visit.assessment)
        #expect(visit.dwelledAt == nil)
        #expect(visit.evidence == .inferred)
        #expect(assessment.provenSeconds == 180)
        #expect(assessment.bridgedSeconds > 1000)
        #expect(assessment.reasons.map(\.term).contains(.gapAfter))
        #expect(assessment.reasons.allSatisfy { !$0.sentence.isEmpty } && assessment.reasons.count <= 4)
    }

    @Test("a report of rest confirms no time up to the next fix outside")
    func restAlone() throws {
        let rest = Self.arrival + [Step(0), Step(120, east: 3, activity: .still)]
        let seen = try ConfidenceRun(
            [try Ground.circle()],
            rest + [Step(1900, east: 5, activity: .still)] + Self.steps(Self.away, from: 2000)
        )
        #expect(seen.visits.map(\.evidence) == [.confirmed])
        let unseen = try ConfidenceRun(
            [try Ground.circle()],
            rest + [Step(1900, east: 190, speed: 1.4), Step(1960, east: 400, speed: 1.4)]
        )
        #expect(unseen.visits.map(\.evidence) == [.inferred])
        #expect(unseen.visits.first?.assessment?.provenSeconds == 120)
    }

    @Test("a calibration maps scores to probabilities, between its knots and beyond them")
    func calibration() {
        let terms = { (proven: Double) in
            var terms = StayTerms.nothing
            terms[.proven] = proven
            return terms
        }
        let knots = [-4.0, -1.0, 0.0, 1.0, 4.0]
        let model = EvaluationPolicy.Confidence(
            countsFrom: 0.5,
            intercept: 0,
            weights: [.proven: 1],
            calibration: knots
        )
        let meanings: [(Double, Double)] = [
            (-6, -6), (-4, -4), (-3, -2.5), (-2, -1), (-1, -0.5), (0, 0), (1, 0.5), (3, 2.5), (5, 5),
        ]
        for (score, meaning) in meanings {
            let chance = model.probability(terms(score))
            #expect(abs(log(chance / (1 - chance)) - meaning) < 1e-9, "a score of \(score)")
        }
        let plain = EvaluationPolicy.Confidence(countsFrom: 0.5, intercept: 0.3, weights: [.proven: 2])
        #expect(abs(plain.probability(terms(1)) - 1 / (1 + exp(-2.3))) < 1e-12)
    }

    @Test("a stay that counts lasts for its threshold, where the middle of the last gap would end it before")
    func countedTimes() throws {
        // The middle of the gap after the last fix inside lies at 587 seconds, its end at 694.
        let run = try ConfidenceRun(
            [try Ground.circle()],
            Self.arrival + [Step(0), Step(240, east: 4), Step(480, east: 6)]
                + Self.steps([Step(0, east: 200), Step(60, east: 203), Step(300, east: 201)], from: 700)
        )
        #expect(run.verdicts == [.counted], "\(run.confidences)")
        let visit = try #require(run.visits.first)
        let assessment = try #require(visit.assessment)
        let exitedAt = try #require(visit.exitedAt)
        #expect(visit.enteredAt.seconds(to: exitedAt) == 600)
        #expect(assessment.enteredBetween.contains(visit.enteredAt))
        #expect(assessment.exitedBetween?.contains(exitedAt) == true)
    }

    @Test("where every confidence counts, the same stay is a visit")
    func everyConfidence() throws {
        var policy = EvaluationPolicy.standard
        policy.confidence.countsFrom = 0
        let steps = Self.arrival + [Step(0), Step(60, east: 4), Step(180, east: 6)] + Self.steps(Self.away, from: 3900)
        #expect(try ConfidenceRun([try Ground.circle()], steps, policy: policy).verdicts == [Visit.Verdict.counted])
    }

    @Test("bounds hold the best estimates, and what is proven fits between them", arguments: UInt64(1)...20)
    func bounds(seed: UInt64) throws {
        var wander = try Wander(seed: seed)
        let fixes = (0..<300).map { _ in wander.next() }
        let run = try ConfidenceRun(wander.fences, fixes: fixes)
        #expect(!run.visits.isEmpty, "seed \(seed)")
        for visit in run.visits {
            let assessment = try #require(visit.assessment)
            #expect(assessment.enteredBetween.contains(visit.enteredAt), "seed \(seed): \(visit)")
            if let exitedAt = visit.exitedAt {
                #expect(assessment.exitedBetween?.contains(exitedAt) == true, "seed \(seed): \(visit)")
            }
            #expect((0...1).contains(assessment.confidence), "seed \(seed): \(visit)")
            #expect(assessment.provenSeconds >= 0 && assessment.bridgedSeconds >= 0, "seed \(seed): \(visit)")
            #expect(visit.isCounted == (visit.verdict == .counted))
            if visit.isCounted {
                let least = EvaluationPolicy.standard.confidence.countsFrom
                #expect(assessment.confidence >= least, "seed \(seed): \(visit)")
            }
        }
    }
}
