import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Committing what the engine found out")
struct CommitTests {
    /// A store with two gyms and one device.
    private func store() throws -> (VisitStore, DeviceKey) {
        let store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        return (store, try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios))
    }

    private func commit(_ device: DeviceKey, state: [UInt8] = [1, 2, 3], newest: Double = 0) -> DeviceCommit {
        DeviceCommit(device: device, state: state, stateFormat: 7, policyVersion: "p1", newestFixAt: .march(newest))
    }

    @Test("a state is replaced, and is none before the first commit")
    func state() throws {
        let (store, device) = try store()
        #expect(try store.deviceStates.state(of: device) == nil)
        try store.commit([commit(device)])
        try store.commit([commit(device, state: [], newest: 5)])
        let expected = StoredDeviceState(
            state: [],
            format: 7,
            policyVersion: "p1",
            newestFixAt: .march(5),
            dueAt: nil,
            revision: 2,
            clock: nil
        )
        #expect(try store.deviceStates.state(of: device) == expected)
        #expect(try store.devices.find(DeviceID("x"))?.newestFixAt == .march(5))
        try store.commit([])
    }

    @Test("checkpoints are found, replaced, deleted from a time on, and forgotten but for one before the horizon")
    func checkpoints() throws {
        let (store, device) = try store()
        var first = commit(device)
        first.checkpoints = (1...5).map { Checkpoint(at: .march(Double($0)), state: [UInt8($0)]) }
        try store.commit([first])
        #expect(try store.deviceStates.checkpoint(of: device, atOrBefore: .march(3))?.state == [3])
        #expect(try store.deviceStates.checkpoint(of: device, atOrBefore: .march(3.5))?.state == [3])
        #expect(try store.deviceStates.checkpoint(of: device, atOrBefore: .march(0.5)) == nil)
        #expect(try store.deviceStates.checkpoint(of: device, atOrBefore: nil)?.at == .march(5))
        var second = commit(device)
        second.deleteCheckpointsFrom = .march(4)
        second.forgetCheckpointsBefore = .march(3)
        second.checkpoints = [Checkpoint(at: .march(4), state: [44]), Checkpoint(at: .march(3), state: [33])]
        try store.commit([second])
        #expect(
            try store.deviceStates.checkpoint(of: device, atOrBefore: nil) == Checkpoint(at: .march(4), state: [44])
        )
        #expect(try store.deviceStates.checkpoint(of: device, atOrBefore: .march(3))?.state == [33])
        #expect(try store.deviceStates.checkpoint(of: device, atOrBefore: .march(2))?.state == [2])
        #expect(try store.deviceStates.checkpoint(of: device, atOrBefore: .march(1.9)) == nil)
    }

    @Test("chunks of fixes are replaced by hour and read by time")
    func chunks() throws {
        let (store, device) = try store()
        let other = try store.devices.ensure(DeviceID("y"), member: MemberID("anna"), platform: .android)
        var first = commit(device)
        first.chunks = (0..<4).map { hour in
            let start = Double(hour) * 3600
            return FixChunk(
                first: .march(start + 10),
                last: .march(start + 3599.999),
                fixCount: 3,
                fixes: [UInt8(hour)]
            )
        }
        var second = commit(other)
        second.chunks = [FixChunk(first: .march(0), last: .march(0), fixCount: 1, fixes: [9])]
        try store.commit([second, first])
        let times: [(Double, Double?, [UInt8])] = [
            (0, nil, [0, 1, 2, 3]), (3600, nil, [1, 2, 3]), (3605, 3605, []), (3599.999, 3610, [0, 1]), (9e6, nil, []),
        ]
        for (start, end, expected) in times {
            let found = try store.fixes.chunks(of: device, from: .march(start), to: end.map { .march($0) })
            #expect(found.flatMap(\.fixes) == expected, "\(start)")
        }
        var third = commit(device)
        third.chunks = [FixChunk(first: .march(1), last: .march(3), fixCount: 5, fixes: [77])]
        try store.commit([third])
        #expect(try store.fixes.chunks(of: device, from: .march(0)).flatMap(\.fixes) == [77, 1, 2, 3])
        #expect(try store.devices.all().map(\.fixCount) == [14, 1])
    }

    @Test("a chunk lies in one hour, also before 1970")
    func buckets() throws {
        #expect(FixChunk.bucket(of: Timestamp(milliseconds: -1)).milliseconds == -3_600_000)
        #expect(FixChunk.bucket(of: Timestamp(milliseconds: -3_600_000)).milliseconds == -3_600_000)
        #expect(FixChunk.bucket(of: Timestamp(milliseconds: 3_599_999)).milliseconds == 0)
        let (store, device) = try store()
        var wrong = commit(device)
        wrong.chunks = [FixChunk(first: .march(0), last: .march(3600), fixCount: 1, fixes: [])]
        let error = #expect(throws: StorageError.self) { try store.commit([wrong]) }
        #expect(error?.code == .conflict)
        #expect(try store.deviceStates.state(of: device) == nil, "nothing of a refused commit is kept")
    }

    @Test("stays are written, changed, removed and read by their last change")
    func stays() throws {
        let (store, device) = try store()
        var stay = StoredStay(
            id: "s1",
            facility: try FacilityID("a"),
            enteredAt: .march(1),
            dwelledAt: nil,
            exitedAt: nil,
            status: .open,
            evidence: .none,
            fixesInside: 1,
            lastProofAt: .march(1),
            depthMeters: -3.25,
            doubts: [.mockLocation],
            touchedAt: .march(1),
            visit: nil
        )
        var first = commit(device)
        first.stays = [stay]
        try store.commit([first])
        #expect(try store.deviceStates.stays(of: device, touchedFrom: .march(1)) == [stay])
        stay.exitedAt = .march(20)
        stay.dwelledAt = .march(10)
        stay.status = .timedOut
        stay.evidence = .inferred
        stay.touchedAt = .march(30)
        stay.visit = try VisitID("v1")
        stay.evidenceState = [1, 0, 255]
        first.stays = [stay]
        try store.commit([first])
        #expect(try store.deviceStates.stays(of: device, touchedFrom: .march(30)) == [stay])
        let ofMember = try store.deviceStates.stays(ofMember: MemberID("anna"), overlapping: .march(0)...(.march(2)))
        #expect(ofMember.map(\.stay) == [stay])
        #expect(ofMember.map(\.device.text) == ["x"])
        #expect(try store.dump().contains("stay_evidence\ts1\t0100FF"))
        #expect(try store.deviceStates.stays(of: device, touchedFrom: .march(31)).isEmpty)
        var second = commit(device)
        second.removedStays = ["s1", "never was"]
        try store.commit([second])
        #expect(try store.deviceStates.stays(of: device, touchedFrom: .march(0)).isEmpty)
    }

    @Test("an unknown facility refuses the whole batch")
    func unknownFacility() throws {
        let (store, device) = try store()
        let before = try store.dump()
        var bad = commit(device)
        bad.events = [try event("e", at: 1, .entered(FacilityID("zzz"), visit: VisitID("v")))]
        let error = #expect(throws: StorageError.self) { try store.commit([commit(device), bad]) }
        #expect(error?.code == .unknownName)
        #expect(try store.dump() == before)
    }
}
