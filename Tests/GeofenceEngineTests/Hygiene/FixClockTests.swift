import GeofenceEngine
import Testing
import VisitModel

@Suite("Fixes with a wrong clock or a poor accuracy")
struct FixClockTests {
    struct ClockCase: CustomTestStringConvertible {
        let testDescription: String
        let time: Int64
        let receivedAt: Int64?
        let rejection: FixRejection?
    }

    /// 2024-03-04T12:00:00Z.
    private static let noon: Int64 = 1_709_553_600
    private static let rollover: Int64 = 1024 * 7 * 86_400

    private static let rows = [
        ClockCase(
            testDescription: "1901 is not a time",
            time: -2_177_452_800,
            receivedAt: noon,
            rejection: .clockTooEarly
        ),
        ClockCase(testDescription: "1970 is none", time: 0, receivedAt: noon, rejection: .clockTooEarly),
        ClockCase(
            testDescription: "1970 is none without a receive time",
            time: 0,
            receivedAt: nil,
            rejection: .clockTooEarly
        ),
        ClockCase(
            testDescription: "the last second of 2007 is none",
            time: 1_199_145_599,
            receivedAt: nil,
            rejection: .clockTooEarly
        ),
        ClockCase(testDescription: "the first of 2008 may be", time: 1_199_145_600, receivedAt: nil, rejection: nil),
        ClockCase(
            testDescription: "1024 weeks early is none",
            time: noon - rollover,
            receivedAt: noon,
            rejection: .clockTooEarly
        ),
        ClockCase(
            testDescription: "1024 weeks early is none in 2030 either, when that is 2010",
            time: 1_900_000_000 - rollover,
            receivedAt: 1_900_000_000,
            rejection: .clockTooEarly
        ),
        ClockCase(
            testDescription: "1024 weeks early and sent after a day",
            time: 1_900_000_000 - rollover,
            receivedAt: 1_900_086_400,
            rejection: .clockTooEarly
        ),
        ClockCase(
            testDescription: "in 2010 it may be, where the receive time is unknown",
            time: 1_900_000_000 - rollover,
            receivedAt: nil,
            rejection: nil
        ),
        ClockCase(
            testDescription: "1021 weeks late is odd and no rollover",
            time: 1_900_000_000 - rollover + 3 * 7 * 86_400,
            receivedAt: 1_900_000_000,
            rejection: nil
        ),
        ClockCase(
            testDescription: "two minutes ahead is a clock that runs fast",
            time: noon + 120,
            receivedAt: noon,
            rejection: nil
        ),
        ClockCase(testDescription: "more is the future", time: noon + 121, receivedAt: noon, rejection: .clockInFuture),
        ClockCase(
            testDescription: "2038 is the future",
            time: 2_147_483_647,
            receivedAt: noon,
            rejection: .clockInFuture
        ),
        ClockCase(
            testDescription: "nothing is the future where the current time is unknown",
            time: noon + 121,
            receivedAt: nil,
            rejection: nil
        ),
        ClockCase(
            testDescription: "hours late is what phones are",
            time: noon,
            receivedAt: noon + 86_400,
            rejection: nil
        ),
    ]

    @Test(arguments: rows)
    func judges(_ row: ClockCase) throws {
        let fix = Fix(time: Timestamp(milliseconds: row.time * 1000), coordinate: Ground.middle, horizontalAccuracy: 10)
        let receivedAt = row.receivedAt.map { Timestamp(milliseconds: $0 * 1000) }
        #expect(
            FixHygiene.validate(fix, receivedAt: receivedAt, policy: EvaluationPolicy.standard.hygiene) == row.rejection
        )
        #expect(FixHygiene.validate(fix, receivedAt: receivedAt, policy: EvaluationPolicy.bare.hygiene) == nil)
    }

    @Test(
        "a fix worse than the largest accuracy is dropped, one that names none is not",
        arguments: [(99.9, nil), (100, nil), (100.1, .poorAccuracy), (2000, .poorAccuracy), (nil, nil)]
            as [(Double?, FixRejection?)]
    )
    func accuracy(meters: Double?, rejection: FixRejection?) {
        var policy = EvaluationPolicy.bare.hygiene
        policy.maximumAccuracyMeters = 100
        let fix = Step(0, accuracy: meters).fix
        #expect(FixHygiene.validate(fix, receivedAt: nil, policy: policy) == rejection)
        #expect(FixHygiene.validate(fix, receivedAt: nil, policy: EvaluationPolicy.standard.hygiene) == nil)
    }
}
