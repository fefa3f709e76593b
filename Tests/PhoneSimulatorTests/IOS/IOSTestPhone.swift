import PhoneOS
import PhoneSimulator
import VisitModel

/// A point near 0/0, in metres: on the equator the way east is exact, and north it is within a millimetre here.
func iosPlace(east: Double, north: Double = 0) throws -> Coordinate {
    try Coordinate(latitude: north / 110_574.2759, longitude: east / 111_319.4908)
}

/// A time in seconds after the scenario's start.
func iosTime(_ seconds: Double) -> Timestamp { Timestamp(seconds: 1_700_000_000 + seconds) }

/// A circle round a point in metres.
func iosCircle(
    _ name: String,
    east: Double = 0,
    north: Double = 0,
    radius: Double = 100,
    notifies: RegionTransitions = [.enter, .exit]
) throws -> RegionRequest {
    RegionRequest(
        id: try RegionID(name),
        shape: .circle(center: try iosPlace(east: east, north: north), radiusMeters: radius),
        notifies: notifies
    )
}

/// Region monitoring with the conditions and the randomness that a scenario gives it.
struct IOSTestPhone {
    var regions: IOSRegions
    var conditions = IOSConditions()
    var isConnected = true
    var generator: SeededGenerator
    /// Everything that was decided.
    var decided: [RegionDelivery] = []

    init(_ profile: IOSRegionProfile = IOSRegionProfile(latency: .none), seed: UInt64 = 1) {
        regions = IOSRegions(profile: profile)
        generator = SeededGenerator(seed: seed)
    }

    mutating func add(_ region: RegionRequest, at seconds: Double = 0) -> PhoneError? {
        regions.add(region, at: iosTime(seconds), conditions: conditions)
    }

    /// Takes a reading and says what came of it in words: "enter gym".
    @discardableResult
    mutating func read(
        at seconds: Double,
        east: Double,
        north: Double = 0,
        accuracy: Double = 10
    ) throws -> [String] {
        let reading = SystemFix(
            time: iosTime(seconds),
            coordinate: try iosPlace(east: east, north: north),
            accuracyMeters: accuracy
        )
        return keep(
            regions.process(reading, isConnected: isConnected, conditions: conditions, generator: &generator)
        )
    }

    /// Reads every second, standing at one place, for a while.
    @discardableResult
    mutating func stay(from seconds: Double, for length: Double, east: Double) throws -> [String] {
        try stride(from: seconds, through: seconds + length, by: 1).flatMap { try read(at: $0, east: east) }
    }

    @discardableResult
    mutating func wake(at seconds: Double) -> [String] {
        keep(
            regions.wake(
                at: iosTime(seconds),
                isConnected: isConnected,
                conditions: conditions,
                generator: &generator
            )
        )
    }

    private mutating func keep(_ deliveries: [RegionDelivery]) -> [String] {
        decided += deliveries
        return deliveries.map { "\($0.transition.rawValue) \($0.ids.map(\.text).joined(separator: ","))" }
    }
}
