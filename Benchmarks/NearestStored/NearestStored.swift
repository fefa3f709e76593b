import Benchmark
import SeededWorld
import VisitModel
import VisitStore

/// The nearest 20 facilities through SpatiaLite, each time from another place; the percentiles are those of one query.
let benchmarks: @Sendable () -> Void = {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock, .throughput],
        timeUnits: .microseconds,
        warmupIterations: 200,
        maxDuration: .seconds(10),
        maxIterations: 20_000,
        thresholds: [
            .wallClock: BenchmarkThresholds(relative: [.p50: 15, .p99: 25]),
            .throughput: BenchmarkThresholds(relative: BenchmarkThresholds.Relative.relaxed),
        ]
    )
    for count in [1000, 10_000, 100_000, 1_000_000] {
        Benchmark(
            "Nearest 20 of \(count) stored",
            configuration: configuration,
            closure: { (benchmark, scene: Scene) in
                let place = scene.people[benchmark.currentIteration % scene.people.count]
                do {
                    blackHole(try scene.store.facilities.nearest(to: place, count: 20))
                } catch {
                    benchmark.error("\(error)")
                }
            },
            setup: { try Scene(facilities: count) }
        )
    }
}

/// A database of facilities, and places to ask from.
private struct Scene {
    let store: VisitStore
    let people: [Coordinate]

    init(facilities count: Int) throws {
        let world = try World(facilities: count, people: 30_000)
        self.store = try VisitStore.temporary()
        self.people = world.people
        _ = try store.facilities.importRows(effectiveFrom: Timestamp(milliseconds: 1_709_280_000_000)) { importer in
            for facility in world.facilities { try importer.upsert(facility) }
        }
    }
}
