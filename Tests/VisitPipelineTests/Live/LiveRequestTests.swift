import Interchange
import Synchronization
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Requests with very many records")
struct LiveRequestTests {
    private static let ann = PhoneSender(member: try? MemberID("ann"))

    private static func request(_ body: String) -> PhoneRequest {
        PhoneRequest(contentType: "application/json", body: Array(body.utf8))
    }

    /// A backlog of one phone with a fix every 20 s, in order of time or reversed.
    private static func backlog(_ count: Int, reversed isReversed: Bool = false) -> String {
        let order = isReversed ? Array((0..<count).reversed()) : Array(0..<count)
        let records = order.map { index in
            let time = SmallWorld.now.milliseconds - Int64(count - index) * 20_000
            let east = index % 600 < 60 ? 0 : 0.05
            return #"{"lat":45,"lon":\#(-93 + east),"accuracy":9,"time":\#(time / 1000)}"#
        }
        return "{\"device\":\"phone\",\"locations\":[\(records.joined(separator: ","))]}"
    }

    /// The compared fields of a visit: all but its id.
    private struct VisitLine: Hashable {
        let facility: FacilityID
        let enteredAt: Timestamp
        let exitedAt: Timestamp?
        let status: Visit.Status

        init(_ visit: Visit) {
            (facility, enteredAt) = (visit.facility, visit.enteredAt)
            (exitedAt, status) = (visit.exitedAt, visit.status)
        }
    }

    @Test(
        "A backlog is stored completely and gives the same visits, whatever the batch size",
        arguments: [1, 7, 500, 5_000]
    )
    func pieces(limit: Int) async throws {
        let (whole, piecewise) = (try LiveScene(), try LiveScene(options: LiveOptions(pieceLimit: limit)))
        let count = limit == 1 ? 300 : 2_000
        for scene in [whole, piecewise] {
            let outcome = try await scene.live.ingest(
                Self.request(Self.backlog(count)),
                of: .footfall,
                from: Self.ann
            )
            #expect(outcome.counts == PhoneReply.Summary(accepted: count))
        }
        let visits = try [whole, piecewise].map { scene in
            try scene.world.store.visits.all(matching: VisitFilter()).map { VisitLine($0) }
        }
        #expect(!visits[0].isEmpty)
        #expect(visits[0] == visits[1])
    }

    @Test("A backlog sent newest first gives the same visits")
    func newestFirst() async throws {
        let (forward, backward) = (try LiveScene(), try LiveScene(options: LiveOptions(pieceLimit: 300)))
        for (scene, isReversed) in [(forward, false), (backward, true)] {
            let body = Self.backlog(2_000, reversed: isReversed)
            #expect(
                try await scene.live.ingest(Self.request(body), of: .footfall, from: Self.ann).counts.accepted == 2_000
            )
        }
        let visits = try [forward, backward].map { scene in
            try scene.world.store.visits.all(matching: VisitFilter()).map { VisitLine($0) }
        }
        #expect(!visits[0].isEmpty)
        #expect(visits[0] == visits[1])
    }

    @Test("The first invalid records are stored, the others counted, and valid ones among them stored")
    func refused() async throws {
        let scene = try LiveScene(options: LiveOptions(pieceLimit: 100, refusedLimit: 30))
        let good = Self.backlog(1).dropFirst("{\"device\":\"phone\",\"locations\":[".count).dropLast(2)
        let rubbish = (0..<1_000).map { "{\"n\":\($0)}" }
        let body = "[" + (rubbish + [String(good)]).joined(separator: ",") + "]"
        let outcome = try await scene.live.ingest(Self.request(body), of: .footfall, from: Self.ann)
        #expect(outcome.counts == PhoneReply.Summary(accepted: 1, quarantined: 1_000))
        let kept = try scene.world.store.quarantine.all(matching: QuarantineFilter())
        #expect(kept.count == 31)
        #expect(kept.count { $0.code == "too_many_refused" } == 1)
        #expect(kept.contains { $0.message.contains("970 more") })
        let reply = String(decoding: outcome.reply.body, as: UTF8.self)
        #expect(reply.contains("\"quarantined\":1000"))
        #expect(reply.contains("\"index\":29") && !reply.contains("\"index\":30"))
        #expect(scene.live.load.fixes == 0)
    }

    @Test("Rejected fixes are counted with the unreadable records")
    func unusable() async throws {
        let scene = try LiveScene(options: LiveOptions(pieceLimit: 50, refusedLimit: 20))
        let records = (0..<200).map { #"{"lat":45,"lon":-93,"accuracy":9,"time":\#(4_000_000_000 + $0)}"# }
        let body = "{\"device\":\"phone\",\"locations\":[\(records.joined(separator: ","))]}"
        let outcome = try await scene.live.ingest(Self.request(body), of: .footfall, from: Self.ann)
        #expect(outcome.counts == PhoneReply.Summary(quarantined: 200))
        #expect(try scene.world.store.quarantine.all(matching: QuarantineFilter()).count == 21)
    }

    @Test("Work on a request ends when the client has left; fixes stored until then count once when it comes again")
    func abandoned() async throws {
        let scene = try LiveScene(options: LiveOptions(pieceLimit: 100))
        let asked = Mutex(0)
        let request = Self.request(Self.backlog(2_000))
        await #expect(throws: CancellationError.self) {
            try await scene.live.ingest(request, of: .footfall, from: Self.ann) {
                asked.withLock { count in
                    count += 1
                    return count == 3
                }
            }
        }
        #expect(asked.withLock { $0 } == 3)
        let again = try await scene.live.ingest(request, of: .footfall, from: Self.ann)
        #expect(again.counts == PhoneReply.Summary(accepted: 1_700, repeated: 300))
        #expect(scene.live.load.fixes == 0)
    }

    @Test("A stopping service does not wait for the rest of a long request")
    func stopping() async throws {
        let scene = try LiveScene(options: LiveOptions(pieceLimit: 100))
        let stopped = Mutex<Task<Void, Never>?>(nil)
        let refusal = await #expect(throws: LiveIngestError.self) {
            try await scene.live.ingest(Self.request(Self.backlog(2_000)), of: .footfall, from: Self.ann) {
                stopped.withLock { $0 = $0 ?? Task { await scene.live.stop() } }
                while !scene.live.isStopping { await Task.yield() }
                return false
            }
        }
        #expect(refusal?.code == .stopping)
        await stopped.withLock { $0 }?.value
        #expect(try scene.world.store.devices.all().count == 1)
    }

    @Test("A request in progress is not refused for lack of room")
    func room() async throws {
        let scene = try LiveScene(options: LiveOptions(waitingFixesLimit: 10, pieceLimit: 100))
        let outcome = try await scene.live.ingest(Self.request(Self.backlog(1_000)), of: .footfall, from: Self.ann)
        #expect(outcome.counts.accepted == 1_000)
    }
}
