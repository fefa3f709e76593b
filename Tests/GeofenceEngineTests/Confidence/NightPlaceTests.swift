import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("Where a member spends the nights")
struct NightPlaceTests {
    private static func time(_ text: String) throws -> Timestamp {
        let numbers = text.split { "- :".contains($0) }.compactMap { Int($0) }
        let date = try #require(CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]))
        return Timestamp(seconds: Double(date.daysSince1970 * 86_400 + numbers[3] * 3600 + numbers[4] * 60))
    }

    @Test(
        "a night covers two hours between midnight and five",
        arguments: [
            ("2024-03-04 22:00", "2024-03-05 07:00", true), ("2024-03-05 03:00", "2024-03-05 09:00", true),
            ("2024-03-04 20:00", "2024-03-05 01:00", false), ("2024-03-05 03:30", "2024-03-05 09:00", false),
            ("2024-03-04 09:00", "2024-03-04 23:30", false), ("2024-03-04 22:00", "2024-03-06 01:00", true),
        ]
    )
    func nights(_ start: String, _ end: String, isNight: Bool) throws {
        let day = NightPlace.day(from: try Self.time(start), to: try Self.time(end), in: .utc)
        #expect((day != nil) == isNight)
        if isNight { #expect(day == CivilDate(year: 2024, month: 3, day: 5)?.daysSince1970) }
    }

    private static func position(east: Double) -> PositionSum {
        var sum = PositionSum(origin: Ground.point(east: east))
        for _ in 0..<20 { sum.add(Ground.point(east: east), accuracyMeters: 15, secondsSinceLast: 60) }
        return sum
    }

    @Test("a stay near two nights of the last 28 days is as likely at home; one 100 m away, or a month later, is not")
    func share() throws {
        let key = try #require(FenceKey(exactly: 1))
        var place = NightPlace(key: key, position: Self.position(east: 0), lastDay: 100)
        #expect(place.share(of: Self.position(east: 0), on: 101) == 0, "one night is no habit")
        place.add(Self.position(east: 3), day: 101)
        place.add(Self.position(east: -2), day: 102)
        #expect(place.count(upTo: 102) == 3)
        #expect(place.share(of: Self.position(east: 4), on: 103) > 0.8)
        #expect(place.share(of: Self.position(east: 100), on: 103) < 0.01)
        #expect(place.share(of: Self.position(east: 4), on: 140) == 0)
    }
}
