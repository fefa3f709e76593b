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
        /// The offset by which the newest fix of each delivery is corrected, in seconds.
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
            steps: [Step(0, 895), Step(5, 890), Step(60, -2700, -3600), Step(65, 500, -600), Step(70, 890)],
            offsets: [895, 895, 895, 895, 895]
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
            steps: [Step(0, 895), Step(5, 890), Step(60, -5), Step(65, -8), Step(70, -3)],
            offsets: [895, 895, 895, 0, 0]
        ),
        Row(
            testDescription: "a late batch as old as the clock is ahead does not set it right",
            steps: [Step(0, 895), Step(5, 890), Step(60, -5, -4000), Step(61, 890), Step(62, 892)],
            offsets: [895, 895, 895, 895, 895]
        ),
        Row(
            testDescription:
                "a delivery that begins before the newest time so far, and after its true time, sets it right",
            steps: [Step(0, 895), Step(30, 890), Step(60, -5, -800, -1700), Step(90, -5, -800, -1700)],
            offsets: [895, 895, 0, 0]
        ),
        Row(
            testDescription: "a delivery that begins with what was sent before does not set it right",
            steps: [Step(0, 895), Step(30, 890), Step(60, -5, -800, -910), Step(90, 890)],
            offsets: [895, 895, 895, 895]
        ),
        Row(
            testDescription: "a backlog sent part by part does not set it right",
            steps: [
                Step(0, 895), Step(5, 890), Step(60, -600), Step(60.1, -100), Step(60.2, 5), Step(60.3, 110),
                Step(60.5, 895),
            ],
            offsets: [895, 895, 895, 895, 895, 895, 895]
        ),
        Row(
            testDescription: "a clock set from 2 h to 15 min ahead is found with the third delivery",
            steps: [Step(0, 7195), Step(3, 7190), Step(5, 895), Step(10, 880), Step(15, 890), Step(20, 885)],
            offsets: [7195, 7195, 7195, 7195, 895, 895]
        ),
        Row(
            testDescription: "late batches that differ in age are no smaller lead",
            steps: [Step(0, 7195), Step(3, 7190), Step(5, 895), Step(10, 3000), Step(15, 1500), Step(20, 7190)],
            offsets: [7195, 7195, 7195, 7195, 7195, 7195]
        ),
        Row(
            testDescription: "an offset that no delivery proves holds for 24 h",
            steps: [Step(0, 895), Step(60, 850), Step(1500, -4000), Step(1501, -3000), Step(1502, 893)],
            offsets: [895, 895, 895, 0, 895]
        ),
        Row(
            testDescription: "a single fix far ahead among fresh ones shows nothing",
            steps: [Step(0, -5, -65, 10_800), Step(5, -5)],
            offsets: [0, 0]
        ),
        Row(
            testDescription: "a single fix far ahead among late ones shows nothing",
            steps: [Step(0, -2_460), Step(1, -2_400, 86_400), Step(2, -2_350), Step(3, -2_300)],
            offsets: [0, 0, 0, 0]
        ),
        Row(
            testDescription: "a single fix far ahead among fresh ones shows nothing, and twice it does",
            steps: [Step(0, -5, 7_195), Step(1, 7_190), Step(2, -20, 7_180)],
            offsets: [0, 7_195, 7_195]
        ),
        Row(
            testDescription: "a backlog with one fix ahead shows nothing, and with the next delivery it does",
            steps: [Step(0, -2_400, 7_195), Step(5, -2_300, 7_190), Step(6, 7_192)],
            offsets: [0, 7_195, 7_195]
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
            offsets: [0, 895, 895]
        ),
        Row(
            testDescription: "fixes of a second clock 5 h ahead, each among fresh ones, show nothing",
            steps: [Step(0, -5, 17_995), Step(10, -5, 17_990), Step(20, -5, -65, 17_995, 17_935), Step(30, -5)],
            offsets: [0, 0, 0, 0]
        ),
        Row(
            testDescription: "each alone in its delivery, they are dated by their receipt, and the others not at all",
            steps: [Step(0, -5), Step(5, 17_995), Step(10, -5), Step(15, 17_990), Step(20, -5), Step(25, 17_995)],
            offsets: [0, 17_995, 0, 17_990, 0, 17_995]
        ),
        Row(
            testDescription: "one wrong time, then a backlog by parts, moves nothing",
            steps: [Step(0, 18_000), Step(1, -25_000), Step(2, -20_000), Step(3, -9_000), Step(5, -30), Step(10, -5)],
            offsets: [18_000, 0, 0, 0, 0, 0]
        ),
        Row(
            testDescription: "a wrong time that is sent again confirms nothing, and is corrected as before",
            steps: [Step(0, 18_000), Step(5, 17_700), Step(9, 17_460, -900), Step(10, -700), Step(11, 17_340, -5)],
            offsets: [18_000, 18_000, 18_000, 0, 18_000]
        ),
        Row(
            testDescription: "two wrong times with right ones in between show nothing",
            steps: [Step(0, 86_400), Step(5, -5), Step(10, 86_400), Step(15, -5), Step(20, -5)],
            offsets: [86_400, 0, 86_400, 0, 0]
        ),
        Row(
            testDescription: "newest fixes that waited for up to five minutes confirm one another",
            steps: [Step(0, 700), Step(15, 895), Step(30, 640)],
            offsets: [700, 895, 895]
        ),
        Row(
            testDescription: "a late batch between the first two fresh ones of a clock that is ahead is not corrected",
            steps: [Step(0, 895), Step(5, -2_000), Step(10, 890), Step(15, -100)],
            offsets: [895, 0, 895, 895]
        ),
        Row(
            testDescription: "a single fix far ahead of others that are ahead is wrong",
            steps: [Step(0, 895, 10_800, 835, 775), Step(5, 890)],
            offsets: [0, 895]
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

    @Test("The fixes of a delivery that are not ahead keep their times until another delivery agrees")
    func others() {
        var estimate = ClockEstimate()
        let first = Self.correction(Step(0, -2_400, 7_195, 7_135), &estimate)
        #expect(first.error(ofLead: -2_400_000).offsetMilliseconds == 0)
        #expect(first.error(ofLead: 7_195_000).offsetMilliseconds == 7_195_000)
        #expect(first.error(ofLead: 7_135_000).offsetMilliseconds == 7_195_000)
        let second = Self.correction(Step(5, -2_300, 7_190), &estimate)
        #expect(second.error(ofLead: -2_300_000).offsetMilliseconds == 7_195_000)
        #expect(estimate.current.offsetMilliseconds == 7_195_000)
    }

    @Test("One wrong time among right ones moves no other, whatever its lead", arguments: 0..<UInt64(200))
    func oneWrongTime(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var steps: [Step] = []
        var minute = 0.0
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let isLate = Int.random(in: 0..<5, using: &random) == 0
            let age = isLate ? Double.random(in: 60...150_000, using: &random) : .random(in: 0...30, using: &random)
            steps.append(Step(minute, -age, -age - .random(in: 60...4000, using: &random)))
            minute += .random(in: 0.1...90, using: &random)
        }
        let wrong = steps.count
        let lead = Double.random(in: 600...93_600, using: &random)
        let isAlone = Bool.random(using: &random)
        steps.append(isAlone ? Step(minute, lead) : Step(minute, lead, -.random(in: 0...4000, using: &random)))
        // A backlog of up to 40 hours, the oldest first.
        var age = Double.random(in: 3600...144_000, using: &random)
        while age > 60 {
            minute += .random(in: 0.01...2, using: &random)
            steps.append(Step(minute, -age, -age - 60))
            age -= .random(in: 60...20_000, using: &random)
        }
        for _ in 0..<10 {
            minute += .random(in: 0.5...20, using: &random)
            steps.append(Step(minute, -.random(in: 0...30, using: &random)))
        }
        var estimate = ClockEstimate()
        for (index, step) in steps.enumerated() {
            let correction = Self.correction(step, &estimate)
            for lead in step.leads where index != wrong || lead <= 0 {
                #expect(
                    correction.error(ofLead: Int64(lead * 1000)).offsetMilliseconds == 0,
                    "seed \(seed), minute \(step.minute), lead \(lead)"
                )
            }
        }
        #expect(estimate.current.offsetMilliseconds == 0, "seed \(seed)")
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

    /// The error by which the newest fix of a delivery is corrected.
    private static func observe(_ step: Step, _ estimate: inout ClockEstimate) -> ClockEstimate.ClockError {
        let newest = step.leads.filter { $0 <= ClockEstimate.greatestLeadSeconds }.max() ?? 0
        return correction(step, &estimate).error(ofLead: Int64(newest * 1000))
    }

    private static func correction(_ step: Step, _ estimate: inout ClockEstimate) -> ClockCorrection {
        let receivedAt = time(step.minute)
        var delivery = ClockDelivery(receivedAt: receivedAt)
        for lead in step.leads { delivery.add(receivedAt.advanced(bySeconds: lead), receivedAt: receivedAt) }
        return estimate.observe(delivery, toleranceSeconds: 120)
    }
}
