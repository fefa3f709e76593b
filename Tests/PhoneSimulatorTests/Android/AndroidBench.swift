import PhoneOS
import PhoneSimulator
import VisitModel

/// Fences on the equator, and a phone that is moved along it.
struct AndroidBench {
    var service: AndroidGeofences
    var generator = SeededGenerator(seed: 1)
    var conditions = RegionConditions(isMoving: true)

    /// Metres per degree of longitude on the equator of WGS84.
    static let metersPerDegree = 6_378_137.0 * Double.pi / 180
    static let all: RegionTransitions = [.enter, .exit, .dwell]

    init(_ change: (inout AndroidGeofenceProfile) -> Void = { _ in }) {
        var profile = AndroidGeofenceProfile()
        change(&profile)
        service = AndroidGeofences(profile: profile)
    }

    static func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: 1_700_000_000 + seconds) }

    static func coordinate(east meters: Double) throws -> Coordinate {
        try Coordinate(latitude: 0, longitude: meters / metersPerDegree)
    }

    static func region(
        _ name: String,
        east meters: Double = 0,
        radius: Double = 100,
        notifies: RegionTransitions = [.enter, .exit],
        initial: RegionTransitions = [.enter, .dwell],
        loitering: Duration = .zero,
        responsiveness: Duration = .zero,
        expires: Duration? = nil
    ) throws -> RegionRequest {
        RegionRequest(
            id: try RegionID(name),
            shape: .circle(center: try coordinate(east: meters), radiusMeters: radius),
            notifies: notifies,
            initialTrigger: initial,
            loiteringDelay: loitering,
            responsiveness: responsiveness,
            expiresAfter: expires
        )
    }

    /// Regions of different names in one place.
    static func regions(_ range: Range<Int>) throws -> [RegionRequest] {
        try range.map { try region("fence-\($0)") }
    }

    mutating func add(_ requests: [RegionRequest], at seconds: Double = 0) throws {
        try service.add(requests, at: Self.time(seconds))
    }

    /// Processes a fix and returns the deliveries.
    mutating func deliveries(
        east meters: Double,
        accuracy: Double = 10,
        at seconds: Double
    ) throws -> [RegionDelivery] {
        service.process(
            SystemFix(
                time: Self.time(seconds),
                coordinate: try Self.coordinate(east: meters),
                accuracyMeters: accuracy
            ),
            conditions: conditions,
            generator: &generator
        )
    }

    /// Processes a fix and returns the deliveries as text, like `enter a b`.
    mutating func read(east meters: Double, accuracy: Double = 10, at seconds: Double) throws -> [String] {
        try deliveries(east: meters, accuracy: accuracy, at: seconds).map(Self.text)
    }

    /// Advances the clock and returns the deliveries.
    mutating func wake(at seconds: Double) -> [RegionDelivery] {
        service.wake(at: Self.time(seconds), conditions: conditions, generator: &generator)
    }

    static func text(_ delivery: RegionDelivery) -> String {
        "\(delivery.transition.rawValue) \(delivery.ids.map(\.text).joined(separator: " "))"
    }
}

/// The error code with which a call is refused.
func refusal(_ body: () throws -> Void) -> PhoneError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? PhoneError)?.code
    }
}
