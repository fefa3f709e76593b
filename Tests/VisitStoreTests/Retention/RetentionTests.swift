import Testing
import VisitModel

@testable import VisitStore

@Suite("How long fixes are kept")
struct RetentionTests {
    @Test("30 days where nothing else was set, a number of days, or for ever")
    func setting() throws {
        let store = try VisitStore.temporary()
        #expect(try store.retentionDays() == 30)
        for days in [1, 400, nil, 36_500] {
            try store.setRetentionDays(days)
            #expect(try store.retentionDays() == days)
        }
        for days in [0, -1, 36_501] {
            #expect(throws: VisitStoreError(.invalidRequest, "")) { try store.setRetentionDays(days) }
        }
        #expect(try store.retentionDays() == 36_500)
        try store.setSetting(.retentionDays, to: "soon")
        #expect(throws: VisitStoreError(.damaged, "")) { try store.retentionDays() }
    }

    /// A store whose devices have fixes in some hours of March.
    private func store(_ hours: [String: [Int]]) throws -> VisitStore {
        let store = try VisitStore.temporary()
        for (device, hours) in hours.sorted(by: { $0.key < $1.key }) {
            let key = try store.ensureDevice(DeviceID(device), member: MemberID("anna"), platform: .ios)
            var commit = DeviceCommit(device: key, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
            commit.chunks = hours.map { hour in
                FixChunk(
                    first: .march(Double(hour) * 3600 + 10),
                    last: .march(Double(hour) * 3600 + 20),
                    fixCount: 2,
                    fixes: [UInt8(hour)]
                )
            }
            try store.commit([commit])
        }
        return store
    }

    private func hours(_ store: VisitStore, _ device: String) throws -> [UInt8] {
        let key = try #require(try store.device(DeviceID(device))).key
        return try store.fixChunks(key, from: FenceVersion.beginningOfTime).flatMap(\.fixes)
    }

    private func fixesFrom(_ store: VisitStore, _ device: String) throws -> Timestamp? {
        try store.fixesFrom(#require(try store.device(DeviceID(device))).key)
    }

    @Test("hours that ended before are deleted, and what is left of each phone is known", arguments: [1, 2, 3, 100])
    func deletion(limit: Int) throws {
        let store = try store(["x": [0, 1, 2, 5], "y": [2, 3], "z": [9]])
        var counts: [Int] = []
        // In the middle of the third hour, which stays whole.
        while counts.last != 0 { counts.append(try store.deleteFixes(before: .march(2.5 * 3600), limit: limit)) }
        #expect(counts.reduce(0, +) == 2)
        #expect(try hours(store, "x") == [2, 5])
        #expect(try hours(store, "y") == [2, 3])
        #expect(try fixesFrom(store, "x") == .march(2 * 3600))
        #expect(try fixesFrom(store, "y") == nil)
        #expect(try store.deleteFixes(before: .march(4 * 3600)) == 3)
        #expect(try hours(store, "x") == [5])
        #expect(try hours(store, "y").isEmpty)
        #expect(try fixesFrom(store, "x") == .march(3 * 3600))
        #expect(try fixesFrom(store, "y") == .march(4 * 3600))
        #expect(try fixesFrom(store, "z") == nil)
        #expect(try store.device(DeviceID("x"))?.fixCount == 2)
    }

    @Test("an hour that comes late is deleted again, and what is known of the rest does not go back")
    func again() throws {
        let store = try store(["x": [0, 5, 9]])
        #expect(try store.deleteFixes(before: .march(6 * 3600)) == 2)
        var late = DeviceCommit(
            device: try #require(try store.device(DeviceID("x"))).key,
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        late.chunks = [FixChunk(first: .march(1), last: .march(2), fixCount: 1, fixes: [0])]
        try store.commit([late])
        #expect(try store.deleteFixes(before: .march(6 * 3600)) == 1)
        #expect(try fixesFrom(store, "x") == .march(6 * 3600))
    }

    @Test("old hours are found phone by phone, by an index")
    func plan() throws {
        let plan = try VisitStore.temporary().plan(
            """
            SELECT c.key, c.device, c.bucket_ms FROM device d CROSS JOIN fix_chunk c
            WHERE c.device = d.key AND c.bucket_ms <= 1 ORDER BY d.key, c.bucket_ms LIMIT 2
            """
        )
        #expect(plan.contains { $0.hasPrefix("SEARCH c USING COVERING INDEX") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
