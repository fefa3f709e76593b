import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("The true stays of a phone")
struct StayTests {
    static let start = Timestamp(milliseconds: 1_710_741_600_000)

    static func time(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    static func place(east: Double, north: Double = 0) throws -> Coordinate {
        try Coordinate(latitude: 0 + north / 110_574, longitude: east / 111_320)
    }

    static func gym(dwellSeconds: Int = 600) throws -> Facility {
        Facility(
            id: try FacilityID("gym"),
            geofence: .circle(center: try place(east: 0), radius: try Radius(meters: 100)),
            dwellThreshold: try DwellThreshold(seconds: dwellSeconds)
        )
    }

    /// A movement through points given in metres east and seconds.
    static func movement(_ points: [(seconds: Double, east: Double)]) throws -> Movement {
        try Movement(try points.map { Movement.Waypoint(time: time($0.seconds), coordinate: try place(east: $0.east)) })
    }

    static let merging = StayMerging(gapSeconds: 600, beyondMeters: 100)

    private func stays(_ points: [(seconds: Double, east: Double)], until end: Double) throws -> [TrueStay] {
        try Self.movement(points).stays(at: Self.gym(), in: Self.time(0)...Self.time(end), merging: Self.merging)
    }

    @Test("an edge is crossed to the second, from any direction")
    func crossing() throws {
        // From 1 km west at 10 m/s: the edge is reached after 90 s; an hour later out again, 100 m in 10 s.
        let stays = try stays([(0, -1000), (100, 0), (3700, 0), (3800, 1000)], until: 4000)
        let stay = try #require(stays.first)
        #expect(stays.count == 1)
        #expect(abs(Self.time(90).seconds(to: stay.enteredAt)) < 0.3)
        #expect(abs(Self.time(3710).seconds(to: try #require(stay.exitedAt))) < 0.3)
        #expect(stay.isVisit)
    }

    @Test("a drive through is a stay, and not a visit")
    func driveThrough() throws {
        let stays = try stays([(0, -1000), (200, 1000)], until: 300)
        #expect(stays.map(\.isVisit) == [false])
        #expect(abs(stays[0].enteredAt.seconds(to: try #require(stays[0].exitedAt)) - 20) < 0.5)
    }

    @Test("a stay open at the beginning or the end is counted from or until then")
    func edges() throws {
        let stays = try stays([(0, 0), (1000, 0), (1100, 500), (5000, 500), (5050, 0)], until: 6000)
        #expect(stays.count == 2)
        #expect(stays[0].enteredAt == Self.time(0))
        #expect(stays[1].exitedAt == nil)
        #expect(stays[1].isVisit)
    }

    @Test(
        "a short absence nearby is part of the stay, a long or far one is not",
        arguments: [(300.0, 150.0, 1), (300, 260, 2), (900, 150, 2)]
    )
    func merging(seconds: Double, east: Double, count: Int) throws {
        let found = try stays(
            [(0, 0), (1000, 0), (1030, east), (1030 + seconds, east), (1060 + seconds, 0), (4000, 0)],
            until: 4000
        )
        #expect(found.count == count)
    }

    @Test("a place recorded twice is not movement, and a path of many points is followed to its end")
    func manyPoints() throws {
        let points = (0...400).map { (seconds: Double($0) * 10, east: -2000 + Double($0) * 10) }
        let stays = try stays(points, until: 4000)
        #expect(stays.count == 1)
        #expect(abs(Self.time(1900).seconds(to: stays[0].enteredAt)) < 0.3)
    }
}

@Suite("Found visits compared with true ones")
struct VisitScoreTests {
    static func stay(
        _ from: Double,
        _ to: Double?,
        isVisit: Bool = true,
        at place: String = "gym"
    ) throws -> TrueStay {
        TrueStay(
            facility: try FacilityID(place),
            enteredAt: StayTests.time(from),
            exitedAt: to.map(StayTests.time),
            isVisit: isVisit
        )
    }

    static func visit(
        _ from: Double,
        _ to: Double?,
        counted: Bool = true,
        at place: String = "gym",
        emitted: Double? = nil
    )
        throws -> FoundVisit
    {
        FoundVisit(
            facility: try FacilityID(place),
            enteredAt: StayTests.time(from),
            exitedAt: to.map(StayTests.time),
            isCounted: counted,
            note: "",
            reportedAt: StayTests.time(emitted ?? from)
        )
    }

    private func judgements(_ stays: [TrueStay], _ visits: [FoundVisit]) -> [String] {
        VisitScore(stays: stays, visits: visits).outcomes.map(\.judgement.rawValue)
    }

    @Test("visits are right, missed or false")
    func judgement() throws {
        let stay = try Self.stay(0, 3600)
        #expect(judgements([stay], [try Self.visit(30, 3500)]) == ["right"])
        #expect(judgements([stay], []) == ["missed"])
        #expect(judgements([stay], [try Self.visit(30, 3500, counted: false)]) == ["missed"])
        #expect(judgements([], [try Self.visit(30, 3500)]) == ["false"])
        #expect(judgements([stay], [try Self.visit(30, 3500, at: "pool")]) == ["missed", "false"])
        // An open stay, with a visit that has no exit.
        #expect(judgements([try Self.stay(0, nil)], [try Self.visit(60, nil)]) == ["right"])
    }

    @Test("of two stays that overlap for more than half of the shorter, the uncounted one is not missed")
    func overlapping() throws {
        let (gym, pool) = (try Self.stay(0, 3600), try Self.stay(0, 3000, at: "pool"))
        let counted = try Self.visit(30, 3500)
        #expect(judgements([gym, pool], [counted]) == ["right", "overlapped"])
        #expect(
            judgements([gym, pool], [counted, try Self.visit(30, 2900, counted: false, at: "pool")])
                == ["right", "overlapped"]
        )
        #expect(judgements([gym, pool], [counted, try Self.visit(30, 2900, at: "pool")]) == ["right", "right"])
        // Where neither counts, or they overlap for less, they are missed.
        #expect(judgements([gym, pool], []) == ["missed", "missed"])
        #expect(judgements([gym, try Self.stay(3000, 9000, at: "pool")], [counted]) == ["right", "missed"])
        // A stay does not yield to another one at the same place.
        #expect(judgements([gym, try Self.stay(100, 3000)], [counted]) == ["right", "missed"])
    }

    @Test("a stay that is counted twice has one visit too many")
    func twice() throws {
        let score = VisitScore(
            stays: [try Self.stay(0, 3600)],
            visits: [try Self.visit(0, 700), try Self.visit(800, 3600)]
        )
        #expect(score.count(.right) == 1)
        #expect(score.count(.wrong) == 1)
        // The longer one is right.
        #expect(score.outcomes.first { $0.judgement == .right }?.visit?.exitedAt == StayTests.time(3600))
    }

    @Test("a stay too short for a counted visit is false, and is ignored where it does not count")
    func tooShort() throws {
        let short = try Self.stay(0, 100, isVisit: false)
        #expect(judgements([short], [try Self.visit(0, 100)]) == ["false"])
        #expect(judgements([short], [try Self.visit(0, 100, counted: false)]).isEmpty)
    }

    @Test("errors and lateness are reported with their sign")
    func errors() throws {
        let score = VisitScore(stays: [try Self.stay(0, 3600)], visits: [try Self.visit(20, 3590, emitted: 301)])
        let outcome = try #require(score.outcomes.first)
        #expect(outcome.entryErrorSeconds == 20)
        #expect(outcome.exitErrorSeconds == -10)
        #expect(outcome.reportedAfterSeconds == 301)
        #expect(outcome.isLate)
        #expect(score.late == 1)
    }
}
