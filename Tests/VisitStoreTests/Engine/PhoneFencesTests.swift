import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The geofence sets sent to phones")
struct PhoneFencesTests {
    private func commit(_ device: DeviceKey) -> DeviceCommit {
        DeviceCommit(device: device, state: [1], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
    }

    @Test("fences are stored with their commit, and stay where a commit has none")
    func fences() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        let keys = try store.keys("b", "a")
        let device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        #expect(try store.deviceStates.phoneFences(of: device) == nil)
        var first = commit(device)
        first.fences = PhoneFences(delivered: keys, confirmed: [], changedAt: .march(1))
        try store.commit([first])
        #expect(try store.deviceStates.phoneFences(of: device) == first.fences)
        try store.commit([commit(device)])
        #expect(try store.deviceStates.phoneFences(of: device) == first.fences)
        first.fences = PhoneFences(delivered: [], confirmed: keys.reversed(), doubtful: keys, changedAt: .march(2))
        var second = commit(device)
        second.fences = PhoneFences(delivered: keys, confirmed: keys, doubtful: keys.reversed(), changedAt: .march(3))
        try store.commit([first, second])
        #expect(try store.deviceStates.phoneFences(of: device) == second.fences, "the later one of a batch")
        var bad = commit(device)
        bad.fences = PhoneFences(delivered: [], confirmed: [], changedAt: .march(4))
        bad.events = [try event("e", at: 1, .entered(FacilityID("zzz"), visit: VisitID("v")))]
        #expect(throws: StorageError(.unknownName, "")) { try store.commit([bad]) }
        #expect(try store.deviceStates.phoneFences(of: device) == second.fences)
    }
}
