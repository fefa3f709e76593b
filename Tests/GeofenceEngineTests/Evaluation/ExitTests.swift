import GeofenceEngine
import Testing
import VisitModel

@Suite("When an exit is emitted, and how it is dated")
struct ExitTests {
    /// Twenty minutes inside, a fix a minute.
    private static let stay = Step.every(60, from: 0, through: 1200)
    private static let visit = ["entered gym 0", "dwelled gym 600"]

    private static let confirmationRows = [
        TellingCase("one fix far outside is not an exit", stay + [Step(1260, east: 400)], visit),
        TellingCase("two within 19 seconds are none", stay + [Step(1260, east: 400), Step(1279, east: 400)], visit),
        TellingCase(
            "two 20 seconds apart are one, dated at the last fix inside",
            stay + [Step(1260, east: 400), Step(1280, east: 400)],
            visit + ["exited gym 1200 closed"]
        ),
        TellingCase(
            "a fix near the edge in between restarts the 20 seconds",
            stay + [Step(1260, east: 400), Step(1270, east: 160), Step(1281, east: 400), Step(1300, east: 400)],
            visit
        ),
        TellingCase(
            "and the exit is still dated at the last fix inside",
            stay + [Step(1260, east: 400), Step(1270, east: 160), Step(1281, east: 400), Step(1301, east: 400)],
            visit + ["exited gym 1200 closed"]
        ),
        TellingCase(
            "29 m beyond the edge at 10 m accuracy is none, however long",
            stay + Step.every(60, from: 1260, through: 3600, east: 179),
            visit
        ),
        TellingCase(
            "31 m beyond is one",
            stay + Step.every(60, from: 1260, through: 1320, east: 181),
            visit + ["exited gym 1200 closed"]
        ),
        TellingCase(
            "a fence of 400 m asks for a tenth of that",
            radius: 400,
            stay + Step.every(60, from: 1260, through: 3600, east: 449),
            visit
        ),
    ]

    @Test(arguments: confirmationRows)
    func confirms(_ row: TellingCase) throws { try row.check() }

    private static let outliersRows = [200.0, 350].flatMap { east in
        [
            TellingCase(
                "a fix \(Int(east)) m off that claims 2 m is not an exit",
                stay + [Step(1205, east: east, accuracy: 2)] + Step.every(60, from: 1260, through: 1800),
                visit
            ),
            TellingCase(
                "two of them within 20 seconds, \(Int(east)) m off, are none",
                stay + [Step(1205, east: east, accuracy: 2), Step(1224, east: east, accuracy: 2)]
                    + Step.every(60, from: 1260, through: 1800),
                visit
            ),
            TellingCase(
                "one a minute, \(Int(east)) m off, between good ones is none",
                stay
                    + (20..<40).flatMap {
                        [Step(Double($0) * 60 + 30, east: east, accuracy: 2), Step(Double($0) * 60 + 60)]
                    },
                visit
            ),
        ]
    }

    @Test(arguments: outliersRows)
    func survivesOutliers(_ row: TellingCase) throws { try row.check() }

    private static let poorRows = [
        TellingCase(
            "cell fixes of 2 km, 5 km away, are not exit",
            stay + Step.every(60, from: 1260, through: 3600, east: 5000, accuracy: 2000),
            visit
        ),
        TellingCase(
            "fixes of 101 m, 400 m away, are none",
            stay + Step.every(60, from: 1260, through: 3600, east: 400, accuracy: 101),
            visit
        ),
        TellingCase(
            "fixes of 100 m, 400 m away, are one",
            stay + Step.every(60, from: 1260, through: 1320, east: 400, accuracy: 100),
            visit + ["exited gym 1200 closed"]
        ),
        TellingCase(
            "cell fixes are not proof inside either: the exit is dated before them",
            stay + Step.every(30, from: 1230, through: 1290, accuracy: 2000) + [
                Step(1300, east: 400), Step(1330, east: 400),
            ],
            visit + ["exited gym 1200 closed"]
        ),
    ]

    @Test(arguments: poorRows)
    func ignoresPoorFixes(_ row: TellingCase) throws { try row.check() }

    private static let datesRows = [
        TellingCase(
            "two minutes between the last inside and the first outside are dense",
            stay + [Step(1320, east: 1150), Step(1350, east: 1150)],
            visit + ["exited gym 1200 closed"]
        ),
        TellingCase(
            "after a gap the exit is the middle between the last fix inside and the latest departure",
            stay + [Step(3000, east: 1150), Step(3030, east: 1150)],
            ["entered gym 0", "dwelled gym 600", "exited gym 2050 closed"]
        ),
        TellingCase(
            "but never before the last fix inside",
            stay + [Step(1400, east: 20_150), Step(1430, east: 20_150)],
            visit + ["exited gym 1200 closed"]
        ),
        TellingCase(
            "a doubtful fix near the edge, and then a fast one, is where the way began",
            stay + [Step(2400, east: 160), Step(3000, east: 1150), Step(3030, east: 1150)],
            ["entered gym 0", "dwelled gym 600", "exited gym 2392 closed"]
        ),
        TellingCase(
            "two of them within seconds are a member walking away, and no absence",
            stay + [Step(2400, east: 172), Step(2404, east: 176), Step(2700, east: 1150), Step(2730, east: 1150)],
            ["entered gym 0", "dwelled gym 600", "exited gym 2383 closed"]
        ),
        TellingCase(
            "two of them minutes apart are a member next door, who left with the last fix inside",
            stay + [Step(2400, east: 172), Step(2600, east: 176), Step(2700, east: 1150), Step(2730, east: 1150)],
            visit + ["exited gym 1200 closed"]
        ),
        TellingCase(
            "who walks has walked from the edge",
            stay + [Step(3000, east: 430, speed: 1.4), Step(3030, east: 472, speed: 1.4)],
            visit + ["exited gym 2800 closed"]
        ),
        TellingCase(
            "no farther than 500 m, and was driven before",
            stay + [Step(3000, east: 1650, speed: 2.5), Step(3030, east: 1725, speed: 2.5)],
            visit + ["exited gym 2700 closed"]
        ),
        TellingCase(
            "who drives faster than a car in a city came at that speed",
            stay + [Step(3000, east: 1150, speed: 20), Step(3030, east: 1750, speed: 20)],
            visit + ["exited gym 2950 closed"]
        ),
    ]

    @Test(arguments: datesRows)
    func dates(_ row: TellingCase) throws { try row.check() }

    private static let isolatedRows = [
        TellingCase(
            "one fix inside between two at one place outside is a stay and no dwell",
            [Step(0, east: 200), Step(900), Step(1800, east: 210), Step(1830, east: 210)],
            ["entered gym 453", "exited gym 1347 closed"]
        ),
        TellingCase(
            "so is one on the way from one side to the other",
            [Step(0, east: -500), Step(900), Step(1800, east: 500), Step(1830, east: 500)],
            ["entered gym 468", "exited gym 1333 closed"]
        ),
        TellingCase(
            "so are two within half a minute: the silence round them proves nothing",
            [Step(0, east: 200), Step(900), Step(930, east: 3), Step(1800, east: 200), Step(1830, east: 200)],
            ["entered gym 453", "exited gym 1363 closed"]
        ),
    ]

    @Test(arguments: isolatedRows)
    func bridges(_ row: TellingCase) throws { try row.check() }

    private static let drivingRows = [
        TellingCase(
            "who drives past and parks elsewhere was not there in the silence between",
            [Step(0, east: -1000, speed: 12), Step(100, speed: 12), Step(1100, east: 3000), Step(1130, east: 3000)],
            []
        ),
        TellingCase(
            "who drives in, and an hour later drives out, stayed",
            [Step(0, east: -1000, speed: 12), Step(100, east: -140, speed: 12), Step(3700, east: -190, speed: 12)]
                + [Step(3730, east: -550)],
            ["entered gym 100", "dwelled gym 700", "exited gym 3697 closed"]
        ),
        TellingCase(
            "who comes in slowly, and is far away a quarter of an hour later, may have stayed, unproven",
            [Step(0, east: -1000, speed: 12), Step(100, speed: 3), Step(1100, east: 3000), Step(1130, east: 3000)],
            ["entered gym 100", "exited gym 458 closed"]
        ),
        TellingCase(
            "so may who drives in and is seen there once more",
            [Step(0, east: -1000, speed: 12), Step(100, speed: 12), Step(200), Step(1100, east: 3000)]
                + [Step(1130, east: 3000)],
            ["entered gym 100", "exited gym 508 closed"]
        ),
    ]

    @Test(arguments: drivingRows)
    func drivesPast(_ row: TellingCase) throws { try row.check() }

    @Test("an exit reports how far beyond the edge, less accuracy, the device has been")
    func tellsHowFar() throws {
        let steps = Self.stay + [Step(1260, east: 400), Step(1280, east: 250)]
        let run = try EngineRun([try Ground.circle()], steps)
        guard case .exited(_, _, let beyond, _, _)? = run.transitions.last else {
            Issue.record("no exit")
            return
        }
        #expect(abs(beyond - 240) < 0.1)
    }
}
