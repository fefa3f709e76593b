// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who builds Footfall has to fetch what only measures it.
// The benchmark tool finds a target by its folder, which must lie in one named `Benchmarks`: this one.
let package = Package(
    name: "footfall-benchmarks",
    dependencies: [
        .package(name: "footfall", path: ".."),
        // Without its traits: they put counters into every allocation and every retain, which the figures would show.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "SeededWorld",
            dependencies: [
                .product(name: "GeofenceEngine", package: "footfall"),
                .product(name: "VisitModel", package: "footfall"),
            ],
            path: "SeededWorld"
        ),
        .benchmarkTarget(name: "Evaluation", of: ["GeofenceEngine", "VisitModel"]),
        .benchmarkTarget(name: "Nearest", of: ["GeofenceEngine", "VisitModel"]),
        .benchmarkTarget(name: "NearestStored", of: ["VisitStore", "VisitModel"]),
        .executableTarget(
            name: "WebhookLoad",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTransport", package: "footfall"),
                .product(name: "VisitModel", package: "footfall"),
                .product(name: "VisitPipeline", package: "footfall"),
                .product(name: "VisitStore", package: "footfall"),
                .product(name: "WebhookDelivery", package: "footfall"),
            ],
            path: "WebhookLoad"
        ),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    /// An executable in the folder of its name that the benchmark tool runs.
    static func benchmarkTarget(name: String, of products: [String]) -> Target {
        .executableTarget(
            name: name,
            dependencies: ["SeededWorld", .product(name: "Benchmark", package: "benchmark")]
                + products.map { .product(name: $0, package: "footfall") },
            path: name,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        )
    }
}
