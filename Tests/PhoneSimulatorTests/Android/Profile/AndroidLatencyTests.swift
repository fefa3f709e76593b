import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("How late Android delivers a transition")
struct AndroidLatencyTests {
    @Test(
        "is within the range for what the phone does, and fills it",
        arguments: [
            (RegionConditions(isMoving: true), 20.0...40), (RegionConditions(restSeconds: 600), 120...180),
            (RegionConditions(restSeconds: 600.1), 120...360),
            (RegionConditions(isMoving: true, isAppInFront: true), 1...5),
            (RegionConditions(restSeconds: 7200, isAppInFront: true, isDozing: true), 1...5),
            (RegionConditions(isMoving: true, isConnected: false), 120...360),
        ] as [(RegionConditions, ClosedRange<Double>)]
    )
    func ranges(conditions: RegionConditions, range: ClosedRange<Double>) throws {
        var delays: [Double] = []
        for seed in UInt64(0)..<200 {
            var bench = AndroidBench()
            bench.generator = SeededGenerator(seed: seed)
            bench.conditions = conditions
            try bench.add([try AndroidBench.region("a")])
            let delivery = try #require(try bench.deliveries(east: 0, at: 1).first)
            #expect(delivery.decidedAt == AndroidBench.time(1))
            delays.append(delivery.decidedAt.seconds(to: delivery.dueAt))
        }
        let width = range.upperBound - range.lowerBound
        let (least, most) = (try #require(delays.min()), try #require(delays.max()))
        #expect(least >= range.lowerBound && most <= range.upperBound)
        #expect(least < range.lowerBound + 0.1 * width && most > range.upperBound - 0.1 * width)
    }

    @Test("is the same for the same seed")
    func replay() throws {
        func run() throws -> [RegionDelivery] {
            var bench = AndroidBench()
            try bench.add(try AndroidBench.regions(0..<5))
            return try (0..<20).flatMap { try bench.deliveries(east: $0.isMultiple(of: 2) ? 0 : 500, at: Double($0)) }
        }
        let first = try run()
        #expect(first.count == 20)
        #expect(try run() == first)
    }

    @Test("is put off to whole steps of the responsiveness", arguments: UInt64(1)...20)
    func responsiveness(seed: UInt64) throws {
        var bench = AndroidBench()
        bench.generator = SeededGenerator(seed: seed)
        try bench.add([try AndroidBench.region("a", responsiveness: .seconds(300))])
        let delivery = try #require(try bench.deliveries(east: 0, at: 1).first)
        #expect(delivery.dueAt.milliseconds % 300_000 == 0, "seed \(seed)")
        #expect((20...340).contains(delivery.decidedAt.seconds(to: delivery.dueAt)), "seed \(seed)")
    }

    @Test("while the phone dozes, is put off to the next maintenance window, where all come together")
    func doze() throws {
        var bench = AndroidBench()
        bench.conditions = RegionConditions(restSeconds: 7200, isDozing: true)
        try bench.add([try AndroidBench.region("a"), try AndroidBench.region("b", east: 5000)])
        var due: Set<Timestamp> = []
        for (second, place) in [(1.0, 0.0), (2, 500), (3, 5000)] {
            for delivery in try bench.deliveries(east: place, at: second) {
                #expect(delivery.decidedAt.seconds(to: delivery.dueAt) <= 900 + 360)
                due.insert(delivery.dueAt)
            }
        }
        // The exit of `a` may not come with its enter, but a moment after.
        let window = try #require(due.min())
        #expect(window.milliseconds % 900_000 == 0)
        #expect(due == [window, window.advanced(bySeconds: 0.001)])

        bench = AndroidBench { $0.latencies.dozeBatchSeconds = nil }
        bench.conditions = RegionConditions(restSeconds: 7200, isDozing: true)
        try bench.add([try AndroidBench.region("a")])
        let delivery = try #require(try bench.deliveries(east: 0, at: 1).first)
        #expect(delivery.decidedAt.seconds(to: delivery.dueAt) <= 360)
    }

    @Test("does not let a transition overtake an earlier one of its fence", arguments: UInt64(1)...50)
    func order(seed: UInt64) throws {
        var bench = AndroidBench()
        bench.generator = SeededGenerator(seed: seed)
        try bench.add([try AndroidBench.region("a")])
        var due: [Timestamp] = []
        for second in 0..<20 {
            // Enters while at rest, exits with the app in front, which are handed over at once.
            bench.conditions = RegionConditions(restSeconds: 10, isAppInFront: !second.isMultiple(of: 2))
            due += try bench.deliveries(east: second.isMultiple(of: 2) ? 0 : 500, at: Double(second)).map(\.dueAt)
        }
        #expect(due.count == 20)
        #expect(zip(due, due.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
    }
}
