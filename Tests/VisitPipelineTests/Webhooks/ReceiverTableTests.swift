import HTTPTransport
import HostileReceivers
import LongTests
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

@Suite("Outcomes of messages by the receiver's behaviour, over real sockets")
struct ReceiverTableTests {
    /// A receiver, and the expected state of eight messages of eight visits afterwards.
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        /// The state of the messages that were tried.
        let state: DeliveryReport.State
        /// `answered`, or a failure's code.
        let outcome: String
        var status: Int?
        /// The stored beginning of the response.
        var response = ""
        /// When failed messages are due again, in seconds from the first attempt.
        var wait: ClosedRange<Double> = 4...6
        var disabling: WebhookEndpoint.DisablingReason?
        /// The endpoint's pause in seconds, where it is slowed down.
        var pause: Double?
        /// The timeout of an attempt.
        var timeout = Duration.seconds(20)

        var testDescription: String { path }

        /// An endpoint that is slowed down or disabled receives only the attempts that were already in progress.
        var tried: Int { pause == nil && disabling == nil ? ReceiverTableTests.messages : EndpointPace.firstLimit }
    }

    static let messages = 8

    static let rows = [
        Row(path: "/200", state: .delivered, outcome: "answered", status: 200, response: "ok"),
        Row(path: "/204", state: .delivered, outcome: "answered", status: 204),
        Row(path: "/4k", state: .delivered, outcome: "answered", status: 200, response: many("a", 2048)),
        Row(path: "/long", state: .delivered, outcome: "answered", status: 200, response: many("a", 2048)),
        Row(path: "/301", state: .pending, outcome: "answered", status: 301),
        Row(path: "/404", state: .pending, outcome: "answered", status: 404),
        Row(path: "/410", state: .pending, outcome: "answered", status: 410, disabling: .gone),
        Row(path: "/429", state: .pending, outcome: "answered", status: 429, wait: 120...120, pause: 120),
        Row(path: "/500", state: .pending, outcome: "answered", status: 500, response: "oops"),
        Row(path: "/nothing", state: .pending, outcome: "connection_lost", pause: 5),
        Row(path: "/reset", state: .pending, outcome: "connection_lost", pause: 5),
        Row(path: "/half", state: .pending, outcome: "incomplete_answer", pause: 5),
        Row(path: "/half-chunk", state: .pending, outcome: "incomplete_answer", pause: 5),
        Row(path: "/garbage", state: .pending, outcome: "bad_answer", pause: 5),
        Row(path: "/byte-a-second", state: .pending, outcome: "timed_out", pause: 5, timeout: .seconds(1)),
        Row(path: "/hang", state: .pending, outcome: "timed_out", pause: 5, timeout: .seconds(1)),
    ]

    @Test("in clear text", .long, arguments: rows)
    func plain(row: Row) async throws {
        let receiver = try HostileReceiver()
        try await check(row, at: receiver.url(row.path), CurlTransport())
        #expect(receiver.count("/moved") == 0, "the target of a redirection was asked")
        #expect(receiver.requests.count == receiver.count(row.path))
    }

    @Test("over TLS: nothing is sent to a bad certificate, and the endpoint is slowed down")
    func encrypted() async throws {
        let receiver = try EncryptedReceiver()
        PlayedNetwork.set("delivery.test", [["127.0.0.1"]])
        PlayedNetwork.set("receiver.test", [["127.0.0.1"]])
        var options = TransportOptions()
        options.certificateAuthorityFile = EncryptedReceiver.authority
        let bad = Row(path: "", state: .pending, outcome: "tls", pause: 5)
        for (certificate, host) in [
            ("self-signed", "receiver.test"), ("expired", "receiver.test"), ("good", "delivery.test"),
        ] {
            try await check(bad, at: receiver.url(certificate, host: host), CurlTransport(options))
        }
        let good = Row(path: "", state: .delivered, outcome: "answered", status: 200, response: "ok")
        try await check(good, at: receiver.url("good", host: "receiver.test"), CurlTransport(options))
    }

    private func check(_ row: Row, at url: String, _ transport: CurlTransport) async throws {
        defer { transport.shutDown() }
        let scene = try WorkerScene(endpoints: [])
        try scene.world.addEndpoint(url: url)
        try scene.queue(visits: 0..<Self.messages)
        let worker = try scene.worker(transport, WorkerOptions(timeout: row.timeout))
        let start = scene.clock.time
        let summary = try await worker.deliverDue()

        #expect(summary.delivered == (row.state == .delivered ? row.tried : 0))
        #expect(summary.failed == (row.state == .delivered ? 0 : row.tried))
        #expect(summary.disabled.count == (row.disabling == nil ? 0 : 1))
        let deliveries = try Self.deliveries(scene)
        #expect(deliveries.map(\.attempts).sorted(by: >) == Self.attempts(row))
        for delivery in deliveries {
            guard delivery.attempts > 0 else {
                #expect(delivery.state == .pending && delivery.dueAt == start && delivery.last == nil)
                continue
            }
            try checkTried(delivery, row, start, scene)
        }
        try checkEndpoint(row, start, scene)
        try await checkPause(row, worker, scene)
    }

    /// Checks the state of a message that was tried, and the record of the attempt.
    private func checkTried(_ delivery: DeliveryReport, _ row: Row, _ start: Timestamp, _ scene: WorkerScene) throws {
        #expect(delivery.state == row.state)
        let last = try #require(delivery.last)
        #expect(last.number == 1 && last.at == start)
        #expect(last.outcome == row.outcome, "\(last.detail ?? "")")
        #expect(last.status == row.status)
        #expect(String(decoding: last.response, as: UTF8.self) == row.response)
        #expect((last.detail == nil) == (row.status != nil))
        #expect(last.tookMilliseconds >= (last.outcome == "timed_out" ? row.timeout.wholeMilliseconds : 0))
        if row.state == .pending {
            let due = try #require(delivery.dueAt)
            #expect(row.wait.contains(start.seconds(to: due)), "waits \(start.seconds(to: due)) s")
        }
        #expect(try scene.world.store.outbox.attempts(of: delivery.message).map(\.attempt) == [last])
    }

    private func checkEndpoint(_ row: Row, _ start: Timestamp, _ scene: WorkerScene) throws {
        let endpoint = try scene.world.endpoints.endpoint(EndpointID("partner"))
        #expect(endpoint.disabling?.reason == row.disabling)
        #expect(endpoint.failingSince == (row.state == .delivered ? nil : start))
        let reports = scene.reports.all
        #expect(reports.count == (row.state == .delivered ? 0 : row.disabling == nil ? row.tried : 1))
        #expect(reports.contains { $0.description.contains("webhooks enable partner") } == (row.disabling != nil))
    }

    /// Expects an endpoint that is slowed down to receive nothing during its pause, and then one message at a time.
    private func checkPause(_ row: Row, _ worker: WebhookWorker, _ scene: WorkerScene) async throws {
        if let pause = row.pause {
            scene.clock.advance(.seconds(pause) - .milliseconds(1))
            #expect(try await worker.deliverDue() == DeliverySummary())
            scene.clock.advance(.milliseconds(1))
            #expect(try await worker.deliverDue().failed == 1)
            #expect(try Self.deliveries(scene).map(\.attempts).reduce(0, +) == row.tried + 1)
        } else if row.disabling != nil || row.state == .delivered {
            scene.clock.advance(.seconds(86_400))
            #expect(try await worker.deliverDue() == DeliverySummary())
        } else {
            scene.clock.advance(.seconds(6))
            #expect(try await worker.deliverDue().failed == Self.messages)
        }
    }

    private static func deliveries(_ scene: WorkerScene) throws -> [DeliveryReport] {
        var deliveries: [DeliveryReport] = []
        try scene.world.store.outbox.forEach { deliveries.append($0) }
        return deliveries
    }

    private static func attempts(_ row: Row) -> [Int] {
        (0..<messages).map { $0 < row.tried ? 1 : 0 }
    }

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
