import Benchmark
import GeofenceEngine
import SeededWorld
import VisitModel

/// The nearest 20 fences in memory, each time from another place.
let benchmarks: @Sendable () -> Void = {
    let perProcessorSecond = BenchmarkMetric.custom(
        "Queries a second of processor time",
        polarity: .prefersLarger,
        useScalingFactor: false
    )
    let configuration = Benchmark.Configuration(
        metrics: [perProcessorSecond, .wallClock],
        units: [perProcessorSecond: .kilo],
        warmupIterations: 5,
        scalingFactor: .kilo,
        maxDuration: .seconds(3),
        maxIterations: 500,
        // The processor time moves by some percent with what shares the caches, the wall clock by what shares the cores.
        thresholds: [
            perProcessorSecond: BenchmarkThresholds(relative: [.p50: 10]),
            .wallClock: BenchmarkThresholds(relative: BenchmarkThresholds.Relative.relaxed),
        ]
    )
    for slots in [Platform.ios, .android].map(\.geofenceLimit) {
        Benchmark(
            "Drive with \(slots) geofences",
            configuration: configuration,
            closure: { (benchmark, drive: Drive) in
                let start = ProcessorTime.now
                let first = benchmark.currentIteration * benchmark.scaledIterations.count
                var selector = ProximitySelector(rules: SelectionRules(limit: slots))
                var search = FenceSearch()
                for number in benchmark.scaledIterations {
                    let place = drive.places[(first + number) % drive.places.count]
                    blackHole(selector.select(at: place, EarthPoint(place), in: drive.catalog, using: &search))
                }
                benchmark.measurement(perProcessorSecond, start.rate(of: benchmark.scaledIterations.count))
            },
            setup: { try Drive(facilities: 10_000) }
        )
    }
    for count in [1000, 10_000, 100_000, 1_000_000] {
        Benchmark(
            "Nearest 20 of \(count)",
            configuration: configuration,
            closure: { (benchmark, scene: Scene) in
                var search = FenceSearch()
                let start = ProcessorTime.now
                let first = benchmark.currentIteration * benchmark.scaledIterations.count
                for number in benchmark.scaledIterations {
                    let place = scene.people[(first + number) % scene.people.count]
                    scene.index.nearest(20, to: place, EarthPoint(place), using: &search)
                    blackHole(search.found.count)
                }
                benchmark.measurement(perProcessorSecond, start.rate(of: benchmark.scaledIterations.count))
            },
            setup: { try Scene(facilities: count) }
        )
    }
}

/// An index, and more places than are requested about, so that no answer lies in a cache.
private struct Scene {
    let index: FenceIndex
    let people: [Coordinate]

    init(facilities count: Int) throws {
        let world = try World(facilities: count, people: 600_000)
        self.index = FenceIndex(world.fences)
        self.people = world.people
    }
}

/// Places along drives between people, 300 m apart, as fixes of every half a minute.
private struct Drive {
    let catalog: FenceCatalog
    let places: [Coordinate]

    init(facilities count: Int) throws {
        let world = try World(facilities: count, people: 20_000)
        catalog = FenceCatalog(world.fences)
        var places: [Coordinate] = []
        for (start, end) in zip(world.people, world.people.dropFirst()) {
            let meters = EarthPoint(start).distance(to: EarthPoint(end))
            // Others are in another city.
            guard meters < 30_000 else { continue }
            for step in 0..<max(1, Int(meters / 300)) {
                let share = Double(step) * 300 / meters
                places.append(
                    try Coordinate(
                        latitude: start.latitude + share * (end.latitude - start.latitude),
                        longitude: start.longitude + share * (end.longitude - start.longitude)
                    )
                )
            }
        }
        self.places = places
    }
}
