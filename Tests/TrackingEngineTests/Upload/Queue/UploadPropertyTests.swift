import SeededRandom
import TrackingTestSupport
import LongTests
import Testing
import TrackingEngine
import VisitModel

/// The bench itself expects after every effect: no record is deleted without an answer of 200 to 299 to a request that
/// held it, there is one request at a time, all of its records are locked, and nothing else stays locked.
@Suite("Uploads, whatever happens in whatever order")
struct UploadPropertyTests {
    static func config(_ random: inout SeededGenerator) -> TrackingConfig {
        UploadWorld.config {
            $0.http.batchSync = Bool.random(using: &random)
            $0.http.maxBatchSize = [-1, 1, 2, 7].randomElement(using: &random) ?? -1
            $0.http.autoSync = Int.random(in: 0..<5, using: &random) > 0
            $0.http.autoSyncThreshold = [0, 0, 3, 10].randomElement(using: &random) ?? 0
            $0.http.disableAutoSyncOnCellular = Bool.random(using: &random)
            $0.authorization.accessToken = "t0"
            guard Bool.random(using: &random) else { return }
            $0.authorization.refreshToken = "r0"
            $0.authorization.refreshUrl = "https://example.com/refresh"
            $0.authorization.refreshPayload = ["refresh_token": "{refreshToken}"]
            if Bool.random(using: &random) { $0.authorization.expires = UploadWorld.now.seconds.rounded() + 20 }
        }
    }

    static func step(_ bench: inout UploadBench, _ random: inout SeededGenerator, _ calls: inout Int) {
        bench.now = bench.now.advanced(by: .milliseconds(Int.random(in: 0...3000, using: &random)))
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: bench.record([nil, nil, .motionChange, .geofence].randomElement(using: &random) ?? nil)
        case 4: bench.add()
        case 5...8: bench.select()
        case 9...12:
            let body = #"{"access_token":"t\#(Int.random(in: 1...9, using: &random))","expires_in":30}"#
            bench.answer([200, 201, 204].randomElement(using: &random) ?? 200, body)
        case 13:
            bench.answer([301, 401, 401, 401, 403, 500, 503].randomElement(using: &random) ?? 500, "[]")
        case 14: Bool.random(using: &random) ? bench.answer(.failure("lost")) : bench.timeOut()
        case 15: bench.answerLate(Int.random(in: 0...(bench.requests.last?.id ?? 0), using: &random))
        case 16: bench.network = UploadNetwork.allCases.randomElement(using: &random) ?? .wifi
        case 17:
            calls += 1
            bench.trigger(.sync(id: calls))
        case 18: bench.trigger(UploadDecisionTests.automatic.randomElement(using: &random) ?? .heartbeat)
        default: if Int.random(in: 0..<5, using: &random) == 0 { bench.crash() }
        }
    }

    @Test(
        "nothing is lost, nothing is in two requests, the order is kept, and a healthy server empties the queue",
        .long,
        arguments: UInt64(1)...150
    )
    func runs(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bench = UploadBench(Self.config(&random))
        bench.context = "seed \(seed)"
        var calls = 0
        for _ in 0..<200 { Self.step(&bench, &random, &calls) }
        // From here on everything works.
        if bench.selection != nil { bench.select() }
        bench.network = .wifi
        bench.drain()
        bench.config.http.autoSync = true
        bench.record(.motionChange)
        bench.drain()
        #expect(bench.names.isEmpty && bench.queue.isIdle, "seed \(seed)")
        let order = (0..<bench.seen.count).map { "r\($0 + 1)" }
        #expect(bench.seen == order && bench.taken.count == order.count, "seed \(seed)")
        // Each request that was made is its records in their order, without a gap.
        for names in bench.sent {
            let numbers = names.compactMap { Int($0.dropFirst()) }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }, "seed \(seed)")
        }
    }

    @Test("a server that always refuses the token is asked a bounded number of times for each trigger")
    func noEndlessLoop() {
        for seed in UInt64(1)...50 {
            var random = SeededGenerator(seed: seed)
            var config = Self.config(&random)
            config.http.autoSync = true
            config.authorization.refreshToken = "r0"
            config.authorization.refreshUrl = "https://example.com/refresh"
            config.authorization.refreshPayload = ["refresh_token": "{refreshToken}"]
            var bench = UploadBench(config, records: 20)
            bench.context = "seed \(seed)"
            let expires = ["", #","expires_in":1"#, #","expires":946684801"#].randomElement(using: &random) ?? ""
            for round in 1...10 {
                bench.trigger(.recorded(.motionChange))
                for _ in 0..<100 where !bench.queue.isIdle {
                    bench.now = bench.now.advanced(by: .seconds(2))
                    bench.select()
                    guard let request = bench.open.first else { continue }
                    if request.purpose == .tokens {
                        bench.answer(200, "{\"access_token\":\"t\"\(expires)}")
                    } else {
                        bench.answer(401)
                    }
                }
                #expect(
                    bench.queue.isIdle && bench.refreshes <= 2 * round && bench.sent.count == 2 * round,
                    "seed \(seed)"
                )
            }
            #expect(bench.names.count == 20)
        }
    }
}
