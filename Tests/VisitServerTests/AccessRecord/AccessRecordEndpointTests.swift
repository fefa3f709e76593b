import Foundation
import HTTPTypes
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("The access record of the service")
struct AccessRecordEndpointTests {
    /// Endpoints and pages that give out no data of members, beside those of phones.
    private static let unrecorded: Set = [
        "GET /assets/{file}", "GET /health", "GET /ready", "GET /metrics", "GET /overview/numbers", "GET /sign-in",
        "GET /sign-in/link",
        "GET /v1/access-record", "GET /access-record", "GET /v1/openapi.json", "GET /v1/facilities/{facility}",
        "GET /v1/webhooks", "GET /v1/webhooks/{endpoint}", "GET /webhooks", "GET /v1/tokens", "GET /tokens",
        "GET /v1/tracking-options", "GET /v1/tracking-options/{os}/{environment}/{trip}", "GET /import", "GET /setup",
        // They have the states of messages, and not what is in them.
        "GET /v1/deliveries", "GET /v1/deliveries/{message}", "GET /deliveries", "GET /deliveries/replay",
        // They record what names members themselves.
        "GET /v1/counts", "GET /v1/reports/{month}", "GET /reports/{month}/file",
        "GET /v1/months", "GET /v1/payouts",
        // It asks for a confirmation.
        "GET /members/{member}/erase",
    ]

    @Test("every endpoint that is read declares what it records, or is listed here")
    func complete() throws {
        let reading = try ServiceScene().service.endpoints.filter { $0.method == .get && $0.permission != .ingest }
        let silent = Set(reading.filter { $0.recording == nil }.map { "GET \($0.path)" })
        #expect(silent.subtracting(Self.unrecorded).sorted() == [])
        #expect(Self.unrecorded.subtracting(silent).sorted() == [])
    }

    @Test(
        "a request that reads a member's data is in the record",
        .long,
        arguments: [
            ("/v1/members/ann", "read ann"), ("/v1/members/ann/facilities", "read ann"),
            ("/v1/members/ann/export", "export ann"), ("/v1/members", "read several"), ("/v1/members/nobody", ""),
            ("/v1/devices", "read several"), ("/v1/devices?member=ann", "read ann"), ("/v1/devices/phone", "read ann"),
            ("/v1/devices/phone/fixes", "read ann"), ("/v1/devices/phone/geofences", "read ann"),
            ("/v1/devices/phone/registrations", "read ann"), ("/v1/registrations?device=phone", "read ann"),
            ("/v1/devices/none/fixes", ""), ("/v1/visits", "read several"), ("/v1/visits?member=ann", "read ann"),
            ("/v1/visits/{visit}", "read ann"), ("/v1/visits/none", ""), ("/v1/events?device=phone", "read ann"),
            ("/v1/events?visit={visit}", "read ann"), ("/v1/events", "read several"),
            ("/v1/counts?month=2024-03", ""), ("/v1/counts?month=2024-03&by=member", "read several"),
            ("/v1/reports/2024-03?by=facility", ""), ("/v1/reports/2024-03", "read several"),
            ("/v1/reports/2024-03?by=visit&format=csv", "export several"),
            ("/v1/reports/2024-03?by=facility&format=xlsx", "export several"), ("/v1/months", ""), ("/v1/payouts", ""),
            ("/v1/quarantine", "read several"), ("/v1/facilities", ""), ("/v1/facilities?member=ann", "read ann"),
            ("/v1/facilities/near?lat=45&lon=-93&member=ann", "read ann"), ("/v1/facilities/p0", ""),
            ("/v1/tokens", ""), ("/v1/access-record?member=ann", ""),
        ]
    )
    func requests(path: String, expected: String) async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        let visit = try #require(try scene.store.visits.all().first)
        let path = path.replacing("{visit}", with: visit.id.text)
        for role in [TokenRole.read, .admin] {
            let token = try scene.token(role)
            let answer = try await scene.ask(.get, path, token)
            // Exports and the record are for admins.
            guard answer.status != 403 else { continue }
            let rows = try scene.store.accessRecord.all().filter { $0.caller.id == token.id.text }
            #expect(rows.map { "\($0.action) \($0.member?.text ?? "several")" }.joined() == expected)
            #expect(rows.allSatisfy { $0.caller.interface == .api })
        }
    }

    @Test(
        "a page that shows a member's data is in the record",
        .long,
        arguments: [
            ("/", "read several"), ("/members", "read several"), ("/members/ann", "read ann"),
            ("/members/ann/export", "export ann"), ("/members/ann/erase", ""), ("/devices", "read several"),
            ("/devices/phone", "read ann"), ("/devices/phone/on-map", "read ann"),
            ("/devices/phone/events", "read ann"),
            ("/devices/phone/numbers", "read ann"), ("/facilities", ""), ("/facilities?member=ann", "read ann"),
            ("/facilities-on-map?member=ann", "read ann"), ("/facilities/p0", "read several"),
            ("/quarantine", "read several"), ("/tokens", ""), ("/access-record", ""), ("/overview/numbers", ""),
        ]
    )
    func pages(path: String, expected: String) async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        let browser = try await DashboardBench(scene, as: .admin)
        let before = try scene.store.accessRecord.all().count
        #expect(try await browser.open(path).status == 200)
        let rows = try scene.store.accessRecord.all().dropLast(before)
        #expect(rows.map { "\($0.action) \($0.member?.text ?? "several")" }.joined() == expected)
        #expect(rows.allSatisfy { $0.caller.interface == .page })
    }

    @Test("what a phone sends and reads is not recorded")
    func phones() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.ingest, member: "ann")
        let sent = try await scene.ask(
            .post,
            "/v1/fixes",
            token,
            json: #"{"device":"phone","fixes":[{"time":"2024-03-11T11:59:00Z","lat":45,"lon":-93,"accuracy":10}]}"#
        )
        #expect(sent.status == 200)
        #expect(try await scene.ask(.get, "/v1/devices/phone/geofences", token).status == 200)
        #expect(try await scene.ask(.get, "/v1/access-record", token).status == 403)
        #expect(try await scene.ask(.get, "/v1/access-record", scene.token(.read)).status == 403)
        #expect(try scene.store.accessRecord.all() == [])
    }

    @Test("reviews and erasures are recorded, and an erasure is found by the member's id afterwards")
    func changes() async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann+gym@example.com", minutes: 30)
        let visit = try #require(try scene.store.visits.all().first)
        let token = try scene.token(.admin)
        let review = "/v1/visits/\(visit.id)/review"
        #expect(try await scene.ask(.post, review, token, json: #"{"note":"x"}"#).status == 200)
        #expect(try await scene.ask(.delete, review, token).status == 200)
        #expect(try await scene.ask(.post, "/v1/visits/none/review", token, json: #"{"note":"x"}"#).status == 404)
        let id = "ann%2Bgym@example.com"
        #expect(try await scene.ask(.delete, "/v1/members/\(id)?confirm=\(id)", token).status == 200)
        for query in ["member=\(id)", "member=ann+gym@example.com", ""] {
            let answer = try await scene.ask(.get, "/v1/access-record?\(query)", token)
            let rows = try #require(try answer.part("access_record") as? [[String: Any]])
            #expect(rows.map { $0["action"] as? String } == ["erase", "correct", "correct"], "\(query)")
            #expect(rows.allSatisfy { $0["member"] is NSNull && ($0["erased_member"] as? String)?.count == 64 })
            #expect(rows.allSatisfy { $0["caller"] as? String == token.id.text && $0["via"] as? String == "api" })
            #expect(!answer.text.contains("gym@"))
        }
    }

    @Test("the list is given a page at a time, newest first, as the API's description says", .long)
    func list() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        for path in ["/v1/members/M-1001", "/v1/members/M-1002", "/v1/members", "/v1/members/M-1001/export"] {
            try await bench.call(.get, path)
        }
        var (members, next): ([String?], String?) = ([], "")
        while let after = next {
            let page = try await bench.call(
                .get,
                "/v1/access-record?limit=1" + (after.isEmpty ? "" : "&after=\(after)")
            )
            members += (page["access_record"]?.list ?? []).map { $0["member"]?.text }
            next = page["next"]?.text
        }
        #expect(members == ["M-1001", nil, "M-1002", "M-1001"])
        let exports = try await bench.call(.get, "/v1/access-record?action=export&via=api&since=2024-01-01")
        #expect(exports["access_record"]?.list?.count == 1)
        try await bench.call(.get, "/v1/access-record?action=look", 400)
        try await bench.call(.get, "/v1/access-record?after=x", 400)
        try await bench.call(.get, "/v1/access-record", 403, as: .read)
    }

    @Test("the page lists the accesses, hostile names as text, and finds those of an erased member")
    func page() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        for (index, text) in ServiceScene.hostileTexts.enumerated() {
            let name = "m\(index)\(text)"
            try await scene.post(device: "d\(index)", member: name, minutes: 1)
            #expect(try await browser.open("/members/\(DashboardLink.quoted(name))").status == 200)
        }
        try await scene.post(device: "phone", member: "ann", minutes: 1)
        #expect(try await browser.open("/members/ann").text.contains("/access-record?member=ann"))
        try scene.store.accessRecord.add([
            Access(.read, .several, AccessOrigin(AccessCaller(.command, id: "<b>", note: "<i>"), at: scene.now))
        ])
        var page = try await browser.open("/access-record").text
        for harm in ["<script>alert", "<img src=x", "onmouseover='alert", "<b>", "<i>", "\"\u{301} onfocus"] {
            #expect(!page.utf8.contains(harm), "\(harm)")
        }
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(page.contains("several members"))
        #expect(page.contains("&lt;b&gt;, command line"))
        page = try await browser.open("/access-record?member=ann&action=read").text
        #expect(page.contains(#"<a href="/members/ann">ann</a>"#))
        #expect(!page.contains("several members"))
        #expect(page.contains(#"<option value="read" selected>"#))
        #expect(
            try await browser.send("/members/ann/erase", ["confirm": "ann"], from: "/members/ann/erase").status == 303
        )
        page = try await browser.open("/access-record?member=ann").text
        #expect(page.contains("erased member"))
        #expect(!page.contains(#"href="/members/ann""#))
        #expect(try await DashboardBench(scene, as: .read).open("/access-record").status == 403)
        let reader = try await DashboardBench(scene, as: .read)
        #expect(try await !reader.open("/members").text.contains("/access-record"))
    }
}
