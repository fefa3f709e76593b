import MobileSDK
import PhoneOS
import PhoneSimulator
import PhoneStore
import RouteApp
import Synchronization
import Testing
import VisitModel

/// The app on a simulated phone whose owner drives three kilometres after twenty minutes at home, and back an hour later.
@Suite("The route app on a simulated phone")
struct RouteAppTests {
    /// Six in the morning UTC of Monday, 18 March 2024.
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    private static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    private static func phone(_ platform: Platform) throws -> PhoneSimulator {
        let home = try Coordinate(latitude: 45, longitude: -93)
        let away = try Coordinate(latitude: 45, longitude: -93 + 3_000 / 78_847)
        let movement = try Movement([
            Movement.Waypoint(time: minute(20), coordinate: home),
            Movement.Waypoint(time: minute(25), coordinate: away),
            Movement.Waypoint(time: minute(85), coordinate: away),
            Movement.Waypoint(time: minute(90), coordinate: home),
        ])
        var phone = try SimulatedPhone(PhoneProfile(platform: platform), movement: movement, start: start, seed: 1)
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        return PhoneSimulator(phone)
    }

    @Test("the route continues after the phone was restarted", arguments: Platform.allCases)
    func restart(platform: Platform) async throws {
        let simulator = try Self.phone(platform)
        let (records, server) = (try RecordStore.inMemory(), AcceptingServer())
        let phone = simulator.system
        let process = Mutex<RouteApp?>(try RouteApp(phone: phone, records: records, transport: server))
        // The system starts the app in a new process, which creates everything again.
        simulator.setLaunchHandler { reason in
            let app = try? RouteApp(phone: phone, records: records, transport: server, launch: reason)
            process.withLock { $0 = app }
        }
        defer { simulator.setLaunchHandler { _ in } }
        try await process.withLock(\.self)?.start()
        simulator.run(until: Self.minute(1))
        simulator.withPhone { $0.leaveApp() }
        simulator.run(until: Self.minute(40))
        let first = process.withLock(\.self)
        #expect((2_000...4_000).contains(try #require(first).meters))
        simulator.withPhone { $0.reboot() }
        simulator.run(until: Self.minute(41))
        simulator.withPhone { $0.unlock() }
        simulator.run(until: Self.minute(120))
        let last = process.withLock(\.self)
        let app = try #require(last)
        #expect(app.isTracking)
        #expect((4_000...8_000).contains(app.meters))
        #expect(try records.counts().stored == 0, "everything was uploaded")
        #expect(server.requests > 0)
    }
}

/// A server that accepts every upload.
private final class AcceptingServer: UploadTransport {
    private let received = Mutex(0)

    var requests: Int { received.withLock { $0 } }

    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
        received.withLock { $0 += 1 }
        answer(.response(status: 200, body: []))
    }
}
