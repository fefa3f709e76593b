import Testing
import TrackingEngine
import VisitModel

@Suite("The upload of stored records")
struct UploadQueueTests {
    private func batching(_ size: Int = -1, change: (inout TrackingConfig) -> Void = { _ in }) -> TrackingConfig {
        UploadWorld.config {
            ($0.http.batchSync, $0.http.maxBatchSize) = (true, size)
            change(&$0)
        }
    }

    @Test("records are locked, sent one by one, oldest first, and deleted")
    func singles() {
        var bench = UploadBench(records: 3)
        bench.trigger(.heartbeat)
        bench.select()
        #expect(bench.lockedNames == ["r1"] && bench.open.first?.records == ["r1"])
        #expect(UploadWorld.text(bench.requests[0].body) == #"{"location":{"uuid":"r1"}}"#)
        bench.answer(200, "thanks")
        #expect(bench.names == ["r2", "r3"])
        bench.drain()
        #expect(bench.sent == [["r1"], ["r2"], ["r3"]] && bench.names.isEmpty && bench.queue.isIdle)
        #expect(bench.events.map(\.statusCode) == [200, 200, 200] && bench.events.allSatisfy(\.isSuccess))
        #expect(bench.events[0].responseText == "thanks")
    }

    @Test("newest first where that is configured")
    func descending() {
        var bench = UploadBench(UploadWorld.config { $0.persistence.locationsOrderDirection = .descending }, records: 3)
        bench.trigger(.heartbeat)
        bench.drain()
        #expect(bench.sent == [["r3"], ["r2"], ["r1"]])
    }

    @Test(
        "a batch holds everything, or as much as it may, and more follow one after the other",
        arguments: [
            (-1, [["r1", "r2", "r3", "r4", "r5"]]), (2, [["r1", "r2"], ["r3", "r4"], ["r5"]]),
            (5, [["r1", "r2", "r3", "r4", "r5"]]), (1, [["r1"], ["r2"], ["r3"], ["r4"], ["r5"]]),
        ]
    )
    func batches(size: Int, sent: [[String]]) {
        var bench = UploadBench(batching(size), records: 5)
        bench.trigger(.heartbeat)
        bench.drain()
        #expect(bench.sent == sent && bench.names.isEmpty)
    }

    @Test("any status of 200 to 299 deletes", arguments: [200, 201, 204, 299])
    func success(status: Int) {
        var bench = UploadBench(records: 1)
        bench.trigger(.appResumed)
        bench.select()
        bench.answer(status)
        #expect(bench.names.isEmpty && bench.events == [HttpEvent(.response(status: status, body: []))])
        #expect(bench.events[0].isSuccess)
    }

    @Test(
        "any other answer unlocks, halts, and is not repeated by itself",
        arguments: [
            (301, UploadFailure.redirect), (302, .redirect), (400, .response), (401, .response), (500, .response),
        ]
    )
    func failure(status: Int, code: UploadFailure) {
        var bench = UploadBench(records: 3)
        bench.trigger(.sync(id: 9))
        bench.select()
        bench.answer(status, "no")
        #expect(bench.names == ["r1", "r2", "r3"] && bench.lockedNames.isEmpty && bench.queue.isIdle)
        #expect(bench.sent == [["r1"]] && bench.selection == nil && bench.timers.isEmpty)
        #expect(bench.events.map(\.statusCode) == [status] && bench.events.map(\.isSuccess) == [false])
        #expect(bench.outcomes == [9: .failed(code)])
    }

    @Test("no answer, and none in time, unlock and halt as well")
    func noAnswer() {
        var bench = UploadBench(records: 2)
        bench.trigger(.sync(id: 1))
        bench.select()
        bench.answer(.failure("no route to host"))
        #expect(bench.lockedNames.isEmpty && bench.queue.isIdle && bench.outcomes[1] == .failed(.network))
        #expect(bench.events == [HttpEvent(.failure("no route to host"))])
        #expect(bench.events[0].statusCode == 0 && bench.events[0].responseText == "no route to host")
        bench.trigger(.sync(id: 2))
        bench.select()
        let id = bench.requests[1].id
        #expect(bench.timers == [id: bench.now.advanced(by: .seconds(60))])
        bench.timeOut()
        #expect(bench.open.isEmpty && bench.lockedNames.isEmpty && bench.outcomes[2] == .failed(.network))
        bench.answerLate(id)
        bench.trigger(.heartbeat)
        bench.select()
        bench.answerLate(id)
        #expect(bench.names == ["r1", "r2"] && bench.lockedNames == ["r1"])
    }

    @Test("after a failure the next trigger retries the same record", arguments: UploadDecisionTests.automatic)
    func again(trigger: UploadTrigger) {
        var bench = UploadBench(records: 2)
        bench.trigger(.heartbeat)
        bench.select()
        bench.answer(500)
        bench.trigger(trigger)
        bench.drain()
        #expect(bench.sent == [["r1"], ["r1"], ["r2"]] && bench.names.isEmpty)
        #expect(bench.requests[0].body == bench.requests[1].body)
    }

    @Test("records that are stored during a run are sent in it, once")
    func during() {
        var bench = UploadBench(batching(), records: 1)
        bench.trigger(.heartbeat)
        bench.select()
        bench.record()
        bench.record(.motionChange)
        #expect(bench.requests.count == 1 && bench.waiting == 2)
        bench.drain()
        #expect(bench.sent == [["r1"], ["r2", "r3"]] && bench.names.isEmpty)
    }

    @Test("a record stored while a selection comes back empty is not forgotten")
    func race() {
        var bench = UploadBench(records: 1)
        bench.trigger(.heartbeat)
        bench.select()
        bench.answer(200)
        #expect(bench.selection == [])
        bench.record()
        bench.select()
        bench.drain()
        #expect(bench.sent == [["r1"], ["r2"]] && bench.names.isEmpty)
    }

    @Test("a run empties the queue, also below the threshold that started it")
    func threshold() {
        var bench = UploadBench(UploadWorld.config { $0.http.autoSyncThreshold = 3 })
        bench.record()
        bench.record()
        #expect(bench.queue.isIdle)
        bench.record()
        bench.drain()
        #expect(bench.sent.count == 3 && bench.names.isEmpty)
        bench.record(.motionChange)
        bench.drain()
        #expect(bench.sent.count == 4 && bench.names.isEmpty)
    }

    @Test("a run ends when the network or the address is removed, and nothing stays locked")
    func obstacles() {
        var bench = UploadBench(records: 2)
        bench.trigger(.heartbeat)
        bench.network = .none
        bench.select()
        #expect(bench.queue.isIdle && bench.lockedNames.isEmpty && bench.requests.isEmpty)
        bench.network = .wifi
        bench.config.http.disableAutoSyncOnCellular = true
        bench.trigger(.connectivityRestored)
        bench.select()
        bench.network = .cellular
        bench.answer(200)
        #expect(bench.queue.isIdle && bench.names == ["r2"] && bench.sent.count == 1)
        bench.trigger(.sync(id: 1))
        bench.config.http.url = ""
        bench.select()
        #expect(bench.outcomes == [1: .failed(.invalidURL)] && bench.lockedNames.isEmpty)
    }

    @Test("records that do not fit into one request wait for the next")
    func changedLimit() {
        var bench = UploadBench(batching(), records: 3)
        bench.trigger(.heartbeat)
        bench.config.http.batchSync = false
        bench.select()
        #expect(bench.sent == [["r1"]] && bench.lockedNames == ["r1"])
        bench.drain()
        #expect(bench.sent == [["r1"], ["r2"], ["r3"]])
    }

    @Test("sync answers with the records in the order in which they were sent")
    func sync() {
        var bench = UploadBench(UploadWorld.config { $0.http.autoSync = false }, records: 2)
        bench.trigger(.heartbeat)
        #expect(bench.queue.isIdle)
        bench.trigger(.sync(id: 4))
        bench.select()
        bench.record()
        bench.drain()
        #expect(bench.outcomes == [4: .sent(UploadWorld.records("r1", "r2", "r3"))])
    }

    @Test("sync with nothing to send returns no records, and fails at once where sending is impossible")
    func syncWithout() {
        var bench = UploadBench()
        bench.trigger(.sync(id: 1))
        bench.add()
        bench.network = .none
        bench.trigger(.sync(id: 2))
        bench.network = .wifi
        bench.config.http.url = ""
        bench.trigger(.sync(id: 3))
        bench.config.http.url = "nowhere"
        bench.trigger(.sync(id: 4))
        bench.config = UploadWorld.config()
        bench.trigger(.heartbeat)
        bench.trigger(.sync(id: 5))
        bench.select()
        bench.trigger(.sync(id: 6))
        #expect(
            bench.outcomes == [
                1: .sent([]), 2: .failed(.network), 3: .failed(.invalidURL), 4: .failed(.invalidURL),
                5: .failed(.syncInProgress), 6: .failed(.syncInProgress),
            ]
        )
        bench.drain()
        #expect(bench.sent == [["r1"]] && bench.outcomes.count == 6)
    }

    @Test("sync that fails later reports the failure; what was sent is deleted")
    func syncPartly() {
        var bench = UploadBench(records: 3)
        bench.trigger(.sync(id: 1))
        bench.select()
        bench.answer(200)
        bench.select()
        bench.answer(500)
        #expect(bench.outcomes == [1: .failed(.response)] && bench.names == ["r2", "r3"])
    }

    @Test("records locked when a process ended are unlocked at launch, and sent again unchanged")
    func crash() {
        for answers in 0...1 {
            var bench = UploadBench(records: 2)
            bench.trigger(.heartbeat)
            bench.select()
            if answers == 1 { bench.answer(200) }
            #expect(!bench.lockedNames.isEmpty)
            bench.crash()
            #expect(bench.lockedNames.isEmpty && bench.queue.isIdle)
            bench.trigger(.booted)
            bench.drain()
            #expect(bench.names.isEmpty && bench.seen == ["r1", "r2"])
        }
        #expect(UploadQueue().isIdle)
    }

    @Test("a response to a request from before the queue's restart does not answer a later request")
    func lateAfterLaunch() throws {
        var queue = UploadQueue()
        let situation = UploadBench(records: 2).situation
        func begin(_ name: String) throws -> Int {
            _ = queue.trigger(.heartbeat, in: situation)
            let effects = queue.selected(UploadWorld.records(name), in: situation)
            return try #require(
                effects.compactMap { if case .send(let request) = $0 { request.id } else { nil } }.first
            )
        }
        let first = try begin("a")
        #expect(queue.launch() == [.unlockAll] && queue.isIdle)
        let second = try begin("b")
        #expect(first != second)
        #expect(queue.answered(.response(status: 200, body: []), to: first, in: situation) == [])
        #expect(queue.recordsInFlight == ["b"])
    }

    @Test("a selection that is no longer expected is unlocked")
    func strayed() {
        var queue = UploadQueue()
        let situation = UploadBench().situation
        #expect(queue.selected(UploadWorld.records("a"), in: situation) == [.unlock(["a"])])
        #expect(queue.selected([], in: situation) == [])
    }

    @Test("commands in an answer are performed, whatever its status, after the records are deleted")
    func commands() {
        let body = #"{"background_geolocation":[["changePace",true],["stop"]]}"#
        for status in [200, 410] {
            var bench = UploadBench(records: 1)
            bench.trigger(.heartbeat)
            bench.select()
            bench.answer(status, body)
            #expect(bench.commands == [.changePace(isMoving: true), .stop], "\(status)")
        }
        var queue = UploadQueue()
        let situation = UploadBench(records: 1).situation
        _ = queue.trigger(.heartbeat, in: situation)
        _ = queue.selected(UploadWorld.records("a"), in: situation)
        let effects = queue.answered(.response(status: 200, body: Array(body.utf8)), to: 1, in: situation)
        guard case .delete(["a"])? = effects.dropFirst().first else {
            Issue.record("\(effects)")
            return
        }
    }
}
