import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("Where a member spends the nights")
struct NightPlaceTests {
    /// The longitude of the ground; the sun is 6 h 13 min behind UTC there.
    private static let longitude = Ground.middle.longitude

    private static func time(_ text: String) throws -> Timestamp {
        let numbers = text.split { "- :".contains($0) }.compactMap { Int($0) }
        let date = try #require(CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]))
        let utc = Double(date.daysSince1970 * 86_400 + numbers[3] * 3600 + numbers[4] * 60)
        return Timestamp(seconds: utc - longitude * 240)
    }

    @Test(
        "a night covers three hours between midnight and five by the sun",
        arguments: [
            ("2024-03-04 22:00", "2024-03-05 07:00", true), ("2024-03-05 02:00", "2024-03-05 09:00", true),
            ("2024-03-04 20:00", "2024-03-05 02:00", false), ("2024-03-05 03:00", "2024-03-05 09:00", false),
            ("2024-03-05 00:30", "2024-03-05 02:45", false), ("2024-03-04 09:00", "2024-03-04 23:30", false),
            ("2024-03-04 22:00", "2024-03-06 01:00", true),
        ]
    )
    func nights(_ start: String, _ end: String, isNight: Bool) throws {
        let day = NightPlace.day(from: try Self.time(start), to: try Self.time(end), longitude: Self.longitude)
        #expect((day != nil) == isNight)
        if isNight { #expect(day == CivilDate(year: 2024, month: 3, day: 5)?.daysSince1970) }
    }

    private static func position(east: Double) -> PositionSum {
        var sum = PositionSum(origin: Ground.point(east: east))
        for _ in 0..<20 { sum.add(Ground.point(east: east), accuracyMeters: 15, secondsSinceLast: 60) }
        return sum
    }

    /// Days of 24 hours from noon on, with fixes each half hour at home for the nights and far away for the rest.
    private static func places(homeEast: Double, nights: Int) -> NightPlaces {
        var places = NightPlaces()
        for half in 0..<(nights * 48) {
            let hour = Double(half % 48) / 2
            // Home from 20 to 7 o'clock by the sun, which is 18 minutes past five at noon UTC.
            let isHome = (14..<25).contains(hour)
            let step = Step(Double(half) * 1800, east: isHome ? homeEast : 5000 + Double(half % 7) * 300)
            places.observe(step.fix, accuracyMeters: 15)
        }
        return places
    }

    private static func share(
        _ places: NightPlaces,
        east: Double,
        day: Int,
        hours: ClosedRange<Double>
    ) throws -> Double {
        let noon = Ground.noon.advanced(bySeconds: Double(day) * 86_400)
        return places.share(
            of: position(east: east),
            at: try Ground.circle(),
            from: noon.advanced(bySeconds: hours.lowerBound * 3600),
            to: noon.advanced(bySeconds: hours.upperBound * 3600)
        )
    }

    @Test("a stay near the nights of the last 28 days is at home; one 100 m away, or a month later, is not")
    func share() throws {
        let places = Self.places(homeEast: 60, nights: 4)
        #expect(places.places.map { $0.count(upTo: $0.lastDay) } == [4])
        #expect(try Self.share(places, east: 64, day: 5, hours: 2...3) > 0.9)
        #expect(try Self.share(places, east: -40, day: 5, hours: 2...3) < 0.01)
        #expect(try Self.share(places, east: 64, day: 40, hours: 2...3) == 0)
    }

    @Test("a first night ever is one at home; one where other nights are known elsewhere is not")
    func firstNight() throws {
        #expect(try Self.share(NightPlaces(), east: 0, day: 1, hours: 14...22) == 1)
        let elsewhere = Self.places(homeEast: 2000, nights: 4)
        #expect(try Self.share(elsewhere, east: 0, day: 5, hours: 14...22) == 0)
    }

    @Test("one night elsewhere, and a stay of two hours after midnight, are no habit")
    func noHabit() throws {
        let places = Self.places(homeEast: 0, nights: 1)
        #expect(places.places.count == 1)
        #expect(try Self.share(places, east: 0, day: 3, hours: 2...3) == 0)
        #expect(try Self.share(NightPlaces(), east: 0, day: 1, hours: 18.5...20.5) == 0)
    }

    @Test("a phone that is silent at night, and first seen on its way in the morning, was at home")
    func silentNight() {
        var places = NightPlaces()
        for step in [Step(0, east: 0), Step(3600, east: 10), Step(12 * 3600, east: 5), Step(23 * 3600, east: 300)] {
            places.observe(step.fix, accuracyMeters: 15)
        }
        #expect(places.places.count == 1)
    }
}
