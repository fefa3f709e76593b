internal import Foundation
internal import PhoneOS
internal import PhoneSimulator
package import TrackingEngine
internal import TrackingModel
package import VisitModel

/// What the phones of a demonstration do: a scenario for each, made from a seed.
///
/// The phones go from stop to stop at all hours. The turns of three are shifted so that one of them is always on its way:
/// there is something to see at whatever time it is shown. Every other stop is a place that the member may visit; some of
/// the others are next door to one.
package struct DemoPlan: Sendable {
    /// A phone and what its member may visit.
    package struct Phone: Sendable {
        package let device: Device
        package let places: [Facility]

        package init(device: Device, places: [Facility]) { (self.device, self.places) = (device, places) }
    }

    /// How long a phone stays at a stop, and how long its way to the next one takes.
    package static let staySeconds = 2_400.0
    package static let waySeconds = 1_200.0

    /// In the order of the phones.
    package let scenarios: [Scenario]

    /// Plans the time from `start` to `end`.
    ///
    /// `network` is what the phones could be near. Throws `SimulatorError` where the times are impossible, and
    /// `SimulationLabError` with code `scenario` for a phone without a place.
    package init(
        phones: [Phone],
        network: [Facility],
        timeZone: TimeZoneName,
        start: Timestamp,
        end: Timestamp,
        seed: UInt64
    ) throws {
        scenarios = try phones.enumerated().map { index, phone in
            var generator = SeededGenerator(seed: seed, for: "demo", index)
            // The turn that begins before the start, so that the first phone is on its way at once.
            let turn = Self.staySeconds + Self.waySeconds
            let shift = Self.staySeconds + Double(index) * turn / Double(max(1, phones.count))
            let first = start.advanced(bySeconds: -shift.truncatingRemainder(dividingBy: turn))
            var scenario = Scenario(
                name: "demonstration \(index + 1)",
                phone: PhoneProfile(platform: phone.device.platform),
                start: start,
                end: end,
                member: phone.device.member,
                device: phone.device.id,
                facilities: network,
                movement: try Movement(try Self.waypoints(of: phone, from: first, to: end, using: &generator))
            )
            scenario.seed = generator.next()
            scenario.timeZone = timeZone
            scenario.list = phone.places.count == network.count ? nil : phone.places.map(\.id)
            // Two SDKs, as in a network whose members have several apps.
            scenario.app.kind = index % 3 == 2 ? .radar : .transistor
            if scenario.app.kind == .transistor { scenario.app.tracking.config = try Self.pastOptions() }
            return scenario
        }
    }

    /// The options of an app while its member looks at the map, where the SDK has options.
    ///
    /// A fix each second or two on the way, and an upload of each, so that the map moves at once.
    package static func liveOptions(of scenario: Scenario) throws -> ConfigPatch? {
        guard scenario.app.kind == .transistor else { return nil }
        return try Self.options(distanceFilterMeters: 5, autoSyncThreshold: 1)
    }

    /// The options before: a fix of the way every 50 metres, and an upload of 20 of them, so that a day is played in
    /// seconds.
    private static func pastOptions() throws -> ConfigPatch {
        try options(distanceFilterMeters: 50, autoSyncThreshold: 20)
    }

    private static func options(distanceFilterMeters: Int64, autoSyncThreshold: Int64) throws -> ConfigPatch {
        var options = ConfigPatch()
        try options.set("geolocation.distanceFilter", to: .integer(distanceFilterMeters))
        try options.set("http.batchSync", to: .bool(true))
        try options.set("http.autoSyncThreshold", to: .integer(autoSyncThreshold))
        return options
    }

    private static func waypoints(
        of phone: Phone,
        from first: Timestamp,
        to end: Timestamp,
        using generator: inout SeededGenerator
    ) throws -> [Movement.Waypoint] {
        guard !phone.places.isEmpty else {
            throw SimulationLabError(.scenario, "the phone \(phone.device.id) has no place to visit")
        }
        var (waypoints, time, number): ([Movement.Waypoint], Timestamp, Int) = ([], first, 0)
        // One stop beyond the end, to which the last way leads.
        let last = end.advanced(bySeconds: staySeconds + waySeconds)
        while time < last {
            let stop = Self.stop(number, of: phone.places, after: waypoints.last?.coordinate, using: &generator)
            let leaving = time.advanced(bySeconds: staySeconds)
            waypoints.append(Movement.Waypoint(time: time, coordinate: stop))
            waypoints.append(Movement.Waypoint(time: leaving, coordinate: stop, activity: .onBicycle))
            time = leaving.advanced(bySeconds: waySeconds)
            number += 1
        }
        return waypoints
    }

    /// How far a place is at least from the stop before, so that the way to it shows on a map.
    private static let leastWayMeters = 1_500.0

    /// Even stops are inside a place, odd ones some hundred metres from one, and each fourth of these right beside it.
    private static func stop(
        _ number: Int,
        of places: [Facility],
        after last: Coordinate?,
        using generator: inout SeededGenerator
    ) -> Coordinate {
        func meters(to place: Facility) -> Double { last.map { place.geofence.center.distance(to: $0) } ?? .infinity }
        let far = places.filter { meters(to: $0) >= leastWayMeters }
        let farthest = places.max { meters(to: $0) < meters(to: $1) }
        guard let place = generator.pick(far) ?? farthest else { preconditionFailure("there is a place") }
        let circle = place.geofence.enclosingCircle
        let angle = generator.unit() * 2 * .pi
        let distance =
            number.isMultiple(of: 2)
            ? circle.radiusMeters * 0.4 * generator.unit()
            : circle.radiusMeters + (number % 8 == 3 ? 30 : 400 + 500 * generator.unit())
        return circle.center.moved(eastMeters: distance * cos(angle), northMeters: distance * sin(angle))
    }
}
