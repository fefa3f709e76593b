import PhoneOS
import Synchronization
import VisitModel

@testable import PhoneSimulator

/// A phone that goes from its owner's home to a gym and back, and the signals that its app received.
final class PhoneScene {
    let simulator: PhoneSimulator
    /// All occurrences, delivered to the app or not.
    private(set) var occurrences: [PhoneOccurrence] = []
    /// The signals that the app's handler received.
    let received = Heard()
    /// Whether the app registers the gym's region again whenever it is started.
    var reRegisters = false

    final class Heard: Sendable {
        private let list = Mutex<[(Timestamp, PhoneSignal)]>([])
        var all: [(time: Timestamp, signal: PhoneSignal)] { list.withLock { $0.map { ($0.0, $0.1) } } }
        func add(_ signal: PhoneSignal, _ time: Timestamp) { list.withLock { $0.append((time, signal)) } }
    }

    /// Monday, 06:00 UTC.
    static let start = Timestamp(milliseconds: 1_710_741_600_000)

    static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    /// The place `meters` east of home.
    static func place(east meters: Double) throws -> Coordinate {
        try Coordinate(latitude: 45, longitude: -93 + meters / 78_847)
    }

    static func gym(_ id: String = "gym", radius: Double = 150, delay: Duration = .seconds(600)) throws -> RegionRequest
    {
        RegionRequest(
            id: try RegionID(id),
            shape: .circle(center: try place(east: 3000), radiusMeters: radius),
            notifies: [.enter, .exit, .dwell],
            loiteringDelay: delay
        )
    }

    /// A trip: leaves home after an hour, is at the gym for 55 minutes, and returns home.
    static func movement() throws -> Movement {
        let (home, gym) = (try place(east: 0), try place(east: 3000))
        return try Movement([
            Movement.Waypoint(time: start, coordinate: home),
            Movement.Waypoint(time: minute(60), coordinate: home),
            Movement.Waypoint(time: minute(65), coordinate: gym),
            Movement.Waypoint(time: minute(120), coordinate: gym),
            Movement.Waypoint(time: minute(125), coordinate: home),
        ])
    }

    /// Creates the scene, with every permission granted.
    init(_ platform: Platform, seed: UInt64 = 1, change: (inout PhoneProfile) -> Void = { _ in }) throws {
        var profile = PhoneProfile(platform: platform)
        change(&profile)
        var phone = try SimulatedPhone(profile, movement: try Self.movement(), start: Self.start, seed: seed)
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        simulator = PhoneSimulator(phone)
        listen()
        let received = received
        let system = simulator.system
        simulator.setLaunchHandler { _ in
            system.setSignalHandler { received.add($0, $1) }
        }
    }

    private func listen() {
        let received = received
        simulator.system.setSignalHandler { received.add($0, $1) }
    }

    /// Advances the scene to a minute.
    func run(to minute: Double) {
        simulator.run(until: Self.minute(minute)) { occurrences.append($0) }
    }

    /// Changes the phone.
    func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    /// The transitions that the app received, with the minute.
    var transitions: [(minute: Double, transition: RegionTransition)] {
        received.all.compactMap { time, signal in
            guard case .regionTransition(_, let transition, _) = signal else { return nil }
            return (Self.start.seconds(to: time) / 60, transition)
        }
    }

    var launches: [LaunchReason] {
        received.all.compactMap { if case .launched(let reason) = $0.signal { reason } else { nil } }
    }

    var fixes: [(minute: Double, fix: Fix)] {
        received.all.compactMap { time, signal in
            guard case .fix(let fix, .updates) = signal else { return nil }
            return (Self.start.seconds(to: time) / 60, fix)
        }
    }

    var notes: [SystemNote] { occurrences.flatMap(\.notes) }
    var watched: [String] { simulator.withPhone { $0.watchedRegions.map(\.text) } }
}
