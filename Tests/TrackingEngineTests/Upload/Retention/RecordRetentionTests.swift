import Testing
import TrackingEngine
import VisitModel

@Suite("Which records are stored, and which are deleted")
struct RecordRetentionTests {
    typealias Decision = RecordRetention.Decision

    private func decide(
        _ event: TrackedLocation.Reason? = nil,
        persist: Bool? = nil,
        on platform: Platform = .ios,
        change: (inout PersistenceConfig) -> Void = { _ in }
    ) throws -> Decision {
        let config = UploadWorld.config(platform) { change(&$0.persistence) }
        return RecordRetention(config).decide(try UploadWorld.location(event: event), persist: persist)
    }

    @Test(
        "persistMode says which kinds are stored, and a call that says so overrides it",
        arguments: [
            (PersistMode.all, true, true), (.location, true, false), (.geofence, false, true), (.none, false, false),
        ]
    )
    func modes(mode: PersistMode, storesLocations: Bool, storesGeofences: Bool) throws {
        for event in [nil, .motionChange, .heartbeat, .providerChange] as [TrackedLocation.Reason?] {
            let decision = try decide(event) { $0.persistMode = mode }
            #expect(decision == (storesLocations ? .keep : .leaveOut(.mode)))
        }
        let fence = try decide(.geofence) { $0.persistMode = mode }
        #expect(fence == (storesGeofences ? .keep : .leaveOut(.mode)))
        #expect(try decide(persist: true) { $0.persistMode = mode } == .keep)
        #expect(try decide(persist: false) { $0.persistMode = mode } == .leaveOut(.notAskedFor))
    }

    @Test("disableProviderChangeRecord drops those records on Android only, and nothing else")
    func providerChange() throws {
        for platform in Platform.allCases {
            let decision = try decide(.providerChange, on: platform) { $0.disableProviderChangeRecord = true }
            #expect(decision == (platform == .android ? .leaveOut(.providerChange) : .keep))
            #expect(try decide(.motionChange, on: platform) { $0.disableProviderChangeRecord = true } == .keep)
            #expect(try decide(.providerChange, on: platform) == .keep)
        }
    }

    @Test("a sample is never stored, for any request")
    func samples() throws {
        let sample = try UploadWorld.location { $0.isSample = true }
        #expect(RecordRetention(UploadWorld.config()).decide(sample, persist: true) == .leaveOut(.sample))
    }

    @Test("with a maximum of zero nothing is stored, for any reason")
    func noRoom() throws {
        #expect(try decide { $0.maxRecordsToPersist = 0 } == .leaveOut(.noRoom))
        #expect(try decide(persist: true) { $0.maxRecordsToPersist = 0 } == .leaveOut(.noRoom))
        #expect(try decide { $0.maxRecordsToPersist = -1 } == .keep)
        #expect(try decide { $0.maxRecordsToPersist = 1 } == .keep)
    }

    @Test(
        "the oldest make way for what comes, but none that is in a request",
        arguments: [
            (-1, 100_000, 0, 1, 0), (3, 2, 0, 1, 0), (3, 3, 0, 1, 1), (3, 3, 0, 0, 0), (3, 10, 0, 1, 8),
            (3, 3, 3, 1, 0), (3, 4, 3, 1, 1), (1, 1, 0, 1, 1), (0, 5, 0, 0, 5),
        ]
    )
    func oldest(limit: Int, stored: Int, locked: Int, adding: Int, deleted: Int) {
        let retention = RecordRetention(UploadWorld.config { $0.persistence.maxRecordsToPersist = limit })
        let steps = retention.purge(storedCount: stored, lockedCount: locked, adding: adding, at: UploadWorld.now)
        #expect(steps.dropFirst() == (deleted > 0 ? [.deleteOldest(deleted)] : []))
    }

    @Test("what is older than its days is deleted first", arguments: [(1, 1), (7, 7), (0, 1), (-3, 1)])
    func days(setting: Int, days: Int64) {
        let retention = RecordRetention(UploadWorld.config { $0.persistence.maxDaysToPersist = setting })
        let before = Timestamp(milliseconds: UploadWorld.now.milliseconds - days * 86_400_000)
        #expect(retention.purge(storedCount: 1, at: UploadWorld.now) == [.deleteOlder(than: before)])
    }
}
