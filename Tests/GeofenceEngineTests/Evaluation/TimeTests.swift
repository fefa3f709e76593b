import GeofenceEngine
import SeededRandom
import LongTests
import Testing
import VisitModel

@Suite("The effect of time without fixes on a stay")
struct TimeTests {
    private static let stay = Step.every(60, from: 0, through: 1200)
    private static let visit = ["entered gym 0", "dwelled gym 600"]
    private static let hour = 3600.0

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let events: [Event]
        let emitted: [String]

        init(_ sentence: String, _ events: [[Event]], _ emitted: [String]) {
            testDescription = sentence
            self.events = events.flatMap(\.self)
            self.emitted = emitted
        }

        func check() throws {
            var run = try EngineRun([try Ground.circle()])
            for event in events {
                switch event {
                case .fix(let step): run.ingest(step.fix)
                case .tick(let second): run.tick(second)
                case .beat(let second): run.beat(second)
                case .alive(let second): run.beat(second, hasPosition: false)
                }
            }
            #expect(run.emitted == emitted)
        }
    }

    enum Event {
        case fix(Step)
        case tick(Double)
        case beat(Double)
        /// A heartbeat without a position.
        case alive(Double)
    }

    private static func at(_ steps: [Step]) -> [Event] { steps.map(Event.fix) }
    private static func waiting(until seconds: Double...) -> [Event] { seconds.map(Event.tick) }
    private static func beating(_ interval: Double, from start: Double, through end: Double) -> [Event] {
        stride(from: start, through: end, by: interval).map(Event.beat)
    }

    private static func alive(_ interval: Double, from start: Double, through end: Double) -> [Event] {
        stride(from: start, through: end, by: interval).map(Event.alive)
    }

    private static let tickRows: [Row] = [
        Row("a tick before the confirmation time emits nothing", [at([Step(0)]), waiting(until: 59)], []),
        Row(
            "an entry that nothing contradicted is emitted by a tick, once",
            [at([Step(0)]), waiting(until: 60, 61, 3600)],
            ["entered gym 0"]
        ),
        Row("an entry in doubt is not", [at([Step(0), Step(20, east: 160)]), waiting(until: 60, 3600)], []),
        Row(
            "nor is that of a member who was only seen driving",
            [at([Step(0, speed: 12)]), waiting(until: 60, 3600)],
            []
        ),
        Row(
            "a tick dates no dwell: time that passes proves nothing",
            [at([Step(0), Step(60)]), waiting(until: 600, 3600)],
            ["entered gym 0"]
        ),
        Row(
            "a presumed entry that fixes confirm is emitted once, and dwells by their times",
            [at([Step(0)]), waiting(until: 60, 600), at([Step(900)]), waiting(until: 960)],
            ["entered gym 0", "dwelled gym 600"]
        ),
        Row(
            "a presumed entry that the next fix contradicts ends at its last proof",
            [at([Step(0)]), waiting(until: 60), at([Step(70, east: 1150), Step(100, east: 1150)])],
            ["entered gym 0", "exited gym 0 closed"]
        ),
        Row(
            "a presumed entry that a silence follows, and then a fix outside, is the visit that it would have been",
            [
                at([Step(-2400, east: -1150), Step(0)]), waiting(until: 60),
                at([Step(2400, east: 1150), Step(2430, east: 1150)]),
            ],
            ["entered gym -1150", "dwelled gym -550", "exited gym 1150 closed"]
        ),
        Row(
            "a presumed entry that falls silent has no dwell, though the silence before it was long",
            [at([Step(-3600, east: 650), Step(0)]), waiting(until: 60, 4 * hour + 1)],
            ["entered gym -1775", "exited gym 0 timed_out"]
        ),
        Row(
            "a re-entry that would continue a visit is emitted by a fix only",
            [
                at(stay + [Step(1230, east: 200), Step(1260, east: 200), Step(1300)]), waiting(until: 1360, 1500),
                at([Step(1600)]),
            ],
            visit + ["exited gym 1200 closed", "entered gym 1300"]
        ),
        Row(
            "a tick after four hours is silence no longer than the limit",
            [at(stay), waiting(until: 1200 + 4 * hour)],
            visit
        ),
        Row(
            "a tick after more ends the stay at its last proof, once",
            [at(stay), waiting(until: 1201 + 4 * hour, 1300 + 4 * hour)],
            visit + ["exited gym 1200 timed_out"]
        ),
        Row(
            "a phone at rest has sixteen hours",
            [at(stay + [Step(1200, activity: .still)]), waiting(until: 1200 + 16 * hour, 1201 + 16 * hour)],
            visit + ["exited gym 1200 timed_out"]
        ),
        Row(
            "an entry that was not emitted is dropped in silence",
            [at([Step(0), Step(20, east: 160)]), waiting(until: 21 + 4 * hour)],
            []
        ),
    ]

    @Test(arguments: tickRows)
    func passesTime(_ row: Row) throws { try row.check() }

    private static let beatRows: [Row] = [
        Row(
            "a heartbeat keeps a stay from falling silent",
            [at(stay), beating(3600, from: 3600, through: 9 * hour), waiting(until: 10 * hour)],
            visit
        ),
        Row(
            "a heartbeat is not proof: no dwell is emitted for it",
            [at([Step(0), Step(60)]), beating(900, from: 120, through: 9 * hour)],
            ["entered gym 0"]
        ),
        Row(
            "a fix outside after heartbeats bridges the time between",
            [
                at([Step(0), Step(60)]), beating(900, from: 900, through: 9 * hour),
                at([Step(9 * hour + 100, east: 1150), Step(9 * hour + 130, east: 1150)]),
            ],
            ["entered gym 0", "dwelled gym 600", "exited gym 32400 closed"]
        ),
        Row(
            "heartbeats that stop for longer than the limit do not",
            [at(stay), beating(3600, from: 3600, through: 3 * hour), waiting(until: 7 * hour, 7 * hour + 1)],
            visit + ["exited gym 1200 timed_out"]
        ),
        Row(
            "heartbeats alone hold a stay no longer than a report of rest",
            [at(stay), beating(3600, from: 3600, through: 16 * hour), waiting(until: 1200 + 16 * hour, 17 * hour)],
            visit + ["exited gym 1200 timed_out"]
        ),
        Row(
            "heartbeats of a phone last seen at the edge do not hold the stay",
            [at(stay + [Step(1260, east: 160)]), beating(3600, from: 3600, through: 6 * hour)],
            visit + ["exited gym 1200 timed_out"]
        ),
        Row(
            "a heartbeat lets time pass: it finds the silence before it",
            [at(stay), beating(1, from: 1201 + 4 * hour, through: 1201 + 4 * hour)],
            visit + ["exited gym 1200 timed_out"]
        ),
        Row(
            "a heartbeat presumes no entry: the readings of a crossing often come after it",
            [at([Step(0)]), beating(60, from: 60, through: 300)],
            []
        ),
        Row(
            "a fix makes the heartbeats before it old",
            [
                at(stay), beating(1, from: 3600, through: 3600), at([Step(3700)]),
                waiting(until: 3701 + 4 * hour),
            ],
            visit + ["exited gym 3700 timed_out"]
        ),
    ]

    /// Four minutes inside, as a phone sees them that then gives no more positions.
    private static let arrival = Step.every(60, from: 0, through: 240)

    /// Driving away from near the edge, six hours after that.
    private static let leaving: [Step] = [0.0, 1, 2, 3].map { minute -> Step in
        Step(6 * hour + 60 * minute, east: 500 + 480 * minute, speed: 8)
    }

    private static let unplacedRows: [Row] = [
        Row(
            "a heartbeat without a position keeps a stay open, and a fix nearby bridges the time between",
            [
                at(arrival), alive(900, from: 900, through: 6 * hour - 600),
                at(leaving),
            ],
            ["entered gym 0", "dwelled gym 600", "exited gym 21556 closed"]
        ),
        Row(
            "after it a fix far away bridges nothing: the phone moved and gave no position",
            [
                at(arrival), alive(600, from: 300, through: 4 * hour - 600),
                at(Step.every(60, from: 4 * hour + 300, through: 4 * hour + 420, east: 5000)),
            ],
            ["entered gym 0", "exited gym 240 closed"]
        ),
        Row(
            "nor after a shorter gap in fixes",
            [
                at(arrival), alive(600, from: 300, through: 2400),
                at(Step.every(60, from: 3000, through: 3120, east: 5000)),
            ],
            ["entered gym 0", "exited gym 240 closed"]
        ),
        Row(
            "until the last heartbeat with a position the device was there",
            [
                at(stay), beating(600, from: 1800, through: 3000), alive(600, from: 3600, through: 2 * hour),
                at(Step.every(60, from: 2 * hour + 300, through: 2 * hour + 420, east: 5000)),
            ],
            visit + ["exited gym 3000 closed"]
        ),
        Row(
            "a fix inside shows that the device stayed",
            [at(arrival), alive(600, from: 600, through: 3000), at([Step(3600), Step(3660)])],
            ["entered gym 0", "dwelled gym 600"]
        ),
        Row(
            "a stay that they alone keep open times out like one at rest",
            [at(stay), alive(3600, from: 3600, through: 18 * hour)],
            visit + ["exited gym 1200 timed_out"]
        ),
    ]

    @Test(arguments: beatRows + unplacedRows)
    func isAlive(_ row: Row) throws { try row.check() }

    @Test("a departure that the phone's system reported ends the stay when it happened")
    func departs() throws {
        var arrival = Step(0, activity: .still).fix
        arrival.flags.insert(.stationary)
        var departure = Step(5400).fix
        departure.flags = [.stationary, .departed]
        var run = try EngineRun([try Ground.circle()])
        let away = Step.every(60, from: 9000, through: 9120, east: 5000).map(\.fix)
        for fix in [arrival, departure] + away { run.ingest(fix) }
        #expect(run.emitted == ["entered gym 0", "dwelled gym 600", "exited gym 5400 closed"])
        #expect(run.stays.first?.evidence == .confirmed)
        #expect(run.stays.first?.departure?.latest == departure.time)
        // A later fix inside revokes it.
        run = try EngineRun([try Ground.circle()])
        let back = Step.every(60, from: 5460, through: 7200).map(\.fix)
        for fix in [arrival, departure] + back { run.ingest(fix) }
        #expect(run.emitted == ["entered gym 0", "dwelled gym 600"] && run.builder.open.count == 1)
    }

    @Test("elapsed time splits no visit that the next fix would continue")
    func merges() throws {
        let away = [Step(1230, east: 200), Step(1260, east: 200)]
        var run = try EngineRun([try Ground.circle()], Self.stay + away + [Step(1300)])
        run.tick(1400)
        run.ingest(Step(1600).fix)
        #expect(run.stays.map(\.entries) == [2])
        #expect(run.builder.open.count == 1 && run.builder.recent.isEmpty)
    }

    /// A walk with or without ticks, ended by a fix far away and much later, so that every stay is over.
    private static func walk(_ seed: UInt64, ticks: Bool, claims: Bool = false) throws -> EngineRun {
        var wander = try Wander(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1000)
        var run = try EngineRun(wander.fences)
        var last = 0.0
        for _ in 0..<400 {
            let fix = wander.next()
            let second = Ground.noon.seconds(to: fix.time)
            var tick = last + Double.random(in: 0...600, using: &random)
            while ticks, tick < second {
                run.tick(tick)
                tick += Double.random(in: 1...20_000, using: &random)
            }
            run.ingest(fix, claims: claims ? wander.claims() : [])
            last = second
        }
        run.ingest(Step(last + 200_000, east: 50_000).fix)
        return run
    }

    @Test("ticks do not change the stays that dwell, whenever they come", .long, arguments: UInt64(1)...60)
    func ticksChangeNoDwell(seed: UInt64) throws {
        for claims in [false, true] {
            let plain = try Self.walk(seed, ticks: false, claims: claims)
            let ticked = try Self.walk(seed, ticks: true, claims: claims)
            #expect(ticked.stays.dwelled == plain.stays.dwelled, "seed \(seed)")
            #expect(ticked.evaluator == plain.evaluator, "seed \(seed)")
        }
    }

    @Test("a night place is the same for a stay that a tick ends and one that the next fix ends", arguments: [0, 1, 2])
    func nightsAfterTicks(nights: Int) throws {
        var steps: [Step] = []
        for day in 0..<nights {
            let noon = Double(day) * 86_400
            // From 20 to 6 o'clock by the sun, then a day elsewhere.
            for half in 0...20 { steps.append(Step(noon + 50_400 + Double(half) * 1800, east: Double(half) / 10)) }
            steps += [Step(noon + 90_000, east: 4000), Step(noon + 93_600, east: 4010)]
        }
        let evening = Double(nights) * 86_400 + 50_400
        steps += [Step(evening, east: 2), Step(evening + 600, east: 5), Step(evening + 61_200, east: 8)]
        var ticked = try EngineRun([try Ground.circle()], Array(steps.dropLast()))
        ticked.tick(evening + 60_000)
        ticked.ingest(steps[steps.count - 1].fix)
        let plain = try EngineRun([try Ground.circle()], steps)
        #expect(ticked.stays.count == plain.stays.count)
        #expect(ticked.stays.map { $0.nightShare } == plain.stays.map { $0.nightShare })
    }

    @Test("ticks do emit entries and time gaps in these walks")
    func ticksDoSomething() throws {
        let runs = try (UInt64(1)...80).map { try Self.walk($0, ticks: true) }
        let transitions = runs.flatMap(\.transitions)
        #expect(transitions.count { if case .presumed = $0 { true } else { false } } > 100)
        #expect(transitions.count { if case .lapsed = $0 { true } else { false } } > 10)
    }
}

extension [Stay] {
    /// The stays that reached their threshold, without their names.
    fileprivate var dwelled: [Stay] {
        filter { $0.dwelledAt != nil }
            .map { stay in
                var stay = stay
                stay.id = StayID(rawValue: 0)
                return stay
            }
            .sorted { ($0.enteredAt, $0.key) < ($1.enteredAt, $1.key) }
    }
}
