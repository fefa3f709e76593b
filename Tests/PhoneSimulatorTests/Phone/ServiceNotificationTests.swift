import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("What the member sees of a foreground service")
struct ServiceNotificationTests {
    private static let first = ServiceNotification(title: "On the way", text: "Looking", channel: "c")

    private static func phone(
        _ platform: Platform = .android,
        version: OSVersion? = nil,
        grants: Bool = true,
        channel: String? = "c"
    ) throws -> SimulatedPhone {
        var profile = PhoneProfile(platform: platform)
        if let version { profile.version = version }
        let start = Timestamp(milliseconds: 1_710_741_600_000)
        let home = try Coordinate(latitude: 45, longitude: -93)
        let movement = Movement(restingAt: home, since: start)
        var phone = try SimulatedPhone(profile, movement: movement, start: start, seed: 1)
        if grants { phone.setPermission(.notifications, .granted) }
        if let channel { phone.createNotificationChannel(id: channel) }
        return phone
    }

    /// What the system noted of the service.
    private static func notes(_ phone: inout SimulatedPhone) -> [String] {
        (phone.next(by: phone.now)?.notes ?? []).compactMap {
            if case .changed(let name, let value) = $0, name.contains("service") { "\(name): \(value)" } else { nil }
        }
    }

    @Test("is what the app said last, from the start of the service to its end")
    func follows() throws {
        var phone = try Self.phone()
        phone.startForegroundService(Self.first)
        #expect(phone.foregroundNotification == Self.first)
        phone.startForegroundService(Self.first)
        #expect(
            Self.notes(&phone) == ["foreground service: running", "service notification: “On the way”: Looking"]
        )
        var second = Self.first
        (second.title, second.text) = (nil, "Found")
        phone.startForegroundService(second)
        #expect(phone.foregroundNotification == second)
        #expect(Self.notes(&phone) == ["service notification: Found"])
        phone.setForegroundService(false)
        #expect(phone.foregroundNotification == nil)
        phone.startForegroundService(second)
        phone.killApp()
        #expect(phone.foregroundNotification == nil)
    }

    @Test("is nothing without the permission, the channel or an importance, though the service runs")
    func hidden() throws {
        var quiet = Self.first
        quiet.importance = .none
        var rows = [
            (try Self.phone(grants: false), Self.first), (try Self.phone(channel: nil), Self.first),
            (try Self.phone(channel: "other"), Self.first), (try Self.phone(), quiet),
        ]
        for row in rows.indices {
            rows[row].0.startForegroundService(rows[row].1)
            #expect(rows[row].0.foregroundNotification == nil, "row \(row)")
            #expect(Self.notes(&rows[row].0) == ["foreground service: running"], "row \(row)")
        }
        var old = try Self.phone(version: OSVersion(7), channel: nil)
        old.startForegroundService(Self.first)
        #expect(old.foregroundNotification == Self.first)
    }

    @Test("its channel has the name that the app gave it last, on phones with channels")
    func channelName() throws {
        var phone = try Self.phone()
        #expect(phone.notificationChannelName(of: "c") == "c")
        phone.createNotificationChannel(id: "c", name: "Trips")
        phone.createNotificationChannel(id: "c")
        #expect(phone.notificationChannelName(of: "c") == "Trips")
        phone.createNotificationChannel(id: "c", name: "Visits")
        #expect(phone.notificationChannelName(of: "c") == "Visits")
        #expect(phone.notificationChannelName(of: "d") == nil)
        phone.reinstallApp()
        #expect(phone.notificationChannelName(of: "c") == nil)
        for var other in [try Self.phone(.ios), try Self.phone(version: OSVersion(7))] {
            other.createNotificationChannel(id: "c", name: "Trips")
            #expect(other.notificationChannelName(of: "c") == nil)
        }
    }

    @Test("is nothing on iOS, which has no such service")
    func ios() throws {
        var phone = try Self.phone(.ios)
        phone.startForegroundService(Self.first)
        #expect(phone.foregroundNotification == nil && !phone.app.hasForegroundService)
    }
}
