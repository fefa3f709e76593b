import GRDB
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Devices whose state changes by time alone")
struct DueDevicesTests {
    @Test("those that are due by now are found, longest first; one that is no longer due is not")
    func due() throws {
        let store = try VisitStore.temporary()
        for (name, hour) in [("late", 5.0), ("early", 1), ("now", 10), ("later", 10.5), ("never", nil)]
            as [(String, Double?)]
        {
            var commit = DeviceCommit(
                device: try store.devices.ensure(DeviceID(name), member: MemberID("anna"), platform: .ios),
                state: [1],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: nil
            )
            commit.dueAt = hour.map { .march($0) }
            try store.commit([commit])
        }
        #expect(try store.deviceStates.devicesDue(at: .march(10), limit: 9).map(\.id.text) == ["early", "late", "now"])
        #expect(try store.deviceStates.devicesDue(at: .march(10), limit: 2).map(\.id.text) == ["early", "late"])
        #expect(try store.deviceStates.devicesDue(at: .march(10), limit: 1).first?.member.text == "anna")
        let early = try #require(try store.devices.find(DeviceID("early")))
        try store.commit(
            [DeviceCommit(device: early.key, state: [1], stateFormat: 1, policyVersion: "p", newestFixAt: nil)]
        )
        #expect(try store.deviceStates.devicesDue(at: .march(10), limit: 9).map(\.id.text) == ["late", "now"])
    }
}
