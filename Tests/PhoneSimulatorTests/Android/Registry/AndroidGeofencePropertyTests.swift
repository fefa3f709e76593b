import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Whatever is done to Android's fences")
struct AndroidGeofencePropertyTests {
    /// What was told of a fence since it was added.
    private struct Told {
        var last: RegionTransition?
        var hasDwelt = false
        var due: Timestamp?
    }

    @Test(
        "there are never more than 100, enters and exits take turns, and a dwell comes once between them",
        arguments: AndroidDecisionModel.allCases,
        UInt64(1)...6
    )
    func rules(model: AndroidDecisionModel, seed: UInt64) throws {
        let at: Comment = "model \(model), seed \(seed)"
        var random = SeededGenerator(seed: seed)
        var bench = AndroidBench { $0.decision = model }
        var told: [RegionID: Told] = [:]
        var now = 0.0
        var (enters, dwells, wipes, refusals) = (0, 0, 0, 0)
        for _ in 0..<1500 {
            now += Double(random.next() % 120_000) / 1000
            bench.surroundings = RegionSurroundings(
                isMoving: random.unit() < 0.5,
                restSeconds: 1200 * random.unit(),
                isAppInFront: random.unit() < 0.2,
                isDozing: random.unit() < 0.2,
                isConnected: random.unit() < 0.9
            )
            var deliveries = bench.wake(at: now)
            // A fence that has expired begins anew when its id is added again.
            record(deliveries, &told, bench, at)
            forget(&told, bench)
            deliveries = []
            switch random.next() % 100 {
            case 0..<30:
                do {
                    try bench.add(try requests(&random), at: now)
                } catch let error as PhoneError {
                    #expect(error.code == .tooManyGeofences || error.code == .requestTooFrequent, at)
                    refusals += 1
                }
            case 30..<35:
                bench.service.remove(bench.service.registered.filter { _ in random.unit() < 0.3 })
            case 35:
                bench.service.removeAll()
            case 36..<38:
                if let cause = AndroidGeofences.WipeCause.allCases.randomElement(using: &random),
                    bench.service.wipe(for: cause)
                {
                    wipes += 1
                }
            default:
                let accuracies: [Double] = [-1, 0, 5, 20, 60, 300, 3000]
                deliveries = try bench.deliveries(
                    east: 1500 * random.unit(),
                    accuracy: accuracies.randomElement(using: &random) ?? 5,
                    at: now
                )
            }
            record(deliveries, &told, bench, at)
            forget(&told, bench)
            enters += deliveries.count { $0.transition == .enter }
            dwells += told.values.count { $0.hasDwelt }
            #expect(bench.service.registered.count <= 100, at)
            #expect(Set(bench.service.registered).count == bench.service.registered.count, at)
            #expect(deliveries.allSatisfy { $0.decidedAt == AndroidBench.time(now) }, at)
        }
        // All of it happened.
        #expect(enters > 50 && dwells > 50 && wipes > 3 && refusals > 3, at)
    }

    /// Fences of all transitions, of which a few expire and a few are silent at first.
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

    private func record(
        _ deliveries: [RegionDelivery],
        _ told: inout [RegionID: Told],
        _ bench: AndroidBench,
        _ at: Comment
    ) {
        for delivery in deliveries {
            #expect(delivery.dueAt >= delivery.decidedAt, at)
            #expect(!delivery.ids.isEmpty && Set(delivery.ids).count == delivery.ids.count, at)
            for id in delivery.ids {
                var state = told[id, default: Told()]
                if let due = state.due { #expect(due < delivery.dueAt, at) }
                switch delivery.transition {
                case .enter:
                    #expect(state.last != .enter, at)
                    state.hasDwelt = false
                case .dwell:
                    #expect(state.last == .enter && !state.hasDwelt, at)
                    state.hasDwelt = true
                case .exit:
                    #expect(state.last != .exit, at)
                }
                if delivery.transition != .dwell { state.last = delivery.transition }
                state.due = delivery.dueAt
                told[id] = state
            }
        }
    }

    /// What is not watched any more begins anew, except for the order of what is still to be handed over.
    private func forget(_ told: inout [RegionID: Told], _ bench: AndroidBench) {
        let watched = Set(bench.service.registered)
        for id in told.keys where !watched.contains(id) {
            told[id] = Told(due: told[id]?.due)
        }
    }
}
