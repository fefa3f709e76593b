import TrackingModel
import Foundation
import Testing
import TrackingEngine
import VisitModel

/// The place and time at which geofences are tested, and short constructors for fences, fixes and times.
enum FenceGround {
    static let start = Timestamp(milliseconds: 1_709_273_378_000)

    /// The time `seconds` after the start.
    static func time(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    /// The point `north` metres north of the place; a degree of latitude is 111,035 m there, to a tenth of a metre.
    static func place(_ north: Double = 0) throws -> Coordinate {
        try Coordinate(latitude: 40 + north / 111_035, longitude: -75)
    }

    static func fix(_ seconds: Double, north: Double = 0, accuracy: Double? = 10) throws -> Fix {
        Fix(time: time(seconds), coordinate: try place(north), horizontalAccuracy: accuracy)
    }

    static func fence(
        _ name: String,
        north: Double = 0,
        radius: Double = 200,
        entry: Bool = true,
        exit: Bool = true,
        dwell: Double? = nil,
        extras: [String: ConfigValue] = [:]
    ) throws -> TrackedGeofence {
        try TrackedGeofence(
            identifier: name,
            center: try place(north),
            radius: try Radius(meters: radius),
            notifyOnEntry: entry,
            notifyOnExit: exit,
            notifyOnDwell: dwell != nil,
            loiteringDelay: .seconds(dwell ?? 0),
            extras: extras
        )
    }

    /// A square of 400 m round a point; the circle round it reaches about 286 m.
    static func square(_ name: String, north: Double = 0, dwell: Double? = nil) throws -> TrackedGeofence {
        let (south, top) = (try place(north - 200), try place(north + 200))
        let half = 200 / 85_394.0
        let corners = try [(south, -half), (south, half), (top, half), (top, -half)].map {
            try Coordinate(latitude: $0.latitude, longitude: $0.longitude + $1)
        }
        return try TrackedGeofence(
            identifier: name,
            polygon: try Polygon(exterior: corners),
            notifyOnDwell: dwell != nil,
            loiteringDelay: .seconds(dwell ?? 0)
        )
    }

    /// Fences in a row to the north; the first is at the place by default.
    static func row(
        _ count: Int,
        every meters: Double,
        from north: Double = 0,
        radius: Double = 100
    ) throws -> [TrackedGeofence] {
        try (0..<count).map { try fence(name($0), north: north + Double($0) * meters, radius: radius) }
    }

    /// A fixed-width name, so that names sort by their numbers.
    static func name(_ index: Int) -> String { "f\(String(1000 + index).dropFirst())" }

    static func rules(
        on platform: Platform,
        _ change: (inout GeolocationConfig) -> Void = { _ in }
    ) -> GeofencingRules {
        var config = GeolocationConfig(platform: platform)
        change(&config)
        return GeofencingRules(config, platform: platform)
    }

    /// A phone that monitors fences; its first fix lies far in the south.
    static func phone(
        _ platform: Platform,
        _ fences: [TrackedGeofence] = [],
        mode: MonitoredGeofences.Mode = .withLocations,
        profile: GeofencingProfile? = nil,
        _ change: (inout GeolocationConfig) -> Void = { _ in }
    ) throws -> MonitoredGeofences {
        var phone = MonitoredGeofences(platform: platform, rules: rules(on: platform, change), profile: profile)
        _ = phone.add(fences, at: start)
        _ = phone.start(mode, fix: try fix(0, north: -1000), at: start)
        return phone
    }

    /// The region identifiers of fences.
    static func regions(_ names: [String], on platform: Platform) -> [String] {
        names.map { TrackedRegion.id(of: $0, on: platform) }
    }

    /// The value decoded from its own encoding, as after a relaunch.
    static func reborn<Value: Codable>(_ value: Value) throws -> Value {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try JSONDecoder().decode(Value.self, from: encoder.encode(value))
    }
}

extension GeofencingStep {
    /// The emitted crossings, for instance `a ENTER`.
    var emitted: [String] { occurrences.map { "\($0.crossing.identifier) \($0.crossing.action.rawValue)" } }

    /// The refused reports, for instance `a geofence-duplicate-enter`.
    var refused: [String] { refusals.map { "\($0.identifier) \($0.reason.rawValue)" } }
}

extension MonitoredGeofences {
    /// Processes a transition of fences given by name.
    mutating func receive(
        _ action: GeofenceCrossing.Action,
        _ names: String...,
        fix: Fix? = nil,
        at seconds: Double
    ) -> GeofencingStep {
        process(action, of: FenceGround.regions(names, on: platform), fix: fix, at: FenceGround.time(seconds))
    }

    /// Processes a fix that is delivered at the time at which it was measured.
    mutating func receive(_ fix: Fix) -> GeofencingStep { process(fix, at: fix.time) }
}
