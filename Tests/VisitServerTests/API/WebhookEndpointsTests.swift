import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Webhooks over HTTP")
struct WebhookEndpointsTests {
    static let body = #"{"url":"https://partner.example.com/v","id":"e1","events":["visit.exited"]}"#

    @Test("An endpoint is created with a secret that is never shown again, changed, and removed")
    func life() async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        let made = try await bench.call(.post, "/v1/webhooks", 201, Self.body)
        let secret = try #require(made["secret"]?.text)
        #expect(secret.hasPrefix("whsec_"))
        let shown = try await bench.send(.get, "/v1/webhooks/e1", as: .read)
        #expect(!String(decoding: shown.bytes, as: UTF8.self).contains(secret))
        #expect(try shown.json["state"]?.text == "enabled")
        let patch = #"{"enabled":false,"events":["*"],"facilities":["FIT-0001"]}"#
        let changed = try await bench.call(.patch, "/v1/webhooks/e1", 200, patch)
        #expect(changed["state"]?.text == "disabled: by_hand")
        #expect((changed["events"]?.list?.count ?? 0) >= 8)
        #expect(changed["facilities"]?.list == [.text("FIT-0001")])
        let again = try await bench.call(.patch, "/v1/webhooks/e1", 200, #"{"enabled":true}"#)
        #expect(again["state"]?.text == "enabled")
        #expect(again["facilities"]?.list == [.text("FIT-0001")])
        #expect(try await bench.call(.patch, "/v1/webhooks/e1", 200, #"{"facilities":null}"#)["facilities"] == .null)
        try await bench.call(.post, "/v1/webhooks", 409, Self.body)
        try await bench.call(.delete, "/v1/webhooks/e1", 204)
        try await bench.call(.delete, "/v1/webhooks/e1", 404)
    }

    @Test("A test message is sent once, and its outcome returned", arguments: [200, 500])
    func test(status: Int) async throws {
        let sender = StubSender(status: status)
        let bench = try ServiceBench(webhooks: sender)
        try await bench.call(.post, "/v1/webhooks", 201, Self.body)
        let trial = try await bench.call(.post, "/v1/webhooks/e1/test")
        #expect(trial["delivered"]?.flag == (status == 200))
        #expect(trial["status"]?.number == Double(status))
        #expect(sender.requests.count == 1)
        try await bench.call(.post, "/v1/webhooks/e2/test", 404)
    }

    @Test("A new secret signs beside the old one for a while, and is not replaced at once without `force`")
    func rotation() async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        let made = try await bench.call(.post, "/v1/webhooks", 201, Self.body)
        let path = "/v1/webhooks/e1/rotate-secret"
        let rotated = try await bench.call(.post, path, 200, #"{"overlap_hours":2}"#)
        #expect(rotated["secret"]?.text != made["secret"]?.text)
        #expect(rotated["previous_secret_until"]?.text == ServiceBench.now.advanced(bySeconds: 7_200).iso8601)
        try await bench.call(.post, path, 400, "{}")
        let keys = try await bench.call(.post, path, 200, #"{"algorithm":"ed25519","force":true}"#)
        #expect(keys["secret"] == .null)
        #expect(keys["public_key"]?.text?.hasPrefix("whpk_") == true)
        #expect(try await bench.call(.post, path, 400, #"{"overlap_hours":721}"#)["field"]?.text == "overlap_hours")
    }

    @Test(
        "An address that a token must not open is refused",
        arguments: [
            "http://partner.example.com/", "https://127.0.0.1/", "https://10.0.0.1/x", "https://a.example:22/", "x",
        ]
    )
    func addresses(url: String) async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        try await bench.call(.post, "/v1/webhooks", 400, #"{"url":"\#(url)"}"#)
        #expect(try bench.store.endpoints.all().isEmpty)
    }

    @Test("Deliveries are listed a page at a time, shown with their attempts, and sent again")
    func deliveries() async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        try await bench.call(.post, "/v1/webhooks", 201, Self.body.replacing("visit.exited", with: "*"))
        for number in 1...5 {
            let place = #"{"name":"New","latitude":40.\#(number),"longitude":-75}"#
            try await bench.call(.put, "/v1/facilities/N-\(number)", 201, place)
        }
        var messages: [String] = []
        var next = ""
        repeat {
            let page = try await bench.call(.get, "/v1/deliveries?limit=2&endpoint=e1\(next)")
            messages += (page["deliveries"]?.list ?? []).compactMap { $0["message"]?.text }
            next = page["next"]?.text.map { "&after=\($0)" } ?? ""
        } while !next.isEmpty
        #expect(Set(messages).count == 5)
        let shown = try await bench.call(.get, "/v1/deliveries/\(messages[0])")
        #expect(shown["deliveries"]?[0]?["type"]?.text == "facility.imported")
        #expect(shown["attempts"]?.list == [])
        try await bench.call(.get, "/v1/deliveries/nothing", 404)
        // Deliveries in flight stay as they are.
        let replayed = try await bench.call(.post, "/v1/deliveries/replay", 202, #"{"since":"2024-01-01T00:00:00Z"}"#)
        #expect(replayed["queued"]?.number == 0)
        #expect(replayed["matching"]?["due"]?.number == 5)
        let tried = try await bench.call(.post, "/v1/deliveries/replay", 200, #"{"endpoint":"e1","dry_run":true}"#)
        #expect(tried["dry_run"]?.flag == true)
        #expect(tried["states"]?.list == [.text("scheduled"), .text("waiting"), .text("dead")])
        try await bench.call(.post, "/v1/deliveries/replay", 404, #"{"message":"x"}"#)
    }

    @Test(
        "A selection that is none, or contradicts itself, is refused by its field",
        arguments: [
            ("{}", nil), (#"{"dry_run":true}"#, nil), (#"{"dead":false}"#, nil),
            (#"{"dead":true,"states":["dead"]}"#, "dead"), (#"{"states":[]}"#, "states"),
            (#"{"states":["gone"]}"#, "states[0]"), (#"{"endpoint":"none"}"#, "endpoint"),
            (#"{"since":"2024-01-02T00:00:00Z","until":"2024-01-02T00:00:00Z"}"#, "until"),
            (#"{"since":"yesterday"}"#, "since"), (#"{"until":"2024-01-02T00:00:00"}"#, "until"),
        ]
    )
    func selections(body: String, field: String?) async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        let problem = try await bench.call(.post, "/v1/deliveries/replay", 400, body)
        #expect(problem["field"]?.text == field)
    }

    @Test("A replay says by state what it will send, sends what failed, and what was delivered only on request")
    func replay() async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        try await bench.call(.post, "/v1/webhooks", 201, Self.body.replacing("visit.exited", with: "*"))
        for number in 1...3 {
            let place = #"{"name":"New","latitude":40.\#(number),"longitude":-75}"#
            try await bench.call(.put, "/v1/facilities/N-\(number)", 201, place)
        }
        let key = try #require(try bench.store.endpoints.find(EndpointID("e1"))).key
        let now = ServiceBench.now
        let due = try bench.store.outbox.due(to: key, at: now, limit: 10).due
        let ends: [FinishedAttempt.Next] = [.tryAgain(at: now.advanced(bySeconds: 900)), .dead, .delivered]
        let attempts = zip(due, ends).map { delivery, next in
            FinishedAttempt(
                delivery,
                at: now,
                tookMilliseconds: 1,
                outcome: "answered",
                status: 500,
                detail: nil,
                response: [],
                next: next
            )
        }
        try bench.store.outbox.record(attempts, [], publishing: OutboxSettings(.standard, at: now))
        let all = #"{"since":"2024-01-01T00:00:00Z","dry_run":true}"#
        let plan = try await bench.call(.post, "/v1/deliveries/replay", 200, all)
        #expect(plan["queued"]?.number == 2)
        let counts = plan["matching"]?.object?.mapValues(\.number)
        #expect(counts == ["scheduled": 1, "waiting": 0, "dead": 1, "missed": 0, "delivered": 1, "due": 0])
        #expect(try bench.store.outbox.due(to: key, at: now, limit: 10).due.isEmpty)
        let sent = try await bench.call(.post, "/v1/deliveries/replay", 202, #"{"since":"2024-01-01T00:00:00Z"}"#)
        #expect(sent["queued"]?.number == 2 && sent["dry_run"]?.flag == false)
        #expect(try bench.store.outbox.due(to: key, at: now, limit: 10).due.count == 2)
        let again = #"{"endpoint":"e1","states":["delivered"]}"#
        #expect(try await bench.call(.post, "/v1/deliveries/replay", 202, again)["queued"]?.number == 1)
    }

    @Test("A service that does not manage webhooks says so")
    func unmanaged() async throws {
        try await ServiceBench().call(.get, "/v1/webhooks", 409)
    }
}
