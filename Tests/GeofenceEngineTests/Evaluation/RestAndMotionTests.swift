import GeofenceEngine
import Testing
import VisitModel

@Suite("Rest and motion as evidence in a time gap")
struct RestAndMotionTests {
    /// Drives up, and comes to rest inside.
    private static let arrival = [
        Step(0, east: -1000, speed: 12), Step(100, east: -50, speed: 8), Step(200, east: 50, speed: 0),
    ]
    /// Walks away an hour later.
    private static let departure = [Step(3900, east: 290, speed: 1.4), Step(3930, east: 332, speed: 1.4)]

    private static let beliedRows = [
        TellingCase(
            "one reading at rest just outside does not end the stay of who came to rest inside and sets out later",
            arrival + [Step(290, east: 160, accuracy: 4, flags: .stationary)] + departure,
            ["entered gym 100", "dwelled gym 700", "exited gym 3800 closed"]
        ),
        TellingCase(
            "nor does one that is clearly beyond the edge",
            arrival + [Step(290, east: 300, accuracy: 4, speed: 0)] + departure,
            ["entered gym 100", "exited gym 3800 closed"]
        ),
        TellingCase(
            "two of them, minutes apart, do: that is next door",
            arrival + [Step(290, east: 170, accuracy: 4, speed: 0), Step(1500, east: 172, accuracy: 4, speed: 0)]
                + departure,
            ["entered gym 100", "exited gym 200 closed"]
        ),
        TellingCase(
            "one that walks away does",
            arrival + [Step(290, east: 160, accuracy: 4, speed: 1.4)] + departure,
            ["entered gym 100", "exited gym 200 closed"]
        ),
        TellingCase(
            "one that is far away does",
            arrival + [Step(290, east: 420, accuracy: 4, speed: 0)] + departure,
            ["entered gym 100", "exited gym 200 closed"]
        ),
        TellingCase(
            "one that says nothing of rest does",
            arrival + [Step(290, east: 160, accuracy: 4)] + departure,
            ["entered gym 100", "exited gym 200 closed"]
        ),
        TellingCase(
            "one does where no rest inside was observed",
            Array(arrival.dropLast()) + [Step(170, east: 50, speed: 1.4)]
                + [Step(290, east: 160, accuracy: 4, speed: 0)] + departure,
            ["entered gym 100", "exited gym 170 closed"]
        ),
    ]

    @Test(arguments: beliedRows)
    func belies(_ row: TellingCase) throws { try row.check() }

    private static let passingRows = [
        TellingCase(
            "who was only seen on foot inside, and is at rest elsewhere within half an hour, went past",
            [Step(0, east: -160, speed: 1.4), Step(100, speed: 1.4), Step(1100, east: 400, speed: 0)]
                + [Step(1130, east: 400, speed: 0)],
            []
        ),
        TellingCase(
            "who was only seen driving inside, and is at rest near by, did too",
            [Step(0, east: -1000, speed: 12), Step(100, speed: 12), Step(1400, east: 400, speed: 0)]
                + [Step(1430, east: 400, speed: 0)],
            []
        ),
        TellingCase(
            "who is as far as a walk leads went past",
            [Step(0, east: -160, speed: 1.4), Step(100, speed: 1.4), Step(1100, east: 850, speed: 1.4)]
                + [Step(1130, east: 892, speed: 1.4)],
            []
        ),
        TellingCase(
            "who walks in, and walks out by the same door, stayed",
            [Step(0, east: -900, speed: 12), Step(100, east: -140, speed: 1.4), Step(1100, east: -192, speed: 1.4)]
                + [Step(1130, east: -234, speed: 1.4)],
            ["entered gym 100", "dwelled gym 700", "exited gym 1070 closed"]
        ),
        TellingCase(
            "after more than half an hour it may be a stay, unproven",
            [Step(0, east: -160, speed: 1.4), Step(100, speed: 1.4), Step(2000, east: 400, speed: 0)]
                + [Step(2030, east: 400, speed: 0)],
            ["entered gym 100", "exited gym 1038 closed"]
        ),
        TellingCase(
            "who was seen at rest inside, and at rest elsewhere a quarter of an hour later, may have stayed, unproven",
            [Step(0, east: -160, speed: 1.4), Step(100, speed: 1.4), Step(200, speed: 0)]
                + [Step(1100, east: 400, speed: 0), Step(1130, east: 400, speed: 0)],
            ["entered gym 100", "exited gym 638 closed"]
        ),
    ]

    @Test(arguments: passingRows)
    func passes(_ row: TellingCase) throws { try row.check() }

    private static let sameRoadRows = [
        TellingCase(
            "who drives up, is seen at rest once, and leaves by the same road was there",
            [Step(0, east: -600, speed: 12), Step(40, east: -190, speed: 12), Step(200, speed: 0)]
                + [Step(3800, east: -186, speed: 9), Step(3830, east: -600, speed: 12)],
            ["entered gym 71", "dwelled gym 671", "exited gym 3796 closed"]
        ),
        TellingCase(
            "who was at rest just outside before may have stayed there",
            [Step(0, east: -190, speed: 0), Step(200, speed: 0)]
                + [Step(3800, east: -186, speed: 9), Step(3830, east: -600, speed: 12)],
            ["entered gym 102", "exited gym 3796 closed"]
        ),
    ]

    @Test(arguments: sameRoadRows)
    func comesAndGoes(_ row: TellingCase) throws { try row.check() }
}
