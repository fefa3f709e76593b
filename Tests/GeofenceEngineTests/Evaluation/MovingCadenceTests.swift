import GeofenceEngine
import Testing
import VisitModel

@Suite("The interval at which a device reports while it moves")
struct MovingCadenceTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let seconds: Double?
    }

    /// A way at a speed, in metres per second, with a fix each interval.
    private static func way(
        _ interval: Double,
        count: Int,
        speed: Double,
        from second: Double = 0,
        accuracy: Double = 10,
        reportsSpeed: Bool = false
    ) -> [Step] {
        (0..<count).map { number in
            let elapsed = Double(number) * interval
            return Step(
                second + elapsed,
                east: -20_000 + elapsed * speed,
                accuracy: accuracy,
                speed: reportsSpeed ? speed : nil
            )
        }
    }

    private static let rows = [
        Case(
            testDescription: "a drive with a fix every ten seconds",
            steps: way(10, count: 20, speed: 12),
            seconds: 10
        ),
        Case(
            testDescription: "a drive with a fix every half hour",
            steps: way(1800, count: 8, speed: 6),
            seconds: 1800
        ),
        Case(testDescription: "four movements are too few", steps: way(10, count: 5, speed: 12), seconds: nil),
        Case(
            testDescription: "a phone at rest that never reports more often than each half hour",
            steps: Step.every(1800, from: 0, through: 18_000),
            seconds: 1800
        ),
        Case(testDescription: "a phone at rest", steps: Step.every(60, from: 0, through: 3600), seconds: nil),
        Case(
            testDescription: "a walk that the errors of its fixes hide",
            steps: way(2, count: 30, speed: 1.4),
            seconds: nil
        ),
        Case(
            testDescription: "unless the fixes report its speed",
            steps: way(2, count: 30, speed: 1.4, reportsSpeed: true),
            seconds: 2
        ),
        Case(
            testDescription: "an hour of rest between two drives changes nothing",
            steps: way(10, count: 20, speed: 12)
                + [Step(3790, east: -20_000 + 190 * 12)]
                + way(10, count: 20, speed: 12, from: 9000),
            seconds: 10
        ),
        Case(
            testDescription: "fixes too inaccurate to locate the phone",
            steps: way(10, count: 20, speed: 12, accuracy: 2000),
            seconds: nil
        ),
    ]

    @Test(arguments: rows)
    func interval(_ row: Case) throws {
        let cadence = try EngineRun([try Ground.circle()], row.steps).evaluator.cadence
        guard let expected = row.seconds else {
            #expect(cadence.intervalSeconds == nil)
            return
        }
        #expect(abs(try #require(cadence.intervalSeconds) - expected) < 0.1 * expected)
    }

    @Test("restored values are bounded")
    func bounds() {
        #expect(MovingCadence(pairs: 1_000_000, meanLogSeconds: 1).pairs == MovingCadence(pairs: 200).pairs)
        #expect(MovingCadence(pairs: -3).pairs == 0)
    }
}
