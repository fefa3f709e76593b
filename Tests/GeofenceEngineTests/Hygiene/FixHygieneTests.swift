import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("Fixes at an impossible speed are checked against both neighbours")
struct FixHygieneTests {
    struct TrackCase: CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        /// The seconds of the accepted fixes, in the order of acceptance.
        let believed: [Double]
        var dropped = 0
        var held: Double?
    }

    private static let walk = stride(from: 0.0, through: 50, by: 10).map { Step($0, east: $0 * 1.4) }

    private static let rows = [
        TrackCase(testDescription: "a walk is believed", steps: walk, believed: [0, 10, 20, 30, 40, 50]),
        TrackCase(
            testDescription: "one outlier is dropped and the good track goes on",
            steps: walk + [Step(55, east: 9000)] + [Step(60, east: 80), Step(70, east: 90)],
            believed: [0, 10, 20, 30, 40, 50, 60, 70],
            dropped: 1
        ),
        TrackCase(
            testDescription: "outliers one at a time are each dropped",
            steps: [
                Step(0), Step(10, east: 5000), Step(20), Step(30, east: -5000), Step(40), Step(50, east: 7000),
                Step(60),
            ],
            believed: [0, 20, 40, 60],
            dropped: 3
        ),
        TrackCase(
            testDescription: "a jump is held until the next fix",
            steps: [Step(0), Step(10, east: 5000)],
            believed: [0],
            held: 10
        ),
        TrackCase(
            testDescription: "a real jump is kept, once the next fix lies there too",
            steps: [Step(0), Step(10, east: 5000), Step(20, east: 5010), Step(30, east: 5020)],
            believed: [0, 10, 20, 30]
        ),
        TrackCase(
            testDescription: "a train at 320 km/h keeps all, one fix behind",
            steps: stride(from: 0.0, through: 60, by: 10).map { Step($0, east: $0 * 89) },
            believed: [0, 10, 20, 30, 40, 50],
            held: 60
        ),
        TrackCase(
            testDescription: "and the last of them once it has stopped",
            steps: stride(from: 0.0, through: 60, by: 10).map { Step($0, east: $0 * 89) } + [Step(70, east: 5400)],
            believed: [0, 10, 20, 30, 40, 50, 60, 70]
        ),
        TrackCase(
            testDescription: "a first fix that lies is left behind by two that agree",
            steps: [Step(0, east: 9000), Step(10), Step(20), Step(30)],
            believed: [0, 10, 20, 30]
        ),
        TrackCase(
            testDescription: "two lies at different places lose nothing that is good",
            steps: [Step(0), Step(10, east: 9000), Step(20, east: -9000), Step(30), Step(40), Step(50)],
            believed: [0, 10, 20, 30, 40, 50]
        ),
        TrackCase(
            testDescription: "a long pause makes any distance possible",
            steps: [Step(0), Step(3600, east: 100_000), Step(7200)],
            believed: [0, 3600, 7200]
        ),
        TrackCase(
            testDescription: "after a gap in the track nothing is impossible",
            steps: [Step(0), Step(10, east: 9000, flags: .afterGap), Step(20, east: 9010)],
            believed: [0, 10, 20]
        ),
        TrackCase(
            testDescription: "a cell fix 3 km off that says so is reachable",
            steps: [Step(0), Step(10, east: 3000, accuracy: 3000), Step(20)],
            believed: [0, 10, 20]
        ),
        TrackCase(
            testDescription: "60 m/s and both accuracies are just reachable",
            steps: [Step(0, accuracy: 10), Step(10, east: 619.9, accuracy: 10)],
            believed: [0, 10]
        ),
        TrackCase(
            testDescription: "more is not",
            steps: [Step(0, accuracy: 10), Step(10, east: 620.1, accuracy: 10)],
            believed: [0],
            held: 10
        ),
        TrackCase(
            testDescription: "two fixes of one second may be a second apart",
            steps: [Step(0), Step(0, east: 70)],
            believed: [0, 0]
        ),
        TrackCase(
            testDescription: "unknown accuracies are taken as 30 m",
            steps: [Step(0, accuracy: nil), Step(10, east: 659.9, accuracy: nil)],
            believed: [0, 10]
        ),
    ]

    @Test(arguments: rows)
    func admits(_ row: TrackCase) {
        var hygiene = FixHygiene()
        var believed: [Fix] = []
        var rejections: [FixRejection] = []
        for step in row.steps {
            let fix = step.fix
            let rejection = hygiene.admit(fix, policy: EvaluationPolicy.standard.hygiene) { believed.append($0) }
            if let rejection { rejections.append(rejection) }
            #expect((hygiene.held ?? hygiene.accepted) == fix)
        }
        #expect(believed.map { Ground.noon.seconds(to: $0.time) } == row.believed)
        #expect(rejections == Array(repeating: .impossibleSpeed, count: row.dropped))
        #expect(hygiene.held.map { Ground.noon.seconds(to: $0.time) } == row.held)
        #expect(believed.count + rejections.count + (hygiene.held == nil ? 0 : 1) == row.steps.count)
    }

    @Test("without a speed limit every fix is accepted as it comes")
    func bare() {
        var hygiene = FixHygiene()
        var believed: [Double] = []
        // The order of fixes is the caller's: hygiene keeps the order it is given.
        for step in [Step(0), Step(10, east: 9000), Step(5, east: -90_000), Step(20)] {
            let rejection = hygiene.admit(step.fix, policy: EvaluationPolicy.bare.hygiene) {
                believed.append(Ground.noon.seconds(to: $0.time))
            }
            #expect(rejection == nil)
        }
        #expect(believed == [0, 10, 5, 20])
        #expect(hygiene.held == nil)
    }

    @Test("nothing is lost, doubled or reordered, and good tracks survive one lie in ten", arguments: UInt64(1)...30)
    func survivesLies(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var hygiene = FixHygiene()
        var (believed, good): ([Fix], [Fix]) = ([], [])
        var (sent, dropped, wasLie) = (0, 0, true)
        for second in stride(from: 0.0, to: 4000, by: 10) {
            // Never two lies in a row, nor a first one: the check needs neighbours.
            let isLie = !wasLie && Double.random(in: 0..<1, using: &generator) < 0.1
            let east =
                isLie ? Double.random(in: 3000...90_000, using: &generator) : second * 10 + 5 * generator.normal()
            let fix = Step(second, east: east, accuracy: isLie ? 3 : 12).fix
            if !isLie { good.append(fix) }
            (sent, wasLie) = (sent + 1, isLie)
            if hygiene.admit(fix, policy: EvaluationPolicy.standard.hygiene, believed: { believed.append($0) }) != nil {
                dropped += 1
            }
        }
        #expect(believed.sorted() == believed, "seed \(seed)")
        #expect(believed.count + dropped + (hygiene.held == nil ? 0 : 1) == sent, "seed \(seed)")
        #expect(Set(believed).isSuperset(of: good.dropLast()), "seed \(seed)")
    }

    @Test("resumes from stored parts as if it had never stopped")
    func resumes() {
        let steps = [
            Step(0), Step(10, east: 5000), Step(20), Step(30, east: 9000), Step(40, east: 9000), Step(50, east: 9000),
        ]
        for cut in steps.indices {
            var (whole, first): (FixHygiene, FixHygiene) = (FixHygiene(), FixHygiene())
            var (expected, found): ([Fix], [Fix]) = ([], [])
            for step in steps {
                _ = whole.admit(step.fix, policy: EvaluationPolicy.standard.hygiene) { expected.append($0) }
            }
            for step in steps[..<cut] {
                _ = first.admit(step.fix, policy: EvaluationPolicy.standard.hygiene) { found.append($0) }
            }
            var second = FixHygiene(accepted: first.accepted, held: first.held)
            for step in steps[cut...] {
                _ = second.admit(step.fix, policy: EvaluationPolicy.standard.hygiene) { found.append($0) }
            }
            #expect(found == expected)
            #expect(second == whole)
        }
    }
}
