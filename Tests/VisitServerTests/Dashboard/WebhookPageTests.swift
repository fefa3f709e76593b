import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("The webhooks at the dashboard")
struct WebhookPageTests {
    private static let url = "https://partner.example.org/hook"

    private static func browser(status: Int = 200) async throws -> (DashboardBench, StubSender) {
        let sender = StubSender(status: status)
        return (try await DashboardBench(ServiceScene(webhooks: sender), as: .admin), sender)
    }

    /// A browser where the endpoint `e1` has the messages of a visit to send.
    private static func browserWithVisit() async throws -> DashboardBench {
        let (browser, _) = try await browser()
        _ = try await browser.send("/webhooks", ["url": url, "id": "e1"], from: "/webhooks")
        try await browser.scene.post(device: "phone", member: "ann", minutes: 30)
        return browser
    }

    @Test("An endpoint is added, its secret shown once, tried out, stopped, enabled and removed")
    func life() async throws {
        let (browser, sender) = try await Self.browser()
        let added = try await browser.send("/webhooks", ["url": Self.url, "id": "e1"], from: "/webhooks")
        #expect(added.status == 200)
        let secret = try #require(added.text.firstMatch(of: /<code id="secret">(whsec_[^<]+)</)).1
        let page = try await browser.open("/webhooks").text
        #expect(page.contains(Self.url))
        #expect(!page.contains(secret))
        #expect(try await browser.send("/webhooks/e1/test", from: "/webhooks").location == "/webhooks")
        #expect(sender.requests.count == 1)
        #expect(try await browser.open("/webhooks").text.contains("`e1` accepted the test message".escaped))
        _ = try await browser.send("/webhooks/e1/disable", from: "/webhooks")
        #expect(try await browser.open("/webhooks").text.contains("disabled by an operator"))
        _ = try await browser.send("/webhooks/e1/enable", from: "/webhooks")
        #expect(try await !browser.open("/webhooks").text.contains("disabled by an operator"))
        _ = try await browser.send("/webhooks/e1/remove", from: "/webhooks")
        #expect(try browser.scene.store.endpoints.all().isEmpty)
        #expect(try await browser.send("/webhooks/e1/remove", from: "/webhooks").status == 404)
    }

    @Test("A failed test of a receiver is reported")
    func failing() async throws {
        let (browser, _) = try await Self.browser(status: 500)
        _ = try await browser.send("/webhooks", ["url": Self.url, "id": "e1"], from: "/webhooks")
        _ = try await browser.send("/webhooks/e1/test", from: "/webhooks")
        let page = try await browser.open("/webhooks").text
        #expect(page.contains("did not accept the test message"))
        #expect(page.contains("status 500"))
    }

    @Test(
        "Errors of a new endpoint are shown above the form, which keeps its values",
        arguments: ["http://partner.example.org/", "https://127.0.0.1/", "\"><img src=x onerror=alert(1)>"]
    )
    func refused(url: String) async throws {
        let (browser, _) = try await Self.browser()
        let answer = try await browser.send("/webhooks", ["url": url, "id": "<b>"], from: "/webhooks")
        #expect(answer.status == 400)
        #expect(answer.text.contains("role=\"alert\""))
        #expect(answer.text.contains("value=\"\(url.escaped)\""))
        #expect(!answer.text.contains("<img src=x"))
        #expect(!answer.text.contains("<b>"))
        #expect(try browser.scene.store.endpoints.all().isEmpty)
    }

    @Test("A delivery is shown with its message, and is sent again")
    func replay() async throws {
        let browser = try await Self.browserWithVisit()
        let scene = browser.scene
        let report = try #require(try scene.store.outbox.page(size: 10).deliveries.last)
        let list = try await browser.open("/deliveries?endpoint=e1").text
        #expect(list.contains(DashboardLink.message(report.message)))
        #expect(try await browser.open("/deliveries?state=dead").text.contains("No message matches."))
        #expect(try await browser.open("/deliveries?state=gone").status == 400)
        let message = try await browser.open(DashboardLink.message(report.message)).text
        #expect(message.contains(report.type.rawValue))
        #expect(message.contains("No attempt yet."))
        #expect(try await browser.open("/deliveries/nothing").status == 404)
        let replay = ["message": report.message.text, "endpoint": "e1", "back": "/deliveries"]
        #expect(try await browser.send("/deliveries/replay", replay, from: "/").location == "/deliveries")
        #expect(try await browser.open("/deliveries").text.contains("There was nothing to send."))
        let since = ["since": "2024-03-11T00:00", "endpoint": "e1", "states": "missed"]
        #expect(try await browser.send("/deliveries/replay", since, from: "/").location == "/webhooks")
        // An endpoint that came later gets what it missed.
        _ = try await browser.send("/webhooks", ["url": Self.url, "id": "e2"], from: "/webhooks")
        _ = try await browser.send("/deliveries/replay", since.merging(["endpoint": "e2"]) { $1 }, from: "/")
        #expect(try await browser.open("/deliveries?endpoint=e2").text.contains("2 deliveries are sent now: 2 never"))
        #expect(try await browser.send("/deliveries/replay", ["since": "soon"], from: "/").status == 400)
        #expect(try await browser.send("/deliveries/replay", from: "/").status == 400)
        #expect(try await browser.send("/deliveries/replay", ["states": "gone"], from: "/").status == 400)
        let away = replay.merging(["back": "https://example.org/"]) { $1 }
        #expect(try await browser.send("/deliveries/replay", away, from: "/").location == "/")
    }

    /// Has each due delivery of an endpoint fail, and wait for a retry in 15 minutes.
    private static func failDue(of endpoint: StoredEndpoint, in scene: ServiceScene) throws {
        let failed = try scene.store.outbox.due(to: endpoint.key, at: scene.now, limit: 10).due.map {
            FinishedAttempt(
                $0,
                at: scene.now,
                tookMilliseconds: 1,
                outcome: "answered",
                status: 500,
                detail: nil,
                response: [],
                next: .tryAgain(at: scene.now.advanced(bySeconds: 900))
            )
        }
        try scene.store.outbox.record(failed, [], publishing: OutboxSettings(.standard, at: scene.now))
    }

    @Test("The page says what it will send, selects what failed and not what was delivered, and sends the selection")
    func preview() async throws {
        let browser = try await Self.browserWithVisit()
        let scene = browser.scene
        let endpoint = try #require(try scene.store.endpoints.find(EndpointID("e1")))
        #expect(try await browser.open("/deliveries/replay").text.contains("Besides, 1 message is due already"))
        // The first message of the visit fails and waits for a retry, the second waits for it.
        try Self.failDue(of: endpoint, in: scene)
        let webhooks = try await browser.open("/webhooks").text
        #expect(webhooks.contains("/deliveries/replay?endpoint=e1"))
        #expect(webhooks.contains("waits for a retry") && webhooks.contains("<button>Send now</button>"))
        let reversed = "/deliveries/replay?since=2024-03-12T00:00&until=2024-03-11T00:00"
        #expect(try await browser.open(reversed).text.contains("&#96;until&#96; is not after"))
        let page = try await browser.open("/deliveries/replay?endpoint=e1&since=2024-03-11T00:00&until=").text
        func box(_ state: String) -> Substring? {
            page.firstMatch(of: try! Regex("<input type=\"checkbox\" id=\"state-\(state)\"[^>]*>"))?.0
        }
        #expect(box("scheduled")?.contains("checked") == true)
        #expect(box("waiting")?.contains("checked") == true)
        #expect(box("delivered")?.contains("checked") == false && box("delivered")?.contains("disabled") == true)
        #expect(page.contains("value=\"2024-03-11T00:00:00\""))
        let sent = ["endpoint": "e1", "since": "2024-03-11T00:00:00", "until": "", "states": "scheduled"]
        _ = try await browser.send("/deliveries/replay", sent, from: "/")
        #expect(try await browser.open("/webhooks").text.contains("1 delivery is sent now: 1 waiting for a retry."))
        #expect(try scene.store.outbox.due(to: endpoint.key, at: scene.now, limit: 10).due.count == 1)
    }

    @Test("A test message that is accepted wakes the messages that wait, and the page says how many")
    func wake() async throws {
        let browser = try await Self.browserWithVisit()
        let scene = browser.scene
        let endpoint = try #require(try scene.store.endpoints.find(EndpointID("e1")))
        try Self.failDue(of: endpoint, in: scene)
        #expect(try scene.store.outbox.due(to: endpoint.key, at: scene.now, limit: 10).due.isEmpty)
        _ = try await browser.send("/webhooks/e1/test", from: "/webhooks")
        #expect(try await browser.open("/webhooks").text.contains("1 message that waited is due now."))
        #expect(try scene.store.outbox.due(to: endpoint.key, at: scene.now, limit: 10).due.count == 1)
    }

    @Test("A service that does not manage webhooks says so and has no form")
    func unmanaged() async throws {
        let browser = try await DashboardBench(ServiceScene(), as: .admin)
        let page = try await browser.open("/webhooks").text
        #expect(page.contains("not managed by this service"))
        #expect(!page.contains("Add an endpoint"))
        #expect(try await browser.send("/webhooks", ["url": Self.url], from: "/").status == 409)
    }
}
