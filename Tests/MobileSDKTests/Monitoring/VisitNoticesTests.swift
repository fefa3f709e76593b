import Testing
import VisitModel

@testable import MobileSDK

@Suite("Which events of visits the member is notified of")
struct VisitNoticesTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    private static func event(_ name: String, of visit: String = "v") throws -> GeofenceEvent {
        let (gym, visit) = (try FacilityID("gym"), try VisitID(visit))
        let kind: GeofenceEvent.Kind =
            switch name {
            case "Entered": .entered(gym, visit: visit)
            case "Dwell": .dwell(gym, visit: visit)
            case "Exited": .exited(gym, visit: visit)
            default: .heartbeat
            }
        return GeofenceEvent(
            id: try EventID(name),
            device: try DeviceID("phone"),
            kind: kind,
            occurredAt: start,
            observedAt: start,
            location: nil
        )
    }

    /// What is shown of events that are learned of at some seconds.
    private func shown(_ lots: [(second: Double, names: [String])]) throws -> [String] {
        var notices = VisitNotices()
        var shown: [String] = []
        for lot in lots {
            let events = try lot.names.map { try Self.event($0) }
            notices.learn(events)
            let time = Self.start.advanced(bySeconds: lot.second)
            for event in events where notices.shows(event, at: time) { shown.append(event.kind.name) }
        }
        return shown
    }

    @Test("an arrival and a departure that are learned of together are not shown, a confirmation is")
    func together() throws {
        #expect(try shown([(0, ["Entered", "Exited"])]) == [])
        #expect(try shown([(0, ["Heartbeat", "Entered", "Dwell", "Exited"])]) == ["Dwell"])
        #expect(try shown([(0, ["Entered"]), (59, ["Exited"])]) == ["Entered"])
        #expect(try shown([(0, ["Entered"]), (60, ["Exited"])]) == ["Entered", "Exited"])
        #expect(try shown([(0, ["Entered"]), (1, ["Dwell"]), (2, ["Exited"])]) == ["Entered", "Dwell", "Exited"])
        #expect(try shown([(0, ["Exited"])]) == ["Exited"], "the arrival was shown by an earlier process")
    }

    @Test("each visit is judged by its own arrival")
    func several() throws {
        var notices = VisitNotices()
        let events = [try Self.event("Entered", of: "a"), try Self.event("Exited", of: "b")]
        notices.learn(events)
        let shown = events.map { notices.shows($0, at: Self.start) }
        #expect(shown == [true, true])
        let exit = try Self.event("Exited", of: "a")
        let isExitShown = notices.shows(exit, at: Self.start.advanced(bySeconds: 300))
        #expect(isExitShown)
    }
}
