import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import MobileSDK

@Suite("What a member is shown of an event")
struct NoticeTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    private static func event(_ kind: GeofenceEvent.Kind) throws -> GeofenceEvent {
        GeofenceEvent(
            id: try EventID("e"),
            device: try DeviceID("phone"),
            kind: kind,
            occurredAt: start,
            observedAt: start,
            location: nil
        )
    }

    /// Makes a visit of every heartbeat.
    private struct Recorder: VisitRecorder {
        func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
            [try NoticeTests.event(.entered(FacilityID("gym"), visit: VisitID("v")))]
        }

        func registered() throws -> [FacilityID] { [] }
    }

    @Test("only a visit that begins, is confirmed or ends is shown")
    func kinds() throws {
        let (gym, visit) = (try FacilityID("gym"), try VisitID("v"))
        let table: [(kind: GeofenceEvent.Kind, notice: Notice?)] = [
            (.entered(gym, visit: visit), Notice(title: "Visit Started", body: "You arrived at facility gym")),
            (.dwell(gym, visit: visit), Notice(title: "Visit Confirmed", body: "Your visit has been recorded")),
            (.exited(gym, visit: visit), Notice(title: "Visit Ended", body: "You left facility gym")),
            (.registered([gym]), nil), (.unregistered(nil), nil), (.heartbeat, nil),
            (.error(code: "x", message: "y"), nil),
        ]
        for row in table { #expect(Notice(try Self.event(row.kind)) == row.notice, "\(row.kind.name)") }
    }

    @Test("an app that shows its own gets none from the phone-side part", arguments: [true, false])
    func ownNotices(showsNotifications: Bool) throws {
        let phone = try SimulatedPhone(
            PhoneProfile(platform: .ios),
            movement: Movement(restingAt: try Coordinate(latitude: 45, longitude: -93), since: Self.start),
            start: Self.start,
            seed: 1
        )
        let simulator = PhoneSimulator(phone)
        simulator.withPhone { $0.setPermission(.notifications, .granted) }
        let facilities = Facilities(
            phone: simulator.system,
            catalog: InMemoryVisitRecorder(
                device: Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios),
                facilities: []
            ),
            member: try MemberID("ann"),
            recorder: Recorder(),
            options: MonitoringOptions(showsNotifications: showsNotifications)
        )
        facilities.report(.heartbeat, at: Self.start)
        var shown = 0
        simulator.run(until: Self.start.advanced(bySeconds: 60)) { occurrence in
            for case .showed in occurrence.notes { shown += 1 }
        }
        #expect(shown == (showsNotifications ? 1 : 0))
    }
}
