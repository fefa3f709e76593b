import Testing
import TrackingEngine
import VisitModel

@Suite("Whether an upload begins")
struct UploadDecisionTests {
    static let automatic: [UploadTrigger] = [
        .recorded(nil), .recorded(.geofence), .recorded(.heartbeat), .recorded(.providerChange),
        .recorded(.motionChange), .appPaused, .appResumed, .booted, .heartbeat, .connectivityRestored, .networkChanged,
        .backgroundFetch, .tokenChanged,
    ]

    private func decide(
        _ trigger: UploadTrigger,
        waiting: Int = 1,
        over network: UploadNetwork = .wifi,
        url: String = "https://example.com/locations",
        change: (inout HttpConfig) -> Void = { _ in }
    ) -> UploadDecision {
        let config = UploadWorld.config(url: url) { change(&$0.http) }
        return UploadDecision.decide(
            trigger,
            in: UploadSituation(config: config, waitingCount: waiting, network: network, now: UploadWorld.now)
        )
    }

    @Test("without further settings each trigger begins one, over any network", arguments: automatic + [.sync(id: 1)])
    func begins(trigger: UploadTrigger) {
        #expect(decide(trigger) == .begin)
        #expect(decide(trigger, over: .cellular) == .begin)
    }

    @Test("without an address none does", arguments: automatic + [.sync(id: 1)])
    func noAddress(trigger: UploadTrigger) {
        #expect(decide(trigger, url: "") == .wait(.noAddress))
        for url in ["example.com", "ftp://example.com", "https://", "/locations", "http://a b/"] {
            #expect(decide(trigger, url: url) == .wait(.invalidAddress), "\(url)")
        }
    }

    @Test("without autoSync only the app's own call does")
    func autoSync() {
        for trigger in Self.automatic { #expect(decide(trigger) { $0.autoSync = false } == .wait(.autoSyncOff)) }
        #expect(decide(.sync(id: 1)) { $0.autoSync = false } == .begin)
    }

    @Test("below the threshold only a motion change, a network that comes back and the app's own call do")
    func threshold() {
        let flushing: [UploadTrigger] = [.recorded(.motionChange), .connectivityRestored, .sync(id: 1)]
        for trigger in Self.automatic where !flushing.contains(trigger) {
            #expect(decide(trigger, waiting: 4) { $0.autoSyncThreshold = 5 } == .wait(.belowThreshold))
            #expect(decide(trigger, waiting: 5) { $0.autoSyncThreshold = 5 } == .begin)
        }
        for trigger in flushing {
            #expect(decide(trigger, waiting: 1) { $0.autoSyncThreshold = 5 } == .begin)
        }
    }

    @Test("disableAutoSyncOnCellular waits for Wi-Fi, but not the app's own call")
    func cellular() {
        for trigger in Self.automatic {
            let decision = decide(trigger, over: .cellular) { $0.disableAutoSyncOnCellular = true }
            #expect(decision == .wait(.cellular))
            #expect(decide(trigger) { $0.disableAutoSyncOnCellular = true } == .begin)
        }
        #expect(decide(.sync(id: 1), over: .cellular) { $0.disableAutoSyncOnCellular = true } == .begin)
    }

    @Test("without a network or a record that waits none does", arguments: automatic + [.sync(id: 1)])
    func nothing(trigger: UploadTrigger) {
        #expect(decide(trigger, over: .none) == .wait(.offline))
        #expect(decide(trigger, waiting: 0) == .wait(.nothingWaits))
    }

    @Test("while one is under way none does", arguments: automatic + [.sync(id: 1)])
    func running(trigger: UploadTrigger) {
        var bench = UploadBench(records: 1)
        bench.trigger(.heartbeat)
        #expect(bench.queue.decide(trigger, in: bench.situation) == .wait(.running))
    }

    @Test("the numbers of failures are the SDK's")
    func codes() {
        #expect(UploadFailure.allCases.map(\.rawValue) == [1, 2, 3, 4, 5])
        let byCode: [UploadFailure] = [.invalidURL, .network, .syncInProgress, .response, .redirect]
        #expect(UploadFailure.allCases == byCode)
    }
}
