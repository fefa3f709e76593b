import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Retention of fixes")
struct RetentionTests {
    @Test("30 days by default, a number of days, or for ever")
    func setting() throws {
        let store = try VisitStore.temporary()
        #expect(try store.settings.retentionDays() == 30)
        for days in [1, 400, nil, 36_500] {
            try store.settings.setRetentionDays(days)
            #expect(try store.settings.retentionDays() == days)
        }
        for days in [0, -1, 36_501] {
            #expect(throws: StorageError(.invalidRequest, "")) { try store.settings.setRetentionDays(days) }
        }
        #expect(try store.settings.retentionDays() == 36_500)
        #expect(
            try store.settings.retentionPeriods()
                == RetentionPeriods(liveDays: 36_500, replayedDays: nil, evidenceDays: 396, accessDays: 365)
        )
        try store.settings.setRetentionDays(90, of: .replayed)
        try store.settings.setRetentionDays(nil, of: .evidence)
        #expect(
            try store.settings.retentionPeriods()
                == RetentionPeriods(liveDays: 36_500, replayedDays: 90, evidenceDays: nil, accessDays: 365)
        )
        try store.settings.set(.retentionDays, to: "soon")
        #expect(throws: StorageError(.damaged, "")) { try store.settings.retentionDays() }
    }

    /// A store with fixes of its devices in some hours of March, each stored at its own time.
    private func store(_ hours: [String: [(hour: Int, storedAt: Timestamp)]], live: Bool = true) throws -> VisitStore {
        let store = try VisitStore.temporary()
        for (device, hours) in hours.sorted(by: { $0.key < $1.key }) {
            for each in hours { try add(each.hour, of: device, to: store, live: live, storedAt: each.storedAt) }
        }
        return store
    }

    private func add(
        _ hour: Int,
        of device: String,
        to store: VisitStore,
        live: Bool = true,
        storedAt: Timestamp
    ) throws {
        let key = try store.devices.ensure(DeviceID(device), member: MemberID("anna"), platform: .ios)
        var commit = DeviceCommit(device: key, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        commit.chunks = [
            FixChunk(
                first: .march(Double(hour) * 3600 + 10),
                last: .march(Double(hour) * 3600 + 20),
                fixCount: 2,
                fixes: [UInt8(hour)]
            )
        ]
        try store.commit([commit], live: live, storedAt: storedAt)
    }

    private func hours(_ store: VisitStore, _ device: String) throws -> [UInt8] {
        let key = try #require(try store.devices.find(DeviceID(device))).key
        return try store.fixes.chunks(of: key, from: Timestamp.beginningOfTime).flatMap(\.fixes)
    }

    private func fixesFrom(_ store: VisitStore, _ device: String) throws -> Timestamp? {
        try store.fixes.completeFrom(of: #require(try store.devices.find(DeviceID(device))).key)
    }

    @Test("Fixes are removed by their storage time, whatever their own time", arguments: [1, 2, 3, 100])
    func removal(limit: Int) throws {
        let (early, late) = (Timestamp.march(100 * 3600), Timestamp.march(200 * 3600))
        let store = try store(["x": [(0, early), (1, late), (2, early)], "y": [(3, late)]])
        var parts: [RemovedFixes] = []
        while parts.last?.hours != 0 {
            parts.append(try store.fixes.remove(.live, storedBefore: late, limit: limit))
        }
        #expect(parts.reduce(0) { $0 + $1.hours } == 2)
        #expect(parts.reduce(0) { $0 + $1.fixes } == 4)
        #expect(try hours(store, "x") == [1])
        #expect(try hours(store, "y") == [3])
        // The time before the last removed hour can't be evaluated again, although some of its fixes are there.
        #expect(try fixesFrom(store, "x") == .march(3 * 3600))
        #expect(try fixesFrom(store, "y") == nil)
        #expect(try store.devices.find(DeviceID("x"))?.fixCount == 2)
        #expect(try store.fixes.count(.live, storedBefore: .march(201 * 3600)) == 4)
        #expect(try store.fixes.count(.replayed, storedBefore: .march(201 * 3600)) == 0)
    }

    @Test("Replayed fixes are kept apart from live ones, and an hour that holds both is live")
    func origins() throws {
        let time = Timestamp.march(100 * 3600)
        let store = try store(["x": [(0, time), (1, time)]], live: false)
        try add(2, of: "x", to: store, live: true, storedAt: time)
        try add(1, of: "x", to: store, live: true, storedAt: time)
        try add(2, of: "x", to: store, live: false, storedAt: time)
        #expect(try store.fixes.count(.replayed, storedBefore: time.advanced(bySeconds: 1)) == 2)
        #expect(try store.fixes.remove(.live, storedBefore: time.advanced(bySeconds: 1)).hours == 2)
        #expect(try hours(store, "x") == [0])
        #expect(try store.fixes.remove(.replayed, storedBefore: time.advanced(bySeconds: 1)).hours == 1)
    }

    @Test("A rewritten hour counts from its last storage time, and the time of removed fixes never moves back")
    func again() throws {
        let time = Timestamp.march(100 * 3600)
        let store = try store(["x": [(0, time), (5, time), (9, .march(300 * 3600))]])
        try add(0, of: "x", to: store, storedAt: .march(150 * 3600))
        #expect(try store.fixes.remove(.live, storedBefore: .march(120 * 3600)).hours == 1)
        #expect(try hours(store, "x") == [0, 9])
        #expect(try store.fixes.remove(.live, storedBefore: .march(160 * 3600)).hours == 1)
        #expect(try fixesFrom(store, "x") == .march(6 * 3600))
    }

    @Test("The fixes of a visit stay as evidence, from 15 minutes before to 15 minutes after it")
    func evidence() throws {
        let time = Timestamp.march(100 * 3600)
        let store = try store(["x": [(0, time), (1, time), (2, time), (5, time)]])
        try store.database.pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO facility (key, id, name, street, city, state, postal_code, country)
                    VALUES (7, 'f', 'F', '', '', '', '', '');
                    INSERT INTO visit (id, member, device, facility, entered_ms, exited_ms, status, evidence, verdict, month,
                        local_day, fixes_inside, last_proof_ms, depth_m, doubts, policy_version)
                    SELECT 'v', member, key, 7, ?1 + 4800000, ?1 + 6600000, 'closed', 'confirmed', 'counted', '2024-03', 1, 1,
                        1, 1, 0, 'p' FROM device;
                    """,
                arguments: [Timestamp.march().milliseconds]
            )
        }
        var asked: [UInt8: [ClosedRange<Timestamp>]] = [:]
        let removed = try store.fixes.remove(.live, storedBefore: time.advanced(bySeconds: 1)) { chunk, intervals in
            asked[chunk.fixes[0]] = intervals
            guard chunk.fixes == [1] else { return nil }
            return FixChunk(first: chunk.first, last: chunk.first, fixCount: 1, fixes: [77])
        }
        // 1:20 to 1:50, and 15 minutes on either side: 1:05 to 2:05.
        #expect(asked == [1: [.march(3900)...(.march(7500))], 2: [.march(3900)...(.march(7500))]])
        #expect(removed.fixes == 7)
        #expect(removed.keptAsEvidence == 1)
        #expect(try hours(store, "x") == [77])
        #expect(try fixesFrom(store, "x") == .march(6 * 3600))
        #expect(try store.fixes.remove(.live, storedBefore: .march(999 * 3600)).hours == 0)
        #expect(try store.fixes.count(.evidence, storedBefore: time.advanced(bySeconds: 1)) == 1)
        #expect(try store.fixes.remove(.evidence, storedBefore: time.advanced(bySeconds: 1)).fixes == 1)
        #expect(try hours(store, "x").isEmpty)
    }

    @Test("Hours that are due are found by an index")
    func plan() throws {
        let plan = try VisitStore.temporary().plan(
            """
            SELECT key, device, bucket_ms FROM fix_chunk WHERE origin = 'live' AND stored_ms < 1
            ORDER BY stored_ms, device, bucket_ms LIMIT 2
            """
        )
        #expect(plan.contains { $0.contains("USING COVERING INDEX fix_chunk_stored") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
