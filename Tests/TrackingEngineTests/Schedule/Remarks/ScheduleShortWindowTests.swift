import Testing

@testable import TrackingEngine

@Suite("Windows that a late alarm misses")
struct ScheduleShortWindowTests {
    private func short(_ entries: [String], under minutes: Int = 85) throws -> [String] {
        try Schedule(parsing: entries).entries(shorterThan: minutes).map(\.description)
    }

    @Test(
        "an entry is short if its window ends sooner, weekly, on one day, between two dates or past midnight",
        arguments: [
            "1-7 08:00-09:00", "2 08:00-09:24", "2024-03-18 08:00-09:00", "2024-03-18-08:00 2024-03-18-09:00",
            "6 23:30-00:30",
        ]
    )
    func short(entry: String) throws {
        #expect(try short([entry]) == [entry])
    }

    @Test(
        "one that lasts as long is not",
        arguments: ["1-7 08:00-09:25", "2024-03-18 08:00-17:00", "2024-03-18-08:00 2024-03-20-08:30", "6 23:30-01:00"]
    )
    func long(entry: String) throws {
        #expect(try short([entry]) == [])
    }

    @Test("windows of one mode that touch or overlap count as one, of two modes they do not")
    func joined() throws {
        #expect(try short(["1-7 08:00-09:00", "1-7 09:00-09:30"]) == [])
        #expect(try short(["1-7 08:00-09:00", "1-7 08:30-09:24"]) == ["1-7 08:00-09:00", "1-7 08:30-09:24"])
        #expect(try short(["1-7 08:00-09:00", "1-7 09:00-18:00 geofence"]) == ["1-7 08:00-09:00"])
        // Overnight: the two halves meet at midnight.
        #expect(try short(["6 23:00-00:00", "7 00:00-01:00"]) == [])
        // On one of the days nothing adjoins.
        #expect(try short(["2-4 08:00-09:00", "2 09:00-12:00"]) == ["2-4 08:00-09:00"])
    }

    @Test("a schedule without an end is long enough")
    func endless() throws {
        #expect(try short(["1-7 00:00-12:00", "1-7 12:00-00:00"]) == [])
        #expect(try short(["1-7 00:00-00:30", "1-7 00:30-00:00"]) == [])
    }
}
