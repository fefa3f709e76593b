import GymApp
import MobileSDK
import PhoneOS
import PhoneSimulator
import Synchronization
import Testing
import VisitModel

/// The app on a simulated phone whose owner is at home for an hour, at the gym for 55 minutes, and at home again.
@Suite("The gym app on a simulated phone")
struct GymAppTests {
    /// Six in the morning UTC of Monday, 18 March 2024.
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    private static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    /// A place so many metres east of home.
    private static func place(eastMeters: Double) throws -> Coordinate {
        try Coordinate(latitude: 45, longitude: -93 + eastMeters / 78_847)
    }

    /// A hundred gyms in a row, two kilometres apart; the third one is visited.
    private static func gyms() throws -> [Facility] {
        try (0..<100).map { number in
            Facility(
                id: try FacilityID("gym-\(number)"),
                name: "Gym \(number)",
                geofence: .circle(center: try place(eastMeters: Double(number - 1) * 2_000 + 1_000), radius: .standard)
            )
        }
    }

    private static func phone(_ platform: Platform, seed: UInt64) throws -> PhoneSimulator {
        let (home, gym) = (try place(eastMeters: 0), try place(eastMeters: 3_000))
        let movement = try Movement([
            Movement.Waypoint(time: start, coordinate: home),
            Movement.Waypoint(time: minute(60), coordinate: home),
            Movement.Waypoint(time: minute(65), coordinate: gym),
            Movement.Waypoint(time: minute(120), coordinate: gym),
            Movement.Waypoint(time: minute(125), coordinate: home),
        ])
        var phone = try SimulatedPhone(PhoneProfile(platform: platform), movement: movement, start: start, seed: seed)
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        return PhoneSimulator(phone)
    }

    private static func recorder(_ platform: Platform) throws -> InMemoryVisitRecorder {
        InMemoryVisitRecorder(
            device: Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform),
            facilities: try gyms(),
            // The phone uses one geofence of its own to notice movement.
            reservedSlots: 1
        )
    }

    @Test("counts the visit once, from the pocket", arguments: Platform.allCases)
    func visit(platform: Platform) async throws {
        let simulator = try Self.phone(platform, seed: 1)
        let app = GymApp(phone: simulator.system, recorder: try Self.recorder(platform), member: try MemberID("ann"))
        try await app.start()
        simulator.run(until: Self.minute(1))
        simulator.withPhone { $0.leaveApp() }
        simulator.run(until: Self.minute(180))
        #expect(app.lines == ["Entered gym-2", "Dwell gym-2", "Exited gym-2"])
        let cards = try app.cards(in: Month(year: 2024, month: 3))
        #expect(cards.filter { $0.visitCount > 0 }.map(\.name) == ["Gym 2"])
        #expect(cards.count(where: \.isMonitored) == platform.geofenceLimit - 1)
    }

    @Test("counts the visit although the phone is restarted at home", arguments: Platform.allCases)
    func reboot(platform: Platform) async throws {
        let simulator = try Self.phone(platform, seed: 2)
        let (recorder, ann) = (try Self.recorder(platform), try MemberID("ann"))
        let process = Mutex<GymApp?>(GymApp(phone: simulator.system, recorder: recorder, member: ann))
        // The system starts the app in a new process, which creates everything again.
        simulator.setLaunchHandler { _ in
            let app = GymApp(phone: simulator.system, recorder: recorder, member: ann)
            process.withLock { $0 = app }
        }
        try await process.withLock(\.self)?.start()
        simulator.run(until: Self.minute(30))
        simulator.withPhone { $0.reboot() }
        simulator.run(until: Self.minute(31))
        simulator.withPhone { $0.unlock() }
        simulator.run(until: Self.minute(180))
        let cards = try process.withLock(\.self)?.cards(in: Month(year: 2024, month: 3))
        #expect(cards?.map(\.visitCount).reduce(0, +) == 1)
        simulator.setLaunchHandler { _ in }
    }
}
