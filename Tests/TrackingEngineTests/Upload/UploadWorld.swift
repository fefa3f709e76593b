import TrackingTestSupport
import TrackingModel
import Foundation
import Testing
import TrackingEngine
import VisitModel

/// Locations, configurations and JSON as the tests of uploads write them.
enum UploadWorld {
    static let now = Timestamp(milliseconds: 1_772_471_051_560)

    static func location(
        _ uuid: String = "u1",
        event: TrackedLocation.Reason? = nil,
        change: (inout TrackedLocation) -> Void = { _ in }
    ) throws -> TrackedLocation {
        let fix = Fix(
            time: Timestamp(milliseconds: 1_772_471_051_250),
            coordinate: try Coordinate(latitude: 40, longitude: -75.25),
            horizontalAccuracy: 12,
            speed: 1.1,
            course: 270,
            altitude: 30.2,
            activity: .walking,
            battery: 0.81
        )
        var location = TrackedLocation(uuid: uuid, fix: fix, recordedAt: now, event: event, isMoving: true)
        location.odometerMeters = 5120.4
        location.odometerErrorMeters = 7
        location.activityConfidence = 100
        change(&location)
        return location
    }

    static func geofence(_ identifier: String = "fac_17") throws -> TrackedLocation {
        try location(event: .geofence) {
            $0.geofence = GeofenceCrossing(
                identifier: identifier,
                action: .dwell,
                timestamp: Timestamp(milliseconds: 1_772_471_052_000),
                extras: ["tag": .text("gym")]
            )
        }
    }

    static func config(
        _ platform: Platform = .ios,
        url: String = "https://example.com/locations",
        change: (inout TrackingConfig) -> Void = { _ in }
    ) -> TrackingConfig {
        var config = TrackingConfig(platform: platform)
        config.http.url = url
        change(&config)
        return config
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The record of a location under a configuration, as a JSON value.
    static func record(_ location: TrackedLocation, _ config: TrackingConfig) throws -> ConfigValue {
        try ConfigValue.json(RecordWriting(config).json(of: location))
    }

    static func records(_ names: String...) -> [UploadRecord] {
        names.map { UploadRecord(uuid: $0, json: Array("{\"uuid\":\"\($0)\"}".utf8)) }
    }
}
