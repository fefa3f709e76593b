import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("Stays with few or contradicting fixes")
struct DoubtfulStayTests {
    /// A walk past the middle, then a stop 30 m outside the edge of 150 m, then the same walk back.
    private static func nextDoor(accuracy: Double, seconds: Double = 1800, flags: Fix.Flags = []) -> [Step] {
        let arrival = [Step(0, east: -400), Step(60, east: -100), Step(120), Step(180, east: 100, flags: flags)]
        let sojourn = stride(from: 240.0, to: 240 + seconds, by: 300).enumerated().map { number, second in
            Step(second, east: 180, north: Double(number), accuracy: accuracy)
        }
        let back = [100.0, 0, -100, -400, -600].enumerated().map { number, east in
            Step(240 + seconds + Double(number) * 60, east: east, north: 5)
        }
        return arrival + sojourn + back
    }

    private static let absenceRows = [
        TellingCase(
            "who walks past twice and sits next door in between has not dwelled",
            nextDoor(accuracy: 20),
            ["entered gym 60", "exited gym 2160 closed"]
        ),
        TellingCase(
            "fixes too poor to tell which side they lie on take nothing off the dwell",
            nextDoor(accuracy: 100),
            ["entered gym 60", "dwelled gym 660", "exited gym 2160 closed"]
        ),
        TellingCase(
            "a phone that said inside that it is at rest has not gone next door",
            nextDoor(accuracy: 20, flags: .stationary),
            ["entered gym 60", "dwelled gym 660", "exited gym 2160 closed"]
        ),
        TellingCase(
            "one fix outside is never enough, however precise: it may be an outlier",
            [Step(0), Step(60, east: 5), Step(360, east: 165, accuracy: 2), Step(660, east: 10)],
            ["entered gym 0", "dwelled gym 600"]
        ),
        TellingCase(
            "after an absence at the edge the exit is dated at the last fix inside",
            [
                Step(0), Step(60, east: 5), Step(560, east: 180, accuracy: 15), Step(860, east: 181, accuracy: 15),
                Step(1160, east: 400), Step(1190, east: 500),
            ],
            ["entered gym 0", "exited gym 60 closed"]
        ),
    ]

    @Test(arguments: absenceRows)
    func absences(_ row: TellingCase) throws { try row.check() }

    @Test("a workout after hours next door counts alone, though a fix from there is inside now and then by its error")
    func workoutAfterHoursNextDoor() throws {
        let desk = stride(from: 0.0, through: 3 * 3600, by: 300).enumerated().map { number, second in
            Step(second, east: number % 6 == 0 ? 146 : 178, north: Double(number % 5), accuracy: 15)
        }
        let workout = stride(from: 11_100.0, through: 14_100, by: 300).map { second in
            Step(second, east: 5, north: second.truncatingRemainder(dividingBy: 600) / 60, accuracy: 15)
        }
        let back = [Step(14_400, east: 600), Step(14_500, east: 1500), Step(14_600, east: 3000)]
        let way = [Step(-120, east: 1500), Step(-60, east: 600)]
        let visits = try ConfidenceRun([try Ground.circle()], way + desk + workout + back).visits
        let counted = visits.filter(\.isCounted)
        #expect(counted.count == 1)
        let entry = try #require(counted.first).enteredAt
        #expect((10_700...11_100).contains(Ground.noon.seconds(to: entry)))
    }

    /// Fixes each five minutes with an error of up to 40 m to the east and to the north.
    private static func rest(
        _ seconds: StrideThrough<Double>,
        east: Double,
        _ random: inout SeededGenerator
    ) -> [Step] {
        seconds.map { second in
            let errors = (0..<4).map { _ in Double.random(in: -20...20, using: &random) }
            return Step(second, east: east + errors[0] + errors[1], north: errors[2] + errors[3], accuracy: 20)
        }
    }

    @Test("a workout before hours next door ends when it did, though fixes from there are inside by their errors")
    func workoutBeforeHoursNextDoor() throws {
        var late = 0
        for seed in UInt64(1)...30 {
            var random = SeededGenerator(seed: seed)
            let way = [Step(-120, east: 1500), Step(-60, east: 600)]
            let workout = Self.rest(stride(from: 0, through: 3300, by: 300), east: 20, &random)
            let desk = Self.rest(stride(from: 3600, through: 21_600, by: 300), east: 175, &random)
            let back = [Step(21_900, east: 600), Step(22_000, east: 1500), Step(22_100, east: 3000)]
            let counted = try ConfidenceRun([try Ground.circle()], way + workout + desk + back).visits.filter(
                \.isCounted
            )
            #expect(counted.count == 1, "seed \(seed)")
            let exit = try #require(counted.first?.exitedAt, "seed \(seed)")
            if !(3000...4500).contains(Ground.noon.seconds(to: exit)) { late += 1 }
        }
        #expect(late <= 2)
    }

    @Test("hours at a place within the edge are one visit to their end")
    func hoursWithinTheEdge() throws {
        for seed in UInt64(1)...30 {
            var random = SeededGenerator(seed: seed)
            let way = [Step(-120, east: 1500), Step(-60, east: 600)]
            let stay = Self.rest(stride(from: 0, through: 18_000, by: 300), east: 125, &random)
            let back = [Step(18_300, east: 600), Step(18_400, east: 1500), Step(18_500, east: 3000)]
            let visits = try ConfidenceRun([try Ground.circle()], way + stay + back).visits
            #expect(visits.map(\.isCounted) == [true], "seed \(seed)")
            let exit = try #require(visits.first?.exitedAt, "seed \(seed)")
            #expect(Ground.noon.seconds(to: exit) >= 16_800, "seed \(seed)")
        }
    }

    private static let way = [Step(-120, east: 1500), Step(-60, east: 600)]
    private static let clearQuarter = [0.0, 300, 600, 900].map { Step($0, east: 20, north: $0 / 300) }

    private static let peakRows = [
        TellingCase(
            "hours inside that no fix shows clearly are part of a stay that ends next door",
            way + clearQuarter
                + stride(from: 1200.0, through: 9000, by: 300).map {
                    Step($0, east: 125, north: $0.truncatingRemainder(dividingBy: 7), accuracy: 40)
                }
                + stride(from: 9300.0, through: 18_000, by: 300).map { second in
                    Step(second, east: [175.0, 176, 140][Int(second / 300) % 3], north: second / 3000, accuracy: 20)
                },
            ["entered gym 0", "dwelled gym 600", "exited gym 9000 closed", "entered gym 13051"]
        ),
        TellingCase(
            "after an hour of silence, fixes too poor to show where the device was end no stay",
            way + clearQuarter + [4600.0, 4750, 4900].map { Step($0, east: 550, north: $0 / 100, accuracy: 150) }
                + [Step(5000, east: 90, accuracy: 60), Step(5300, east: 91, accuracy: 60)],
            ["entered gym 0", "dwelled gym 600"]
        ),
        TellingCase(
            "a stay with a fix clearly inside in the last hour is not over",
            way
                + stride(from: 0.0, through: 3600, by: 300).map { Step($0, east: 20, north: $0 / 300) }
                + [3900.0, 4200, 4500, 4800].map { Step($0, east: 172, north: $0 / 300, accuracy: 8) }
                + [Step(6000, east: 20), Step(8100, east: 165, accuracy: 20)]
                + [Step(8400, east: 166, accuracy: 20), Step(8700, east: 22)],
            ["entered gym 0", "dwelled gym 600"]
        ),
    ]

    @Test(arguments: peakRows)
    func peaks(_ row: TellingCase) throws { try row.check() }

    @Test("time next door is not proven, and no part of the evidence")
    func absenceIsNoEvidence() throws {
        let run = try EngineRun([try Ground.circle()], Self.nextDoor(accuracy: 20))
        let proof = try #require(run.stays.first?.proof)
        #expect(proof.absentSeconds == 1680)
        #expect(proof.continuousSeconds == 240)
    }

    @Test("between fixes too inaccurate to say where the device was, the whole time is absent")
    func poorAbsence() throws {
        let steps = [Step(0), Step(60, east: 5), Step(120, east: 3)]
        let elsewhere = [Step(3600, east: 9000, accuracy: 3400), Step(7200, east: 9000, north: 50, accuracy: 3400)]
        let run = try EngineRun(
            [try Ground.circle()],
            steps + elsewhere + [Step(10_800, east: 4), Step(10_860, east: 1)]
        )
        let proof = try #require(run.stays.first?.proof)
        #expect(proof.absentSeconds == 10_680)
        #expect(!run.emitted.contains { $0.hasPrefix("dwelled") })
    }

    @Test("with infinite odds no time is subtracted")
    func absenceSwitchedOff() throws {
        var policy = EvaluationPolicy.standard
        policy.evaluation.absenceOdds = .infinity
        policy.visits.dwellOdds = 0
        let run = try EngineRun([try Ground.circle()], policy: policy, Self.nextDoor(accuracy: 20))
        #expect(run.emitted.contains("dwelled gym 660"))
    }

    /// Two fixes of 60 m, just inside, between three at the edge that are together as sure of the outside.
    private static let weak =
        [Step(0, east: 170), Step(300, east: 130, accuracy: 60), Step(600, east: 175, accuracy: 60)]
        + [Step(900, east: 172, accuracy: 60), Step(1200, east: 130, north: 3, accuracy: 60)]

    @Test("a stay dwells only where its fixes together, or their mean, are inside with the required certainty")
    func dwellOdds() throws {
        var policy = EvaluationPolicy.standard
        policy.confidence.countsFrom = 0
        for (odds, emitted) in [
            (1.0, ["entered gym 151", "dwelled gym 751"]), (1_000_000, ["entered gym 151"]),
            (0, ["entered gym 151", "dwelled gym 751"]),
        ] {
            policy.visits.dwellOdds = odds
            #expect(try EngineRun([try Ground.circle()], policy: policy, Self.weak).emitted == emitted, "odds \(odds)")
        }
    }

    private static let home = Step(0, east: 700)
    private static let back = [Step(1800, east: 690), Step(1830, east: 695)]

    private static let repeatRows = [
        TellingCase(
            "one wrong place handed out three times between two fixes at home is not a dwell",
            [home, Step(400), Step(900), Step(1300)] + back,
            ["entered gym 228", "exited gym 1523 closed"]
        ),
        TellingCase(
            "nor where the fix after it is wrong too, and the one after that is at home",
            [home, Step(400), Step(900), Step(1300), Step(1800, east: 2500), Step(2000, east: 690)],
            ["entered gym 228", "exited gym 1300 closed"]
        ),
        TellingCase(
            "a second reading inside makes it a stay",
            [home, Step(400), Step(900), Step(1300, east: 4)] + back,
            ["entered gym 228", "dwelled gym 828", "exited gym 1523 closed"]
        ),
        TellingCase(
            "so does a report of rest",
            [home, Step(400), Step(900), Step(1300, activity: .still)] + back,
            ["entered gym 228", "dwelled gym 828", "exited gym 1523 closed"]
        ),
        TellingCase(
            "so does a place that is handed out a fourth time",
            [home] + Step.every(600, from: 400, through: 2200) + [Step(2800, east: 690), Step(2830, east: 695)],
            ["entered gym 228", "dwelled gym 828", "exited gym 2473 closed"]
        ),
        TellingCase(
            "who then goes on elsewhere may have been there, unproven",
            [home, Step(400), Step(900), Step(1300), Step(1800, east: -690), Step(1830, east: -695)],
            ["entered gym 228", "exited gym 1523 closed"]
        ),
    ]

    @Test(arguments: repeatRows)
    func repeats(_ row: TellingCase) throws { try row.check() }
}
