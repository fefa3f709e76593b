import SQLiteStorage
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Batches that are stored while the next is processed")
struct CommitLaneTests {
    private func commit(_ device: DeviceKey, newest: Timestamp) -> DeviceCommit {
        DeviceCommit(device: device, state: [1], stateFormat: 1, policyVersion: "p", newestFixAt: newest)
    }

    @Test("a caller that waits for the store finds every submitted batch in it, in order")
    func settled() throws {
        let world = try SmallWorld()
        let lane = CommitLane(world.store, publishing: nil)
        let device = try world.store.devices.ensure(DeviceID("x"), member: MemberID("ann"), platform: .ios)
        for minute in 0..<50 {
            try lane.submit([commit(device, newest: SmallWorld.minute(Double(minute)))], observedAt: SmallWorld.start)
            if minute.isMultiple(of: 7) {
                let found = try lane.storeAfterCommits().devices.find(DeviceID("x"))
                #expect(found?.newestFixAt == SmallWorld.minute(Double(minute)))
            }
        }
        try lane.wait()
        #expect(try world.store.devices.find(DeviceID("x"))?.newestFixAt == SmallWorld.minute(49))
    }

    @Test("after a batch that can't be stored nothing more is stored, and every caller gets the error")
    func failure() throws {
        let world = try SmallWorld()
        let lane = CommitLane(world.store, publishing: nil)
        let device = try world.store.devices.ensure(DeviceID("x"), member: MemberID("ann"), platform: .ios)
        try lane.submit([commit(DeviceKey(rawValue: 4711), newest: SmallWorld.start)], observedAt: SmallWorld.start)
        #expect(throws: StorageError.self) {
            try lane.submit([commit(device, newest: SmallWorld.start)], observedAt: SmallWorld.start)
        }
        #expect(throws: StorageError.self) { try lane.storeAfterCommits() }
        #expect(throws: StorageError.self) { try lane.wait() }
        #expect(try world.store.devices.find(DeviceID("x"))?.newestFixAt == nil)
    }
}
