import MobileSDKCore
import PhoneOS
import PhoneSimulator
import PhoneStore
import Synchronization
import Testing
import VisitModel

@testable import MobileSDK

@Suite("Uploads of an app that monitors facilities")
struct MonitoringUploadTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    /// A service that accepts every request, and counts them.
    private final class Service: UploadTransport {
        private let count = Mutex(0)
        var requests: Int { count.withLock { $0 } }

        func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
            count.withLock { $0 += 1 }
            answer(.response(status: 200, body: []))
        }
    }

    /// Retains the app's object of the running process.
    private final class App: Sendable {
        private let facilities = Mutex<Facilities?>(nil)
        func start(_ next: Facilities) { facilities.withLock { $0 = next } }
    }

    private static func phone(_ home: Coordinate) throws -> PhoneSimulator {
        var phone = try SimulatedPhone(
            PhoneProfile(platform: .android),
            movement: Movement(restingAt: home, since: start),
            start: start,
            seed: 1
        )
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        return PhoneSimulator(phone)
    }

    @Test("after a restart of an Android phone fixes are sent without the app being opened")
    func reboot() throws {
        let home = try Coordinate(latitude: 45, longitude: -93)
        let (simulator, records) = (try Self.phone(home), try RecordStore.inMemory())
        let (service, app) = (Service(), App())
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .android)
        let gym = Facility(id: try FacilityID("gym"), geofence: .circle(center: home, radius: .standard))
        let process: @Sendable () -> Facilities = {
            let recorder = InMemoryVisitRecorder(device: device, facilities: [gym])
            let uploader = FixUploader(
                phone: simulator.system,
                records: records,
                transport: service,
                options: .init(url: "https://visits.example/v1/fixes", token: "ff_a")
            )
            return Facilities(
                phone: simulator.system,
                catalog: recorder,
                member: device.member,
                recorder: recorder,
                uploader: uploader
            )
        }
        simulator.setLaunchHandler { _ in
            let facilities = process()
            app.start(facilities)
            facilities.resume()
        }
        // The handler retains the phone.
        defer { simulator.setLaunchHandler { _ in } }
        let first = process()
        app.start(first)
        try first.beginMonitoring()
        simulator.run(until: Self.start.advanced(bySeconds: 300))
        let sent = service.requests
        #expect(sent > 0)
        simulator.withPhone { $0.reboot() }
        simulator.run(until: Self.start.advanced(bySeconds: 2400))
        #expect(simulator.system.appState != .foreground)
        #expect(service.requests > sent)
    }
}
