import GeofenceEngine
import Testing
import VisitModel

@Suite("How entries and exits become stays")
struct VisitBuilderTests {
    private static let stay = Step.every(60, from: 0, through: 1200)
    private static let visit = ["entered gym 0", "dwelled gym 600"]
    private static let left = visit + ["exited gym 1200 closed"]

    /// A fix every 30 seconds outside, so that the way back has no time gap.
    private static func out(_ start: Double, until end: Double? = nil, east: Double = 190) -> [Step] {
        Step.every(30, from: start, through: end ?? start + 30, east: east)
    }

    private static let mergeRows = [
        TellingCase(
            "back within ten minutes the stay goes on",
            stay + out(1230, until: 1710) + Step.every(60, from: 1740, through: 1800),
            left + ["entered gym 1740"]
        ),
        TellingCase(
            "ten minutes after the exit is still within",
            stay + out(1230, until: 1770) + Step.every(60, from: 1800, through: 1860),
            left + ["entered gym 1800"]
        ),
        TellingCase(
            "the first fix inside decides, however late the entry is reported",
            stay + out(1230, until: 1770) + [Step(1800), Step(1830, east: 160), Step(1900)],
            left + ["entered gym 1800"]
        ),
        TellingCase(
            "a stay that went on ends again",
            stay + out(1230, until: 1710) + Step.every(60, from: 1740, through: 1800) + out(1830),
            left + ["entered gym 1740", "exited gym 1800 closed"]
        ),
        TellingCase(
            "100 m beyond the edge, less its accuracy, is not elsewhere",
            stay + out(1230) + [Step(1290, east: 259)] + out(1320, until: 1470)
                + Step.every(60, from: 1500, through: 1560),
            left + ["entered gym 1500"]
        ),
        TellingCase(
            "nor is a cell fix kilometres away",
            stay + out(1230) + [Step(1290, east: 5000, accuracy: 2000)] + out(1320, until: 1470)
                + Step.every(60, from: 1500, through: 1560),
            left + ["entered gym 1500"]
        ),
    ]

    @Test(arguments: mergeRows)
    func merges(_ row: TellingCase) throws {
        try row.check()
        let run = try EngineRun([try Ground.circle()], row.steps)
        #expect(run.stays.count == 1)
        #expect(run.stays.first?.entries == 2)
    }

    private static let repeatRows = [
        TellingCase(
            "a wrong place handed out three times is one reading, and no going away",
            stay + Step.every(30, from: 1230, through: 1290, east: 900) + Step.every(60, from: 1900, through: 1960),
            ["entered gym 0", "dwelled gym 600", "exited gym 1200 closed", "entered gym 1633"]
        ),
        TellingCase(
            "nor is one with a fix at the edge after it",
            stay + out(1230, east: 900) + [Step(1400, east: 170)] + Step.every(60, from: 1900, through: 1960),
            ["entered gym 0", "dwelled gym 600", "exited gym 1200 closed", "entered gym 1415"]
        ),
    ]

    @Test(arguments: repeatRows)
    func mergesOverOneReading(_ row: TellingCase) throws {
        try row.check()
        let run = try EngineRun([try Ground.circle()], row.steps)
        #expect(run.stays.count == 1)
        #expect(run.stays.first?.entries == 2)
    }

    private static let splitRows = [
        TellingCase(
            "a place handed out a fourth time is where the device was",
            stay + Step.every(30, from: 1230, through: 1320, east: 900) + Step.every(60, from: 1380, through: 1440),
            left + ["entered gym 1380"]
        ),
        TellingCase(
            "so is one that a reading of its own bears out",
            stay + out(1230, east: 900) + [Step(1290, east: 905)] + Step.every(60, from: 1380, through: 1440),
            left + ["entered gym 1380"]
        ),
        TellingCase(
            "over one reading a stay goes on for no longer than half an hour",
            stay + out(1230, east: 900) + Step.every(60, from: 3001, through: 3061),
            ["entered gym 0", "dwelled gym 600", "exited gym 1200 closed", "entered gym 2168"]
        ),
        TellingCase(
            "back after more than ten minutes it is another stay",
            stay + out(1230, until: 1770) + Step.every(60, from: 1801, through: 1861),
            left + ["entered gym 1801"]
        ),
        TellingCase(
            "back within ten minutes, but the fixes that showed the exit were over 100 m beyond the edge",
            stay + out(1230, until: 1470, east: 265) + Step.every(60, from: 1500, through: 1560),
            left + ["entered gym 1500"]
        ),
        TellingCase(
            "back within ten minutes, but a fix after the exit was",
            stay + out(1230) + [Step(1290, east: 265)] + out(1320, until: 1470)
                + Step.every(60, from: 1500, through: 1560),
            left + ["entered gym 1500"]
        ),
        TellingCase(
            "after a silence it is another stay",
            stay + Step.every(60, from: 16_000, through: 16_060),
            visit + ["exited gym 1200 timed_out", "entered gym 16000"]
        ),
    ]

    @Test(arguments: splitRows)
    func splits(_ row: TellingCase) throws {
        try row.check()
        let run = try EngineRun([try Ground.circle()], row.steps)
        #expect(run.stays.count == 2)
        #expect(run.stays.allSatisfy { $0.entries == 1 })
    }

    @Test("with merging switched off every re-entry is another stay")
    func mergeOff() throws {
        var policy = EvaluationPolicy.standard
        policy.visits.mergeGapSeconds = 0
        let steps = Self.stay + Self.out(1230) + Step.every(60, from: 1290, through: 1350)
        #expect(try EngineRun([try Ground.circle()], policy: policy, steps).stays.count == 2)
    }

    @Test("a merged stay dwells once, over both parts, and proves only the observed time")
    func mergedProof() throws {
        let steps =
            Step.every(60, from: 0, through: 300) + Self.out(330, until: 570) + Step.every(60, from: 600, through: 900)
            + Self.out(930)
        let run = try EngineRun([try Ground.circle()], steps)
        #expect(
            run.emitted == [
                "entered gym 0", "exited gym 300 closed", "entered gym 600", "dwelled gym 600", "exited gym 900 closed",
            ]
        )
        let stay = try #require(run.stays.first)
        #expect(stay.proof.count == 12)
        #expect(stay.proof.continuousSeconds == 600)
        #expect(stay.evidence == .confirmed)
    }

    private static let dwellRows = [
        TellingCase(
            "a stay under the threshold emits no dwell",
            Step.every(60, from: 0, through: 599) + out(630),
            ["entered gym 0", "exited gym 540 closed"]
        ),
        TellingCase("a fix at the threshold emits it", Step.every(60, from: 0, through: 600), visit),
        TellingCase("a fix after it emits it as of the threshold", Step.every(70, from: 0, through: 700), visit),
        TellingCase("an hour emits it once", Step.every(60, from: 0, through: 3600), visit),
        TellingCase(
            "where only the exit shows it, it comes just before the exit",
            [Step(-2400, east: -1150), Step(0), Step(60), Step(3000, east: 1150), Step(3030, east: 1150)],
            ["entered gym -1150", "dwelled gym -550", "exited gym 1480 closed"]
        ),
        TellingCase(
            "where even the entry is shown by the exit, all three come at once",
            [Step(0, east: -1150), Step(900), Step(2000, east: 1150), Step(2030, east: 1150)],
            ["entered gym 500", "exited gym 1400 closed"]
        ),
    ]

    @Test(arguments: dwellRows)
    func dwells(_ row: TellingCase) throws { try row.check() }

    struct EvidenceCase: CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let evidence: Visit.Evidence
    }

    private static let evidenceRows = [
        EvidenceCase(testDescription: "dense fixes confirm", steps: stay, evidence: .confirmed),
        EvidenceCase(
            testDescription: "fixes 15 minutes apart confirm",
            steps: [Step(0), Step(900)],
            evidence: .confirmed
        ),
        EvidenceCase(
            testDescription: "fixes farther apart only let infer",
            steps: [Step(0), Step(901)],
            evidence: .inferred
        ),
        EvidenceCase(
            testDescription: "the dense part alone must reach the threshold",
            steps: Step.every(60, from: 0, through: 540) + [Step(3000)],
            evidence: .inferred
        ),
        EvidenceCase(
            testDescription: "what follows a silence can confirm it",
            steps: [Step(0)] + Step.every(60, from: 3000, through: 3600),
            evidence: .confirmed
        ),
        EvidenceCase(
            testDescription: "a phone that said it was still confirms",
            steps: [Step(0, activity: .still), Step(7200)],
            evidence: .confirmed
        ),
        EvidenceCase(
            testDescription: "five minutes are not evidence",
            steps: Step.every(60, from: 0, through: 300),
            evidence: .none
        ),
    ]

    @Test(arguments: evidenceRows)
    func evidence(_ row: EvidenceCase) throws {
        #expect(try EngineRun([try Ground.circle()], row.steps).stays.first?.evidence == row.evidence)
    }

    private static let mockRows = [
        EvidenceCase(testDescription: "the first fix", steps: [Step(0, flags: .mock), Step(60)], evidence: .none),
        EvidenceCase(
            testDescription: "a later fix",
            steps: [Step(0), Step(60), Step(120, flags: .mock)],
            evidence: .none
        ),
        EvidenceCase(
            testDescription: "the only fix, at rest",
            steps: [Step(0, flags: [.mock, .stationary])],
            evidence: .none
        ),
        EvidenceCase(
            testDescription: "a fix before a merge",
            steps: [Step(0, flags: .mock)] + stay.dropFirst() + out(1230) + Step.every(60, from: 1500, through: 1560),
            evidence: .confirmed
        ),
        EvidenceCase(
            testDescription: "a fix after a merge",
            steps: stay + out(1230) + [Step(1500, flags: .mock), Step(1560)],
            evidence: .confirmed
        ),
    ]

    @Test("a stay with a mock fix carries the doubt", arguments: mockRows)
    func mock(_ row: EvidenceCase) throws {
        let run = try EngineRun([try Ground.circle()], row.steps)
        #expect(run.stays.first?.doubts == .mockLocation)
        #expect(run.stays.count == 1)
    }

    @Test("a mock fix outside adds no doubt")
    func mockOutside() throws {
        let run = try EngineRun([try Ground.circle()], Self.stay + [Step(1230, east: 190, flags: .mock)])
        #expect(run.stays.first?.doubts == [])
    }

    @Test("a renamed stay keeps its name, also when it is continued")
    func rename() throws {
        let run = try EngineRun([try Ground.circle()], Self.stay)
        var builder = run.builder
        let old = try #require(builder.open.first?.id)
        let new = StayID(rawValue: 7)
        builder.rename(old, to: new)
        #expect(builder.open.map(\.id) == [new])
        var closed = try EngineRun([try Ground.circle()], Self.stay + Self.out(1230)).builder
        closed.rename(old, to: new)
        #expect(closed.recent.map(\.stay.id) == [new])
    }
}
