import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import VisitModel

@Suite("Invariants of Android's fences over random calls")
struct AndroidGeofencePropertyTests {
    @Test(
        "there are never more than 100, enters and exits take turns, and a dwell comes once between them",
        .long,
        arguments: AndroidDecisionModel.allCases,
        UInt64(1)...3
    )
    func rules(model: AndroidDecisionModel, seed: UInt64) throws {
        let at: Comment = "model \(model), seed \(seed)"
        var random = SeededGenerator(seed: seed)
        var bench = AndroidBench { $0.decision = model }
        var history = AndroidHistory()
        var now = 0.0
        for _ in 0..<300 {
            now += Double(random.next() % 120_000) / 1000
            bench.conditions = RegionConditions(
                isMoving: random.unit() < 0.5,
                restSeconds: 1200 * random.unit(),
                isAppInFront: random.unit() < 0.2,
                isDozing: random.unit() < 0.2,
                isConnected: random.unit() < 0.9
            )
            // A fence that has expired starts over when its id is added again.
            history.record(bench.wake(at: now), watched: bench.service.registered, at: AndroidBench.time(now))
            let deliveries = try act(on: &bench, at: now, &random, &history)
            history.record(deliveries, watched: bench.service.registered, at: AndroidBench.time(now))
            #expect(history.violations.isEmpty, at)
        }
        // Every kind of event occurred.
        #expect(RegionTransition.allCases.allSatisfy { history.counts[$0, default: 0] > 10 }, at)
        #expect(history.wipes > 0 && history.refusals > 0, at)
    }

    /// Performs one random action of an app, a member or a phone.
    private func act(
        on bench: inout AndroidBench,
        at now: Double,
        _ random: inout SeededGenerator,
        _ history: inout AndroidHistory
    ) throws -> [RegionDelivery] {
        switch random.next() % 100 {
        case 0..<30:
            do {
                try bench.add(try requests(&random), at: now)
            } catch let error as PhoneError where error.code == .tooManyGeofences {
                history.refusals += 1
            }
        case 30..<35:
            bench.service.remove(bench.service.registered.filter { _ in random.unit() < 0.3 })
        case 35:
            bench.service.remove(bench.service.registered)
        case 36..<38:
            if let loss = SystemNote.Loss.allCases.randomElement(using: &random), bench.service.wipe(for: loss) {
                history.wipes += 1
            }
        default:
            let accuracies: [Double] = [-1, 0, 5, 20, 60, 300, 3000]
            return try bench.deliveries(
                east: 1500 * random.unit(),
                accuracy: accuracies.randomElement(using: &random) ?? 5,
                at: now
            )
        }
        return []
    }

    /// Fences with all transitions; a few of them expire and a few have no initial trigger.
    private func requests(_ random: inout SeededGenerator) throws -> [RegionRequest] {
        try (0...Int(random.next() % 40)).map { _ in
            try AndroidBench.region(
                "fence-\(random.next() % 150)",
                east: 1500 * random.unit(),
                radius: 50 + 200 * random.unit(),
                notifies: AndroidBench.all,
                initial: [[], .enter, [.enter, .dwell], AndroidBench.all].randomElement(using: &random) ?? [],
                loitering: .seconds(Int64(random.next() % 300)),
                responsiveness: random.unit() < 0.2 ? .seconds(60) : .zero,
                expires: random.unit() < 0.1 ? .seconds(Int64(random.next() % 2000)) : nil
            )
        }
    }
}
