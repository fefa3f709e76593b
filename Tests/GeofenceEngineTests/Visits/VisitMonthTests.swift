import GeofenceEngine
import Testing
import VisitModel

@Suite("A visit's month and day are the facility's, at entry")
struct VisitMonthTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Seconds since 1970.
        let enteredAt: Int64
        let zone: String
        let month: String
        let date: String
    }

    private static let rows = [
        Case(
            testDescription: "23:30 on 31 March in Chicago, when it is April in London",
            enteredAt: 1_711_945_800,
            zone: "America/Chicago",
            month: "2024-03",
            date: "2024-03-31"
        ),
        Case(
            testDescription: "the same moment by UTC",
            enteredAt: 1_711_945_800,
            zone: "UTC",
            month: "2024-04",
            date: "2024-04-01"
        ),
        Case(
            testDescription: "the last second of March in Chicago",
            enteredAt: 1_711_947_599,
            zone: "America/Chicago",
            month: "2024-03",
            date: "2024-03-31"
        ),
        Case(
            testDescription: "the first of April in Chicago",
            enteredAt: 1_711_947_600,
            zone: "America/Chicago",
            month: "2024-04",
            date: "2024-04-01"
        ),
        Case(
            testDescription: "00:30 on 1 April in Kiritimati, fourteen hours ahead",
            enteredAt: 1_711_881_000,
            zone: "Pacific/Kiritimati",
            month: "2024-04",
            date: "2024-04-01"
        ),
        Case(
            testDescription: "the last second before the clocks of Chicago go forward",
            enteredAt: 1_710_057_599,
            zone: "America/Chicago",
            month: "2024-03",
            date: "2024-03-10"
        ),
        Case(
            testDescription: "the end of that day of 23 hours",
            enteredAt: 1_710_133_199,
            zone: "America/Chicago",
            month: "2024-03",
            date: "2024-03-10"
        ),
        Case(
            testDescription: "and a second later",
            enteredAt: 1_710_133_200,
            zone: "America/Chicago",
            month: "2024-03",
            date: "2024-03-11"
        ),
        Case(
            testDescription: "the end of November's day of 25 hours",
            enteredAt: 1_730_699_999,
            zone: "America/Chicago",
            month: "2024-11",
            date: "2024-11-03"
        ),
        Case(
            testDescription: "a leap day in Kathmandu, a quarter of an hour off",
            enteredAt: 1_709_144_100,
            zone: "Asia/Kathmandu",
            month: "2024-02",
            date: "2024-02-29"
        ),
        Case(
            testDescription: "New Year in Auckland",
            enteredAt: 1_704_020_400,
            zone: "Pacific/Auckland",
            month: "2024-01",
            date: "2024-01-01"
        ),
    ]

    @Test(arguments: rows)
    func month(_ row: Case) throws {
        let enteredAt = Timestamp(milliseconds: row.enteredAt * 1000)
        let minutes = Ground.noon.seconds(to: enteredAt) / 60
        // Three hours, so that the exit is in another month or day where the entry is near its end.
        let visit = try #require(
            try SeenStay.resolve([SeenStay(from: minutes, to: minutes + 180, zone: row.zone)]).first?.visit
        )
        #expect(visit.enteredAt == enteredAt)
        #expect(visit.month.description == row.month)
        #expect(visit.localDate.description == row.date)
    }
}
