// swift-tools-version: 6.2

import PackageDescription

// A target exists to forbid an import: `scripts/check-imports` holds the sources against the same table.
let package = Package(
    name: "footfall",
    // Linux is where the service runs; the phone's modules need these at least.
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "footfall", targets: ["footfall"]),
        .library(name: "footfall_engine", type: .dynamic, targets: ["EngineLibrary"]),
        .library(name: "VisitModel", targets: ["VisitModel"]),
        .library(name: "GeofenceEngine", targets: ["GeofenceEngine", "VisitModel"]),
        .library(name: "DeviceEngine", targets: ["DeviceEngine", "GeofenceEngine", "VisitModel"]),
        .library(name: "TrackingEngine", targets: ["TrackingEngine", "TrackingModel", "VisitModel"]),
        .library(name: "RadarEngine", targets: ["RadarEngine", "TrackingModel", "VisitModel"]),
        .library(name: "PhoneOS", targets: ["PhoneOS", "VisitModel"]),
        .library(name: "PhoneSimulator", targets: ["PhoneSimulator", "PhoneOS", "VisitModel"]),
        .library(
            name: "MobileSDK",
            targets: [
                "MobileSDK", "MobileSDKCore", "PhoneStore", "TrackingEngine", "TrackingModel", "PhoneOS", "VisitModel",
            ]
        ),
        .library(
            name: "RadarSDK",
            targets: ["RadarSDK", "MobileSDKCore", "RadarEngine", "TrackingModel", "PhoneOS", "VisitModel"]
        ),
        .library(
            name: "DocumentedAPI",
            targets: [
                "DocumentedAPI", "MobileSDK", "RadarSDK", "MobileSDKCore", "PhoneStore", "TrackingEngine",
                "RadarEngine",
                "TrackingModel", "PhoneOS", "VisitModel",
            ]
        ),
        .library(name: "VisitRecording", targets: ["VisitRecording", "MobileSDK", "VisitModel"]),
        .library(name: "WebhookDelivery", targets: ["WebhookDelivery", "HTTPTransport", "VisitModel"]),
    ],
    traits: [
        .trait(name: "TLS", description: "HTTPS by the service itself; without it a proxy has to encrypt."),
        .default(enabledTraits: ["TLS"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: ["YAML"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(name: "VisitModel"),
        .target(name: "MonthReports", dependencies: ["VisitModel"]),
        .target(name: "Interchange", dependencies: ["VisitModel", "WireJSON"]),
        .target(name: "GeofenceEngine", dependencies: ["VisitModel"]),
        .target(name: "DeviceEngine", dependencies: ["VisitModel", "GeofenceEngine"]),
        .target(name: "MemberEngine", dependencies: ["VisitModel", "GeofenceEngine", "DeviceEngine"]),
        .target(name: "CArrow"),
        .target(
            name: "EngineLibrary",
            dependencies: [
                "VisitModel", "GeofenceEngine", "DeviceEngine", "MemberEngine", "Interchange", "WireJSON", "CArrow",
            ]
        ),
        .target(name: "WireJSON"),
        .target(name: "TrackingModel", dependencies: ["VisitModel", "WireJSON"]),
        .target(name: "TrackingEngine", dependencies: ["VisitModel", "WireJSON", "TrackingModel"]),
        .target(name: "RadarEngine", dependencies: ["VisitModel", "WireJSON", "TrackingModel"]),
        .target(name: "PhoneOS", dependencies: ["VisitModel"]),
        .target(name: "PhoneSimulator", dependencies: ["VisitModel", "PhoneOS"]),
        .target(name: "MobileSDKCore", dependencies: ["VisitModel"]),
        .target(
            name: "MobileSDK",
            dependencies: [
                "VisitModel", "PhoneOS", "GeofenceEngine", "DeviceEngine", "TrackingModel", "TrackingEngine",
                "PhoneStore",
                "SQLiteStorage", "MobileSDKCore",
            ]
        ),
        .target(
            name: "RadarSDK",
            dependencies: ["VisitModel", "PhoneOS", "TrackingModel", "RadarEngine", "MobileSDKCore"]
        ),
        .target(
            name: "DocumentedAPI",
            dependencies: [
                "VisitModel", "PhoneOS", "PhoneStore", "TrackingModel", "TrackingEngine", "RadarEngine",
                "MobileSDKCore", "MobileSDK", "RadarSDK",
            ]
        ),
        .target(
            name: "Migrations",
            dependencies: ["SQLiteStorage"],
            path: "migrations",
            exclude: ["phone"],
            resources: [
                .embedInCode("0001-initial.sql"), .embedInCode("0002-cheap-kinds.sql"),
                .embedInCode("0003-webhooks.sql"), .embedInCode("0004-service.sql"), .embedInCode("0005-intake.sql"),
                .embedInCode("0006-tracking-options.sql"), .embedInCode("0007-confidence.sql"),
                .embedInCode("0008-clock.sql"), .embedInCode("0009-space.sql"), .embedInCode("0010-platform.sql"),
                .embedInCode("0011-collected-changes.sql"), .embedInCode("0012-access-record.sql"),
                .embedInCode("0013-staged-imports.sql"), .embedInCode("0014-stays.sql"),
                .embedInCode("0015-corrections.sql"),
                .embedInCode("0016-added-visits.sql"), .embedInCode("0017-months.sql"),
                .embedInCode("0018-registration-chunks.sql"),
                .embedInCode("0019-cheap-checks.sql"),
            ]
        ),
        .target(
            name: "PhoneMigrations",
            dependencies: ["SQLiteStorage"],
            path: "migrations/phone",
            resources: [.embedInCode("phone-0001-records.sql")]
        ),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "SQLiteStorage",
            dependencies: ["VisitModel", "CSQLite", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .target(
            name: "PhoneStore",
            dependencies: [
                "VisitModel", "SQLiteStorage", "PhoneMigrations", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .systemLibrary(name: "CSpatiaLite", pkgConfig: "spatialite", providers: [.apt(["libspatialite-dev"])]),
        .target(
            name: "VisitStore",
            dependencies: [
                "VisitModel", "MonthReports", "SQLiteStorage", "Migrations", "CSpatiaLite", "Cryptography",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "HTTPTransport", dependencies: ["CCurl"]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "Cryptography", dependencies: ["VisitModel", "COpenSSL"]),
        .target(name: "WebhookDelivery", dependencies: ["VisitModel", "HTTPTransport", "Cryptography"]),
        .target(
            name: "VisitPipeline",
            dependencies: [
                "TrackingModel", "RadarEngine", "WireJSON",
                "VisitModel", "Interchange", "GeofenceEngine", "DeviceEngine", "MemberEngine", "TrackingEngine",
                "VisitStore", "SQLiteStorage", "WebhookDelivery", "HTTPTransport", "MonthReports", "Cryptography",
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .target(
            name: "VisitRecording",
            dependencies: [
                "VisitModel", "PhoneOS", "MobileSDK", "DeviceEngine", "VisitStore", "VisitPipeline", "SQLiteStorage",
            ]
        ),
        .target(
            name: "VisitDrawing",
            dependencies: ["VisitModel", "GeofenceEngine", "MonthReports"],
            resources: [.embedInCode("Markup/drawing.css"), .embedInCode("Markup/page.css")]
        ),
        .target(name: "PhoneDoctor", dependencies: ["VisitModel", "PhoneOS", "VisitStore", "SQLiteStorage"]),
        .target(
            name: "SimulationLab",
            dependencies: [
                "VisitModel", "PhoneOS", "PhoneSimulator", "PhoneStore", "MobileSDKCore", "MobileSDK", "RadarSDK",
                "VisitRecording", "PhoneDoctor", "VisitStore", "SQLiteStorage", "VisitPipeline", "DeviceEngine",
                "Interchange", "GeofenceEngine", "TrackingModel", "TrackingEngine", "RadarEngine", "HTTPTransport",
                "VisitDrawing", "WireJSON",
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "Yams", package: "Yams"),
            ],
            resources: [
                .embedInCode("Lab/Report/Page/report.css"), .embedInCode("Lab/Report/Page/report.mustache"),
            ]
        ),
        .systemLibrary(name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .target(name: "Tables", dependencies: ["VisitModel", "MonthReports", "WireJSON", "CXLSXWriter"]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "CBaseMap", exclude: ["basemap.json.gz"]),
        .target(name: "CServerFiles"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "VisitServer",
            dependencies: [
                "TrackingModel", "RadarEngine",
                "DeviceEngine", "MemberEngine", "WireJSON",
                "VisitModel", "VisitStore", "SQLiteStorage", "VisitPipeline", "Interchange", "TrackingEngine",
                "PhoneDoctor", "VisitDrawing", "Tables", "MonthReports", "GeofenceEngine", "CZlib", "CQREncode",
                "CBaseMap", "CServerFiles", "Cryptography",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                // The larger part of what it builds is C: minutes of a first build.
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            // They are compiled by CServerFiles.
            exclude: ["API/openapi.json", "Dashboard/Assets", "Dashboard/Templates"]
        ),
        .target(name: "CSampleData"),
        // By the environment and not by `Context.gitInformation`: a plain build stays the same after a commit.
        .target(
            name: "CBuildStamp",
            cSettings: [
                .define("FOOTFALL_COMMIT", to: "\"\(Context.environment["FOOTFALL_COMMIT"] ?? "")\""),
                .define("FOOTFALL_COMMIT_DATE", to: "\"\(Context.environment["FOOTFALL_COMMIT_DATE"] ?? "")\""),
            ]
        ),
        .executableTarget(
            name: "footfall",
            dependencies: [
                "CBuildStamp", "CSampleData",
                "TrackingModel", "RadarEngine",
                "DeviceEngine", "MemberEngine",
                "VisitServer",
                "VisitModel", "Interchange", "GeofenceEngine", "VisitStore", "SQLiteStorage", "VisitPipeline",
                "SimulationLab", "PhoneDoctor", "PhoneOS", "PhoneSimulator", "WebhookDelivery", "HTTPTransport",
                "TrackingEngine", "VisitDrawing", "Tables", "MonthReports", "WireJSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Yams", package: "Yams"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),
        .target(name: "LongTests", path: "Tests/LongTests"),
        .target(name: "HexText", path: "Tests/HexText"),
        .target(name: "LoopbackSocket", path: "Tests/LoopbackSocket"),
        .testTarget(name: "VisitModelTests", dependencies: ["SeededRandom", "VisitModel"]),
        .testTarget(name: "MonthReportsTests", dependencies: ["MonthReports", "SeededRandom", "VisitModel"]),
        .testTarget(name: "WireJSONTests", dependencies: ["WireJSON"]),
        .testTarget(
            name: "InterchangeTests",
            dependencies: ["LongTests", "Interchange", "SeededRandom", "VisitModel"]
        ),
        .testTarget(
            name: "GeofenceEngineTests",
            dependencies: ["LongTests", "GeofenceEngine", "SeededRandom", "VisitModel"]
        ),
        .target(
            name: "TimelineTestSupport",
            dependencies: [
                "DeviceEngine", "EngineLibrary", "GeofenceEngine", "Interchange", "MemberEngine", "SeededRandom",
                "VisitModel",
            ],
            path: "Tests/TimelineTestSupport"
        ),
        .testTarget(
            name: "TablesTests",
            dependencies: ["Interchange", "MonthReports", "Tables", "TimelineTestSupport", "VisitModel"]
        ),
        .testTarget(
            name: "VisitDrawingTests",
            dependencies: ["GeofenceEngine", "MonthReports", "SeededRandom", "VisitDrawing", "VisitModel"]
        ),
        .testTarget(
            name: "DeviceEngineTests",
            dependencies: ["DeviceEngine", "GeofenceEngine", "SeededRandom", "TimelineTestSupport", "VisitModel"]
        ),
        .testTarget(
            name: "EngineLibraryTests",
            dependencies: [
                "CArrow", "EngineLibrary", "GeofenceEngine", "Interchange", "SeededRandom", "TimelineTestSupport",
                "VisitModel",
            ]
        ),
        .testTarget(
            name: "MemberEngineTests",
            dependencies: [
                "DeviceEngine", "EngineLibrary", "GeofenceEngine", "Interchange", "MemberEngine", "SeededRandom",
                "TimelineTestSupport",
                "VisitModel",
            ]
        ),
        .target(
            name: "TrackingTestSupport",
            dependencies: ["SeededRandom", "TrackingModel"],
            path: "Tests/TrackingTestSupport"
        ),
        .testTarget(
            name: "TrackingEngineTests",
            dependencies: [
                "LongTests",
                "TrackingEngine", "TrackingModel", "TrackingTestSupport", "SeededRandom", "WireJSON", "VisitModel",
            ]
        ),
        .testTarget(
            name: "RadarEngineTests",
            dependencies: [
                "LongTests",
                "RadarEngine", "TrackingModel", "TrackingTestSupport", "SeededRandom", "WireJSON", "VisitModel",
            ]
        ),
        .testTarget(name: "PhoneOSTests", dependencies: ["PhoneOS", "VisitModel"]),
        .testTarget(
            name: "PhoneSimulatorTests",
            dependencies: ["LongTests", "PhoneSimulator", "PhoneOS", "VisitModel"]
        ),
        .target(
            name: "MobileSDKTestSupport",
            dependencies: ["TrackingModel", "PhoneSimulator", "VisitModel"],
            path: "Tests/MobileSDKTestSupport"
        ),
        .testTarget(name: "MobileSDKCoreTests", dependencies: ["MobileSDKCore", "MobileSDKTestSupport"]),
        .testTarget(
            name: "MobileSDKTests",
            dependencies: [
                "LongTests",
                "MobileSDK", "MobileSDKCore", "MobileSDKTestSupport", "PhoneStore", "SQLiteStorage", "PhoneSimulator",
                "PhoneOS", "TrackingModel", "TrackingEngine", "VisitModel",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "RadarSDKTests",
            dependencies: [
                "LongTests",
                "RadarSDK", "MobileSDKCore", "MobileSDKTestSupport", "PhoneSimulator", "PhoneOS", "TrackingModel",
                "RadarEngine", "VisitModel",
            ]
        ),
        .testTarget(name: "DocumentedAPITests", dependencies: ["DocumentedAPI", "PhoneSimulator"]),
        .testTarget(
            name: "VisitRecordingTests",
            dependencies: [
                "LongTests",
                "VisitRecording", "MobileSDK", "DeviceEngine", "VisitPipeline", "VisitStore", "PhoneOS", "VisitModel",
            ]
        ),
        .target(name: "StoreTestSupport", dependencies: ["VisitModel"], path: "Tests/StoreTestSupport"),
        .testTarget(
            name: "SQLiteStorageTests",
            dependencies: [
                "LongTests",
                "SQLiteStorage", "PhoneStore", "VisitStore", "StoreTestSupport", "SeededRandom", "VisitModel",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "PhoneStoreTests",
            dependencies: [
                "LongTests",
                "PhoneStore", "SQLiteStorage", "VisitStore", "StoreTestSupport", "SeededRandom", "VisitModel",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "VisitStoreTests",
            dependencies: [
                "LongTests",
                "MonthReports", "VisitStore", "SQLiteStorage", "StoreTestSupport", "SeededRandom", "VisitModel",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Databases"]
        ),
        .target(name: "HTTPTransportTestSupport", path: "Tests/HTTPTransportTestSupport"),
        .target(
            name: "HostileReceivers",
            dependencies: ["HTTPTransportTestSupport"],
            path: "Tests/HostileReceivers",
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HTTPTransportTests",
            dependencies: ["HTTPTransport", "HTTPTransportTestSupport", "HostileReceivers"]
        ),
        .testTarget(
            name: "VisitPipelineTests",
            dependencies: [
                "LongTests",
                "TrackingModel", "RadarEngine", "SQLiteStorage", "DeviceEngine", "MemberEngine", "TimelineTestSupport",
                "SeededRandom", "VisitPipeline", "VisitStore", "GeofenceEngine", "TrackingEngine", "Interchange",
                "VisitModel", "MonthReports",
                "WebhookDelivery", "HTTPTransport", "HostileReceivers",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "SimulationLabTests",
            dependencies: [
                "LongTests",
                "TrackingModel", "RadarEngine",
                "DeviceEngine",
                "SimulationLab", "VisitDrawing", "PhoneDoctor", "VisitRecording", "MobileSDK", "MobileSDKCore",
                "RadarSDK",
                "PhoneStore",
                "PhoneSimulator", "PhoneOS", "VisitPipeline", "VisitStore", "SQLiteStorage", "VisitModel",
                "TrackingEngine",
            ]
        ),
        .testTarget(
            name: "CryptographyTests",
            dependencies: ["Cryptography", "HexText", "SeededRandom", "VisitModel"]
        ),
        .testTarget(
            name: "WebhookDeliveryTests",
            dependencies: ["WebhookDelivery", "Cryptography", "HTTPTransport", "HexText", "SeededRandom", "VisitModel"]
        ),
        .testTarget(
            name: "VisitServerTests",
            dependencies: [
                "Cryptography", "LongTests", "LoopbackSocket",
                "TrackingModel", "RadarEngine",
                "DeviceEngine",
                "VisitServer", "VisitPipeline", "VisitStore", "SQLiteStorage", "GeofenceEngine", "TrackingEngine",
                "Interchange", "VisitModel", "MonthReports", "HTTPTransport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
            ],
            exclude: ["Encryption/Certificates"]
        ),
        .testTarget(
            name: "footfallTests",
            dependencies: [
                "LongTests", "LoopbackSocket",
                "TrackingModel", "RadarEngine",
                "footfall", "Tables", "SimulationLab", "PhoneDoctor", "TrackingEngine", "PhoneOS", "VisitServer",
                "VisitPipeline",
                "VisitStore", "SQLiteStorage", "MonthReports",
                "GeofenceEngine", "Interchange", "VisitModel", "WebhookDelivery", "HTTPTransport", "HostileReceivers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// What `scripts/fuzz` feeds with generated inputs, as a library that it links with libFuzzer. With the products of a release
// it would be built for nothing.
if Context.environment["FOOTFALL_FUZZING"] == "1" {
    package.products.append(.library(name: "Readers", type: .static, targets: ["Readers"]))
    package.targets.append(
        .target(
            name: "Readers",
            dependencies: [
                "VisitModel", "Interchange", "GeofenceEngine", "DeviceEngine", "TrackingEngine", "RadarEngine",
                "VisitPipeline", "SimulationLab", "MobileSDK", "RadarSDK", "VisitServer",
            ],
            path: "Fuzzing/Readers"
        )
    )
}

// What measures Footfall from within, on ordo-one/benchmark, so that a plain build need not fetch that. The
// benchmark tool finds a target by its folder, which must lie in one named `Benchmarks`.
if Context.environment["FOOTFALL_BENCHMARKS"] == "1" {
    package.dependencies.append(
        // Without its traits: they put counters into every allocation and every retain, which the figures would show.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: [])
    )
    package.targets.append(
        .target(name: "SeededWorld", dependencies: ["GeofenceEngine", "VisitModel"], path: "Benchmarks/SeededWorld")
    )
    let measured: [(name: String, modules: [Target.Dependency])] = [
        ("Evaluation", ["GeofenceEngine", "VisitModel"]), ("Nearest", ["GeofenceEngine", "VisitModel"]),
        ("NearestStored", ["VisitStore", "VisitModel"]),
    ]
    for (name, modules) in measured {
        package.targets.append(
            .executableTarget(
                name: name,
                dependencies: ["SeededWorld", .product(name: "Benchmark", package: "benchmark")] + modules,
                path: "Benchmarks/\(name)",
                plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
            )
        )
    }
    package.targets.append(
        .executableTarget(
            name: "WebhookLoad",
            dependencies: [
                "HTTPTransport", "VisitModel", "VisitPipeline", "VisitStore", "WebhookDelivery",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/WebhookLoad"
        )
    )
}

// The same rules for every target. Warnings stop only our own checks, so that a newer compiler's new
// deprecation does not stop a build of Footfall from source.
let warningsAreErrors = Context.environment["FOOTFALL_WARNINGS_AS_ERRORS"] == "1"
// Where tests spend their time: optimized, with every assertion, they run in a fraction of it, and the rest compiles faster
// as it is. Not by default, because a debugger shows little of optimized code.
let optimizedInDebugBuilds: Set =
    Context.environment["FOOTFALL_FAST_TESTS"] == "1"
    ? [
        "DeviceEngine", "EngineLibrary", "GeofenceEngine", "Interchange", "MemberEngine", "MobileSDK", "MobileSDKCore",
        "PhoneOS",
        "PhoneSimulator",
        "SQLiteStorage", "SeededRandom", "SimulationLab", "TimelineTestSupport", "TrackingEngine", "TrackingModel",
        "VisitModel", "VisitPipeline", "VisitRecording", "VisitStore", "WireJSON",
    ] : []
for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if warningsAreErrors {
        settings.append(.treatAllWarnings(as: .error))
    }
    if optimizedInDebugBuilds.contains(target.name) {
        settings.append(.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
    target.swiftSettings = settings
}
