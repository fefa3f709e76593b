import Testing
import VisitModel

@Suite("When an entry is emitted, and its time")
struct EntryTests {
    private static let confirmationRows = [
        TellingCase("one fix inside emits nothing", [Step(0)], []),
        TellingCase("59 seconds inside tell nothing", [Step(0), Step(30), Step(59)], []),
        TellingCase(
            "60 seconds inside tell an entry at the first fix",
            [Step(0), Step(30), Step(60)],
            ["entered gym 0"]
        ),
        TellingCase("a phone that says it is still is there at once", [Step(0, activity: .still)], ["entered gym 0"]),
        TellingCase(
            "a phone that reports it has stopped is there at once",
            [Step(0, flags: .stationary)],
            ["entered gym 0"]
        ),
        TellingCase(
            "still is not believed of a phone that has begun to move",
            [Step(0, activity: .still, flags: .moving)],
            []
        ),
        TellingCase("walking inside is not rest", [Step(0, activity: .walking)], []),
        TellingCase(
            "a phone that stops at the second fix came with the first",
            [Step(0), Step(10, flags: .stationary)],
            ["entered gym 0"]
        ),
        TellingCase(
            "a fix in doubt between two inside does not restart it",
            [Step(0), Step(30, east: 160), Step(60)],
            ["entered gym 0"]
        ),
        TellingCase(
            "a fix in doubt after 60 seconds does not confirm",
            [Step(0), Step(70, east: 160)],
            []
        ),
    ]

    @Test(arguments: confirmationRows)
    func confirms(_ row: TellingCase) throws { try row.check() }

    private static let accuracyRows = [
        TellingCase(
            "fixes of 100 m accuracy in the middle enter",
            [Step(0, accuracy: 100), Step(60, accuracy: 100)],
            ["entered gym 0"]
        ),
        TellingCase("fixes of 101 m do not", Step.every(60, from: 0, through: 3600, accuracy: 101), []),
        TellingCase(
            "cell fixes of 2 km do not, however many",
            Step.every(60, from: 0, through: 3600, accuracy: 2000),
            []
        ),
        TellingCase(
            "a cell fix of 2 km says nothing of rest either",
            [Step(0, accuracy: 2000, activity: .still), Step(60, accuracy: 2000, flags: .stationary)],
            []
        ),
        TellingCase(
            "4 m inside the edge at 60 m accuracy is a coin's toss",
            Step.every(60, from: 0, through: 600, east: 146, accuracy: 60),
            []
        ),
        TellingCase(
            "4 m inside the edge at 10 m accuracy is inside",
            [Step(0, east: 146), Step(60, east: 146)],
            ["entered gym 0"]
        ),
        TellingCase(
            "unknown accuracy is taken as 30 m: 2 m inside",
            [Step(0, east: 148, accuracy: nil), Step(60, east: 148, accuracy: nil)],
            ["entered gym 0"]
        ),
        TellingCase(
            "unknown accuracy is taken as 30 m: 1 m inside",
            [Step(0, east: 149, accuracy: nil), Step(60, east: 149, accuracy: nil)],
            []
        ),
        TellingCase(
            "a town of 4 km is entered by a cell fix of 2 km",
            radius: 4000,
            [Step(0, accuracy: 2000), Step(60, accuracy: 2000)],
            ["entered gym 0"]
        ),
    ]

    @Test(arguments: accuracyRows)
    func weighsAccuracy(_ row: TellingCase) throws { try row.check() }

    private static let datesRows = [
        TellingCase(
            "up to two minutes after a fix outside the entry is the first fix inside",
            [Step(0, east: 300), Step(120), Step(180)],
            ["entered gym 120"]
        ),
        TellingCase(
            "after a longer gap it is the middle between the earliest arrival and the fix inside",
            [Step(0, east: 1150), Step(600), Step(660)],
            ["entered gym 350"]
        ),
        TellingCase(
            "the way never takes longer than the silence",
            [Step(0, east: 20_150), Step(600), Step(660)],
            ["entered gym 600"]
        ),
        TellingCase(
            "after a silence over the limit it is the fix inside",
            [Step(0, east: 1150), Step(14_401), Step(14_461)],
            ["entered gym 14401"]
        ),
        TellingCase(
            "after one of just the limit it is half an hour ago, and two fixes close together make no dwell",
            [Step(0, east: 1150), Step(14_400), Step(14_460, east: 3)],
            ["entered gym 12600"]
        ),
        TellingCase(
            "a poor fix on the way is not where the way began",
            [Step(0, east: 1150), Step(540, east: 650, accuracy: 500), Step(600), Step(660)],
            ["entered gym 350"]
        ),
        TellingCase(
            "a fix inside at walking pace has just come in from the edge",
            [Step(0, east: 1150), Step(900, speed: 1.25), Step(960)],
            ["entered gym 780"]
        ),
        TellingCase(
            "the noise of a speed at rest does not show a movement",
            [Step(0, east: 1150), Step(600, speed: 0.3), Step(660)],
            ["entered gym 350"]
        ),
        TellingCase(
            "a fix inside at 10 m/s has come in from the edge, whatever the silence before",
            [Step(0, east: 1150), Step(600, speed: 10), Step(660)],
            ["entered gym 585"]
        ),
        TellingCase(
            "no entry before the way from the last fix is possible",
            [Step(0, east: 1150), Step(130, speed: 1), Step(190)],
            ["entered gym 100"]
        ),
        TellingCase(
            "who drives past after a silence was not there before",
            [Step(0, east: 1150), Step(1800, speed: 10), Step(1810, east: 300), Step(1900, east: 1150)],
            []
        ),
        TellingCase("an unknown phone entered with its first fix", [Step(0), Step(60)], ["entered gym 0"]),
    ]

    @Test(arguments: datesRows)
    func dates(_ row: TellingCase) throws { try row.check() }
}
