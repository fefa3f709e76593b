// swift-tools-version: 6.2

import PackageDescription

// A package outside of Footfall, as an app's would be: it sees what the products promise and nothing else.
let package = Package(
    name: "footfall-examples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(name: "footfall", path: "..")
    ],
    targets: [
        .target(name: "GymApp", dependencies: [.product(name: "MobileSDK", package: "footfall")]),
        .target(name: "RouteApp", dependencies: [.product(name: "MobileSDK", package: "footfall")]),
        .testTarget(
            name: "GymAppTests",
            dependencies: [
                "GymApp",
                .product(name: "MobileSDK", package: "footfall"),
                .product(name: "PhoneSimulator", package: "footfall"),
            ]
        ),
        .testTarget(
            name: "RouteAppTests",
            dependencies: [
                "RouteApp",
                .product(name: "MobileSDK", package: "footfall"),
                .product(name: "PhoneSimulator", package: "footfall"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
