import Testing
import VisitModel

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "are written as ISO 8601 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_709_273_378_000, "2024-03-01T06:09:38Z"), (1, "1970-01-01T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (1_709_273_378_050, "2024-03-01T06:09:38.050Z"),
            (-2_177_452_800_000, "1901-01-01T00:00:00Z"),
        ] as [(Int64, String)]
    )
    func iso8601(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
    }

    @Test(
        "seconds are rounded to the millisecond",
        arguments: [(1.0004, 1000), (1.0005, 1001), (-0.0016, -2)] as [(Double, Int64)]
    )
    func seconds(seconds: Double, milliseconds: Int64) {
        #expect(Timestamp(seconds: seconds).milliseconds == milliseconds)
        #expect(Timestamp(milliseconds: 0).advanced(bySeconds: seconds).milliseconds == milliseconds)
    }

    @Test("differences are signed")
    func differences() {
        let (early, late) = (Timestamp(milliseconds: 500), Timestamp(milliseconds: 2000))
        #expect(early < late)
        #expect(early.seconds(to: late) == 1.5)
        #expect(late.seconds(to: early) == -1.5)
    }
}
