import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("The estimate of a phone's clock")
struct ClockEstimateTests {
    /// A delivery: when it was received, in minutes, and the leads of its fixes, in seconds.
    struct Step {
        let minute: Double
        let leads: [Double]

        init(_ minute: Double, _ leads: Double...) {
            self.minute = minute
            self.leads = leads
        }
    }

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        /// The estimated offset at each delivery, in seconds.
        let offsets: [Double]
    }

    private static let rows = [
        Row(
            testDescription: "a clock 5 min ahead is corrected by its first fresh fix",
            steps: [Step(0, 280, 290, 240), Step(5, 295), Step(10, 285)],
            offsets: [290, 290, 290]
        ),
        Row(testDescription: "15 min ahead", steps: [Step(0, 895), Step(5, 880)], offsets: [895, 895]),
        Row(testDescription: "2 h ahead", steps: [Step(0, 7195), Step(5, 7180)], offsets: [7195, 7195]),
        Row(testDescription: "26 h ahead", steps: [Step(0, 93_600)], offsets: [93_600]),
        Row(
            testDescription: "two minutes are within the tolerance",
            steps: [Step(0, 120), Step(5, -10), Step(10, 119)],
            offsets: [0, 0, 0]
        ),
        Row(
            testDescription: "a date beyond 26 h is broken and shows nothing",
            steps: [Step(0, 93_601), Step(5, 31_536_000, -5), Step(10, 93_601, 895)],
            offsets: [0, 0, 895]
        ),
        Row(
            testDescription: "a lead that exceeds the offset by up to a minute leaves it, a greater one raises it",
            steps: [Step(0, 600), Step(5, 660), Step(10, 661), Step(15, 900)],
            offsets: [600, 600, 661, 900]
        ),
        Row(
            testDescription: "a late batch leaves the offset, however late it is",
            steps: [Step(0, 895), Step(60, -2700, -3600), Step(65, 500, -600), Step(70, 890)],
            offsets: [895, 895, 895, 895]
        ),
        Row(
            testDescription: "a late batch is not a clock that is ahead",
            steps: [Step(0, -5), Step(60, -600), Step(120, -3600, -7200), Step(125, -4)],
            offsets: [0, 0, 0, 0]
        ),
        Row(
            testDescription: "a clock set right, after which times go back, is right at once",
            steps: [Step(0, 895), Step(5, 890), Step(10, -5), Step(15, -8)],
            offsets: [895, 895, 0, 0]
        ),
        Row(
            testDescription: "a clock set right while nothing came is right with the second delivery",
            steps: [Step(0, 895), Step(60, -5), Step(65, -8), Step(70, -3)],
            offsets: [895, 895, 0, 0]
        ),
        Row(
            testDescription: "a late batch as old as the clock is ahead does not set it right",
            steps: [Step(0, 895), Step(60, -5, -3000), Step(61, 890), Step(62, 892)],
            offsets: [895, 895, 895, 895]
        ),
        Row(
            testDescription: "a backlog sent part by part does not set it right",
            steps: [Step(0, 895), Step(60, -600), Step(60.1, -100), Step(60.2, 5), Step(60.3, 110), Step(60.5, 895)],
            offsets: [895, 895, 895, 895, 895, 895]
        ),
        Row(
            testDescription: "a clock set from 2 h to 15 min ahead is found with the third delivery",
            steps: [Step(0, 7195), Step(5, 895), Step(10, 880), Step(15, 890), Step(20, 885)],
            offsets: [7195, 7195, 7195, 895, 895]
        ),
        Row(
            testDescription: "late batches that differ in age are no smaller lead",
            steps: [Step(0, 7195), Step(5, 895), Step(10, 3000), Step(15, 1500), Step(20, 7190)],
            offsets: [7195, 7195, 7195, 7195, 7195]
        ),
        Row(
            testDescription: "an offset that no delivery proves holds for 24 h",
            steps: [Step(0, 895), Step(60, 850), Step(1500, -4000), Step(1501, -3000), Step(1502, 893)],
            offsets: [895, 895, 895, 0, 893]
        ),
        Row(
            testDescription: "a single fix far ahead among fresh ones shows nothing",
            steps: [Step(0, -5, -65, 10_800), Step(5, -5)],
            offsets: [0, 0]
        ),
        Row(
            testDescription:
                "a single fix far ahead among late ones of a clock that is known shows nothing, and twice it does",
            steps: [Step(0, -2_460), Step(1, -2_400, 86_400), Step(2, -2_350), Step(3, -5, 7_195), Step(4, 7_190)],
            offsets: [0, 0, 0, 0, 7_190]
        ),
        Row(
            testDescription:
                "a backlog with one fix ahead of a clock that nothing is known of shows by how much it is ahead",
            steps: [Step(0, -2_400, 7_195), Step(5, 7_190)],
            offsets: [7_195, 7_195]
        ),
        Row(
            testDescription: "a single fix far ahead among those of a clock that is ahead shows nothing",
            steps: [Step(0, 895), Step(5, 890, 10_800, 830), Step(10, 892)],
            offsets: [895, 895, 895]
        ),
        Row(
            testDescription: "the only fix of a delivery far ahead is dated by its receipt, and the next is not",
            steps: [Step(0, -5), Step(5, 10_800), Step(6, -5), Step(7, -4)],
            offsets: [0, 10_800, 0, 0]
        ),
        Row(
            testDescription:
                "two fixes a delivery, 15 min apart, of a clock 15 min ahead are found with the second delivery",
            steps: [Step(0, 895, -5), Step(30, 890, -10), Step(60, 893, -7)],
            offsets: [0, 890, 890]
        ),
    ]

    @Test(arguments: rows)
    func offsets(_ row: Row) {
        var estimate = ClockEstimate()
        let offsets = row.steps.map { Self.observe($0, &estimate).offsetMilliseconds }
        #expect(offsets == row.offsets.map { Int64($0 * 1000) })
    }

    struct BehindRow: CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let seemsBehind: Bool
    }

    private static func steady(_ count: Int, every minutes: Double, _ lead: (Int) -> Double) -> [Step] {
        (0..<count).map { Step(Double($0) * minutes, lead($0)) }
    }

    private static let behindRows = [
        BehindRow(
            testDescription: "ten deliveries in two hours, always an hour old",
            steps: steady(10, every: 15) { -3600 - Double($0 % 4) * 30 },
            seemsBehind: true
        ),
        BehindRow(
            testDescription: "nine deliveries are too few",
            steps: steady(9, every: 30) { _ in -3600 },
            seemsBehind: false
        ),
        BehindRow(
            testDescription: "ten deliveries in an hour are too soon",
            steps: steady(10, every: 6) { _ in -3600 },
            seemsBehind: false
        ),
        BehindRow(
            testDescription: "late batches vary in age",
            steps: steady(30, every: 15) { -3600 - Double($0 % 2) * 300 },
            seemsBehind: false
        ),
        BehindRow(
            testDescription: "twenty minutes are not doubt",
            steps: steady(30, every: 15) { _ in -1200 },
            seemsBehind: false
        ),
        BehindRow(
            testDescription: "days are history sent again and no clock error",
            steps: steady(30, every: 15) { _ in -100_000 },
            seemsBehind: false
        ),
        BehindRow(
            testDescription: "a fresh delivery ends the doubt",
            steps: steady(12, every: 15) { _ in -3600 } + [Step(200, -5)],
            seemsBehind: false
        ),
        BehindRow(
            testDescription: "a late batch leaves the doubt",
            steps: steady(12, every: 15) { _ in -3600 } + [Step(200, -9000)],
            seemsBehind: true
        ),
    ]

    @Test(arguments: behindRows)
    func behind(_ row: BehindRow) {
        var estimate = ClockEstimate()
        for step in row.steps { _ = Self.observe(step, &estimate) }
        #expect(estimate.current.seemsBehind == row.seemsBehind)
        #expect(estimate.current.offsetMilliseconds == 0)
    }

    @Test("Deliveries processed a second time get the same offsets", arguments: 0..<UInt64(20))
    func repeatable(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (lead, minute) = (0.0, 0.0)
        var steps: [Step] = []
        for _ in 0..<200 {
            if Int.random(in: 0..<15, using: &random) == 0 {
                lead = [0, 300, 900, 7200, -5400].randomElement(using: &random) ?? 0
            }
            let isLate = Int.random(in: 0..<6, using: &random) == 0
            let age = isLate ? Double.random(in: 60...9000, using: &random) : .random(in: 1...30, using: &random)
            steps.append(Step(minute, lead - age, lead - age - .random(in: 0...600, using: &random)))
            minute += .random(in: 0.1...(Int.random(in: 0..<20, using: &random) == 0 ? 3000 : 20), using: &random)
        }
        var estimate = ClockEstimate()
        let first = steps.map { Self.observe($0, &estimate) }
        let again = steps.map { Self.observe($0, &estimate) }
        // The oldest period that is kept.
        let oldest = estimate.periods.count < 16 ? nil : estimate.periods.first?.start
        for (step, (one, other)) in zip(steps, zip(first, again))
        where oldest.map({ $0 <= Self.time(step.minute) }) ?? true {
            #expect(one == other, "seed \(seed), minute \(step.minute)")
        }
        #expect(first.contains { $0.offsetMilliseconds > 0 }, "seed \(seed)")
    }

    private static func time(_ minute: Double) -> Timestamp {
        Timestamp(milliseconds: 1_709_553_600_000).advanced(bySeconds: minute * 60)
    }

    private static func observe(_ step: Step, _ estimate: inout ClockEstimate) -> ClockEstimate.ClockError {
        let receivedAt = time(step.minute)
        var delivery = ClockDelivery(receivedAt: receivedAt)
        for lead in step.leads { delivery.add(receivedAt.advanced(bySeconds: lead), receivedAt: receivedAt) }
        return estimate.observe(delivery, toleranceSeconds: 120)
    }
}
