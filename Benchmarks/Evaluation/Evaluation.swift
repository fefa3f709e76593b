import Benchmark
import GeofenceEngine
import SeededWorld
import VisitModel

/// A fix against the fences registered for its device: 20 on iOS, 100 on Android.
let benchmarks: @Sendable () -> Void = {
    let perProcessorSecond = BenchmarkMetric.custom(
        "Fixes a second of processor time",
        polarity: .prefersLarger,
        useScalingFactor: false
    )
    let configuration = Benchmark.Configuration(
        metrics: [perProcessorSecond, .wallClock],
        units: [perProcessorSecond: .kilo],
        warmupIterations: 2,
        scalingFactor: .mega,
        maxDuration: .seconds(5),
        maxIterations: 30,
        // The processor time moves by some percent with what shares the caches, the wall clock by what shares the cores.
        thresholds: [
            perProcessorSecond: BenchmarkThresholds(relative: [.p50: 10]),
            .wallClock: BenchmarkThresholds(relative: BenchmarkThresholds.Relative.relaxed),
        ]
    )
    for behaviour in Scene.Behaviour.allCases {
        for count in [20, 100] {
            Benchmark(
                "Fix against \(count) fences, \(behaviour.rawValue)",
                configuration: configuration,
                closure: { (benchmark, scene: Scene) in
                    var transitions = 0
                    let start = ProcessorTime.now
                    for _ in 0..<(benchmark.scaledIterations.count / Scene.fixCount) {
                        var evaluator = GeofenceEvaluator()
                        for fix in scene.fixes {
                            // The conversion to a vector is part of the price: it is done once a fix.
                            evaluator.observe(
                                fix,
                                at: EarthPoint(fix.coordinate),
                                watched: scene.watched,
                                catalog: scene.catalog,
                                policy: .standard
                            ) { _ in transitions += 1 }
                        }
                        blackHole(evaluator)
                    }
                    blackHole(transitions)
                    benchmark.measurement(perProcessorSecond, start.rate(of: benchmark.scaledIterations.count))
                },
                setup: { try Scene(behaviour, watching: count) }
            )
        }
    }
}
