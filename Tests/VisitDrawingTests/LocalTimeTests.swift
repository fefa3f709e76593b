import Testing
import VisitModel

@testable import VisitDrawing

@Suite("The time axis of a drawing")
struct LocalTimeTests {
    @Test(
        "ticks are round local times, as many as fit",
        arguments: [
            ("UTC", 600.0, "08:00", 120.0), ("UTC", 7_200, "08:00", 1_800), ("Asia/Kathmandu", 7_200, "14:00", 1_800),
            ("UTC", 86_400 * 3, "12:00", 43_200), ("UTC", 86_400 * 40, "03-08", 604_800),
        ] as [(String, Double, String, Double)]
    )
    func ticks(zone: String, seconds: Double, first: String, step: Double) throws {
        let start = Timestamp(milliseconds: 1_709_280_000_000)
        let ticks = LocalTime(try TimeZoneName(zone)).ticks(in: start...start.advanced(bySeconds: seconds), count: 6)
        #expect(ticks.first?.label == first)
        #expect((2...8).contains(ticks.count))
        for (tick, next) in zip(ticks, ticks.dropFirst()) { #expect(tick.time.seconds(to: next.time) == step) }
    }
}
