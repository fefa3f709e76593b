import GeofenceEngine
import Testing
import VisitModel

@Suite("OS transition reports are evidence")
struct ClaimTests {
    private static let stay = Step.every(60, from: 0, through: 1200)
    private static let visit = ["entered gym 0", "dwelled gym 600"]
    private static let hour = 3600.0

    /// A fix, and the OS report of the gym that comes with it.
    struct Reading {
        let step: Step
        var actions: [FenceAction] = []
    }

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let readings: [Reading]
        var tick: Double?
        let emitted: [String]
        var policy = EvaluationPolicy.standard
    }

    private static func row(
        _ sentence: String,
        _ before: [Step] = [],
        _ claims: [(FenceAction, Step)] = [],
        then after: [Step] = [],
        tick: Double? = nil,
        emits emitted: [String]
    ) -> Row {
        let readings =
            before.map { Reading(step: $0) } + claims.map { Reading(step: $1, actions: [$0]) }
            + after.map { Reading(step: $0) }
        return Row(testDescription: sentence, readings: readings, tick: tick, emitted: emitted)
    }

    private static func twice(_ action: FenceAction, east: Double = 0, accuracy: Double) -> [(FenceAction, Step)] {
        [0, 90].map { (action, Step($0, east: east, accuracy: accuracy)) }
    }

    private static let insideRows: [Row] = [
        row(
            "poor fixes that claim nothing change nothing",
            [Step(0, accuracy: 180), Step(90, accuracy: 180)],
            emits: []
        ),
        row(
            "with a claim of an entry they are fixes inside",
            [],
            twice(.entered, accuracy: 180),
            emits: ["entered gym 0"]
        ),
        row(
            "so are fixes beside the fence whose circle reaches it",
            [],
            twice(.entered, east: 170, accuracy: 30),
            emits: ["entered gym 0"]
        ),
        row("not those whose circle does not", [], twice(.entered, east: 185, accuracy: 30), emits: []),
        row("at 250 m they count", [], twice(.entered, accuracy: 250), emits: ["entered gym 0"]),
        row("at more they are not", [], twice(.entered, accuracy: 251), emits: []),
        row("a cell two kilometres wide enters nothing", [], twice(.entered, accuracy: 2000), emits: []),
        row("nor does it when it claims a dwell", [], twice(.dwelled, accuracy: 2000), emits: []),
        row(
            "one claim is one fix: the entry waits for another, or for time",
            [],
            [(.entered, Step(0, accuracy: 180))],
            tick: 60,
            emits: ["entered gym 0"]
        ),
        row("and before that nothing is emitted", [], [(.entered, Step(0, accuracy: 180))], tick: 59, emits: []),
        row(
            "where the fix decides by itself, the report stands for the other fix: the entry is emitted at once",
            [],
            [(.entered, Step(0))],
            emits: ["entered gym 0"]
        ),
        row(
            "also where the report comes with the second fix, and once",
            [Step(0)],
            [(.entered, Step(8)), (.entered, Step(12))],
            then: [Step(70)],
            emits: ["entered gym 0"]
        ),
        row("not where the phone is only seen driving", [], [(.entered, Step(0, speed: 12))], emits: []),
        row(
            "a drive past that the fix does not show is over with the fixes after it, without a dwell",
            [],
            [(.entered, Step(0))],
            then: [Step(40, east: 900), Step(70, east: 1500)],
            emits: ["entered gym 0", "exited gym 0 closed"]
        ),
        row("a claim of a dwell enters at once", [], [(.dwelled, Step(0))], emits: ["entered gym 0"]),
        row(
            "who is said to dwell has come to rest, however fast the reading says it is, and did not go past",
            [Step(0, east: -900, speed: 12)],
            [(.entered, Step(100, speed: 1.4)), (.dwelled, Step(700, speed: 0.8))],
            then: [Step(1500, east: 400, speed: 0), Step(1530, east: 400, speed: 0)],
            emits: ["entered gym 100", "dwelled gym 700", "exited gym 1088 closed"]
        ),
        row(
            "and the dwell is emitted when the fixes' times say so",
            [],
            [(.dwelled, Step(0)), (.dwelled, Step(300)), (.dwelled, Step(610))],
            emits: visit
        ),
        row(
            "a claim of a dwell lets the phone be silent as long as a report of rest",
            stay,
            [(.dwelled, Step(1260))],
            tick: 1260 + 16 * hour,
            emits: visit
        ),
        row(
            "one of an entry does not",
            stay,
            [(.entered, Step(1260))],
            tick: 1261 + 4 * hour,
            emits: visit + ["exited gym 1260 timed_out"]
        ),
        row(
            "a claim of an entry keeps a stay that was about to end",
            stay + [Step(1230, east: 200)],
            [(.entered, Step(1240, east: 170, accuracy: 30))],
            then: [Step(1255, east: 200)],
            emits: visit
        ),
    ]

    private static let outsideRows: [Row] = [
        row("one fix beyond the edge ends no stay", stay + [Step(1230, east: 400)], emits: visit),
        row(
            "one with a claim of leaving does",
            stay,
            [(.exited, Step(1230, east: 400))],
            emits: visit + ["exited gym 1200 closed"]
        ),
        row(
            "a poor one as well, where all of its circle lies beyond",
            stay,
            [(.exited, Step(1230, east: 600, accuracy: 240))],
            emits: visit + ["exited gym 1200 closed"]
        ),
        row("not where it does not", stay, [(.exited, Step(1230, east: 380, accuracy: 240))], emits: visit),
        row("nor a cell two kilometres wide", stay, [(.exited, Step(1230, east: 5000, accuracy: 2000))], emits: visit),
        row("nor a fix within the buffer", stay, [(.exited, Step(1230, east: 175))], emits: visit),
        row(
            "claims of leaving from inside never end a stay",
            stay,
            (1...20).map { (.exited, Step(1200 + Double($0) * 60)) },
            emits: visit
        ),
        row(
            "and prove nothing: it falls silent at its last proof",
            stay,
            [(.exited, Step(1800))],
            tick: 1801 + 4 * hour,
            emits: visit + ["exited gym 1200 timed_out"]
        ),
        row(
            "a fix inside afterwards takes the claim back",
            stay,
            [(.exited, Step(1260))],
            then: [Step(1320), Step(3000, east: 1150), Step(3030, east: 1150)],
            emits: ["entered gym 0", "dwelled gym 600", "exited gym 2110 closed"]
        ),
        row(
            "a fix outside afterwards bears it out: the member left when the system said so",
            stay,
            [(.exited, Step(2400))],
            then: [Step(6000, east: 1150), Step(6030, east: 1150)],
            emits: visit + ["exited gym 2400 closed"]
        ),
        row(
            "an old position that came with a word of leaving shows no other place: the one fix inside stands",
            [Step(-600, east: 200), Step(0)],
            [(.exited, Step(3000))],
            then: [Step(3060, east: 1150), Step(3090, east: 1150)],
            emits: ["entered gym -298", "exited gym 3000 closed"]
        ),
        row("a fix inside that claims to have left begins no stay", [], twice(.exited, accuracy: 10), emits: []),
        row(
            "one outlier that the system believed parts no visit",
            stay,
            [(.exited, Step(1230, east: 350, accuracy: 2))],
            then: [Step(1260), Step(1320)],
            emits: visit + ["exited gym 1200 closed", "entered gym 1260"]
        ),
    ]

    @Test(arguments: insideRows)
    func claimsInside(_ row: Row) throws { try Self.check(row) }

    @Test(arguments: outsideRows)
    func claimsOutside(_ row: Row) throws { try Self.check(row) }

    private static func check(_ row: Row) throws {
        let key = try #require(FenceKey(exactly: 1))
        var run = try EngineRun([try Ground.circle()], policy: row.policy)
        for reading in row.readings {
            run.ingest(reading.step.fix, claims: reading.actions.map { TransitionReport($0, key) })
        }
        if let tick = row.tick { run.tick(tick) }
        #expect(run.emitted == row.emitted)
    }

    @Test("contradicting reports of one fix are ignored")
    func contradiction() throws {
        let readings = [0.0, 90].map { Reading(step: Step($0, accuracy: 180), actions: [.entered, .exited]) }
        try Self.check(Row(testDescription: "", readings: readings, emitted: []))
        let good = [0.0, 90].map { Reading(step: Step($0), actions: [.dwelled, .exited]) }
        try Self.check(Row(testDescription: "", readings: good, emitted: ["entered gym 0"]))
    }

    @Test("the plain rule ignores reports")
    func bare() throws {
        let readings = [
            Reading(step: Step(0, east: 160, accuracy: 30), actions: [.entered]),
            Reading(step: Step(60), actions: [.exited]), Reading(step: Step(120)),
        ]
        try Self.check(Row(testDescription: "", readings: readings, emitted: ["entered gym 60"], policy: .bare))
    }

    @Test("for every other fence the fix is an ordinary one")
    func otherFences() throws {
        let fences = [try Ground.circle(), try Ground.circle("pool", key: 2, east: 20)]
        let gym = try #require(FenceKey(exactly: 1))
        var run = try EngineRun(fences)
        for step in [Step(0, accuracy: 180), Step(90, accuracy: 180)] {
            run.ingest(step.fix, claims: [TransitionReport(.entered, gym)])
        }
        #expect(run.emitted == ["entered gym 0"])
        for step in [Step(120), Step(200)] { run.ingest(step.fix, claims: [TransitionReport(.exited, gym)]) }
        #expect(run.emitted == ["entered gym 0", "entered pool 120"])
    }

    @Test("all reports of one fix are processed, and emitted in the order of keys")
    func severalFences() throws {
        let fences = try (1...3).map { try Ground.circle("place-\($0)", key: $0, east: Double($0) * 10) }
        let keys = try (1...3).map { try #require(FenceKey(exactly: $0)) }
        var run = try EngineRun(fences)
        run.ingest(Step(0).fix, claims: [TransitionReport(.dwelled, keys[2]), TransitionReport(.dwelled, keys[0])])
        #expect(run.emitted == ["entered place-1 0", "entered place-3 0"])
    }

    @Test("a mock fix stays a mock fix, whatever its reports")
    func mock() throws {
        let key = try #require(FenceKey(exactly: 1))
        var run = try EngineRun([try Ground.circle()])
        run.ingest(Step(0, flags: .mock).fix, claims: [TransitionReport(.dwelled, key)])
        #expect(run.stays.map(\.doubts) == [.mockLocation])
    }
}
