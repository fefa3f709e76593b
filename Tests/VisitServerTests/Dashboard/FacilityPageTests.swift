import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Facilities on the dashboard")
struct FacilityPageTests {
    @Test("A card has the fields required by the Gym Visits document")
    func card() async throws {
        let scene = try ServiceScene(places: 1)
        try scene.addFacility("gym", name: "Gym & Sauna", east: 800, city: "Duluth")
        try await scene.post(device: "phone", member: "ann", minutes: 30, east: 800)
        let places = [try FacilityID("gym"), try FacilityID("p0")]
        try scene.live.pipeline.recordDelivery(of: places, to: DeviceID("phone"), at: scene.now)
        let browser = try await DashboardBench(scene, as: .read)
        let all = try await browser.open("/facilities").text
        let card = try Self.card("Gym &amp; Sauna", all)
        let badge = #"<span class="badge good">Monitoring</span>"#
        for part in ["Duluth", "1 visit in Mar 2024", badge, "on 1 phone", "1 member in now"] {
            #expect(card.contains(part), "\(part)")
        }
        #expect(!card.contains(" km"))
        let own = try Self.card("Place 0", try await browser.open("/facilities?member=ann").text)
        #expect(own.contains("650 m"))
        #expect(own.contains("on phone"))
        #expect(own.contains("0 visits in Mar 2024"))
    }

    /// The part of a page with the card of a name.
    private static func card(_ name: String, _ page: String) throws -> String {
        let cards = page.components(separatedBy: "<li class=\"card\">")
        return try #require(cards.dropFirst().first { $0.contains(name) })
    }

    @Test("A search finds by name, city and id, with and without a member, and reports when nothing fits")
    func search() async throws {
        let scene = try ServiceScene()
        try scene.addFacility("x-1", name: "Sauna", east: 5_000, city: "Duluth")
        try await scene.post(device: "phone", member: "ann", minutes: 5)
        let browser = try await DashboardBench(scene, as: .read)
        for member in ["", "&member=ann"] {
            for text in ["saun", "DULUTH", "x-1"] {
                let page = try await browser.open("/facilities?q=\(text)\(member)").text
                #expect(page.contains(">Sauna</a>"))
                #expect(!page.contains(">Place 0</a>"))
                #expect(page.contains(" km") == !member.isEmpty)
            }
            #expect(try await browser.open("/facilities?q=nowhere\(member)").text.contains("No facility matches"))
        }
        let unknown = try await browser.open("/facilities?member=nobody")
        #expect(unknown.status == 404)
        #expect(unknown.text.contains("<h1>Not Found</h1>"))
    }

    @Test("Consecutive pages show every facility once", arguments: ["", "member=ann", "q=place", "q=place&member=ann"])
    func paging(query: String) async throws {
        let scene = try ServiceScene(places: 60)
        try await scene.post(device: "phone", member: "ann", minutes: 5)
        let browser = try await DashboardBench(scene, as: .read)
        var (next, names, pages): (String?, [String], Int) = ("/facilities?\(query)", [], 0)
        while let address = next {
            let page = try await browser.open(address).text
            names += page.matches(of: />(Place \d+)<\/a>/).map { String($0.1) }
            next = page.firstMatch(of: /href="([^"]+)" rel="next"/).map { String($0.1).replacing("&amp;", with: "&") }
            pages += 1
            try #require(pages < 10)
        }
        #expect(pages == 3)
        #expect(names.count == 60)
        #expect(Set(names).count == 60)
    }

    @Test("The map has the fences of a search and the member's position")
    func points() async throws {
        let scene = try ServiceScene(places: 2)
        try await scene.post(device: "phone", member: "ann", minutes: 5)
        let browser = try await DashboardBench(scene, as: .read)
        #expect(try await browser.open("/facilities-on-map?member=ann").part("shapes.0.watched") as? Bool == false)
        try scene.live.pipeline.recordDelivery(of: [FacilityID("p0")], to: DeviceID("phone"), at: scene.now)
        let answer = try await browser.open("/facilities-on-map?member=ann")
        #expect(try answer.part("shapes.0.address") as? String == "/facilities/p0")
        #expect(try answer.part("shapes.0.radius_m") as? Double == 150)
        #expect(try answer.part("shapes.0.watched") as? Bool == true)
        #expect(try answer.part("points.0.latitude") as? Double == 45)
        #expect(try await browser.open("/facilities-on-map").part("points.0") == nil)
    }

    @Test("A facility's page has its visits by day, the members inside and its fence")
    func facility() async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        let browser = try await DashboardBench(scene, as: .read)
        let page = try await browser.open("/facilities/p0").text
        for part in [
            "circle of 150 m", "1 visit counts on 1 day", #"<strong><a href="/members/ann">ann</a></strong>"#,
            "today 11:31", "29 min",
            "11 Mar 2024: 1 visit counts", "&quot;radius_m&quot;:150",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(page.contains("/facilities/p0?month=2024-02#visits"))
        #expect(!page.contains("2024-04"))
        let before = try await browser.open("/facilities/p0?month=2024-02").text
        #expect(before.contains("No visit began"))
        #expect(before.contains("/facilities/p0?month=2024-03#visits"))
    }

    @Test("A facility's page says how long people stay, and what it is a part of")
    func staysAndWhole() async throws {
        let scene = try ServiceScene(places: 1)
        var facility = try #require(try scene.store.facilities.find(FacilityID("p0"))?.facility)
        let browser = try await DashboardBench(scene, as: .read)
        let before = try await browser.open("/facilities/p0").text
        #expect(before.contains("<dt>Stays</dt><dd>short</dd>"))
        #expect(!before.contains("<dt>Part of</dt>"))
        try scene.addFacility("a&b")
        facility.stays = .long
        facility.partOf = try FacilityID("a&b")
        _ = try scene.store.facilities.save(facility, effectiveFrom: ServiceScene.start, observedAt: scene.now)
        let after = try await browser.open("/facilities/p0").text
        #expect(after.contains("<dt>Stays</dt><dd>long, also over night</dd>"))
        #expect(after.contains("<dt>Part of</dt>"))
        #expect(after.contains("<code>a&amp;b</code>"))
    }

    @Test("A missing facility, and an invalid month, are reported on a page")
    func wrong() async throws {
        let browser = try await DashboardBench(ServiceScene(), as: .read)
        let missing = try await browser.open("/facilities/%3Cscript%3E")
        #expect(missing.status == 404)
        #expect(missing.text.contains("`&lt;script&gt;`".replacing("`", with: "&#96;")))
        #expect(missing.text.contains("Sign out"))
        #expect(try await browser.open("/facilities/p0?month=13").status == 400)
        #expect(try await browser.open("/facilities?after=zzz").status == 400)
    }

    @Test("Without Leaflet pages say how to get a map; with tiles browsers may fetch only from their host")
    func maps() async throws {
        var options = ServiceOptions()
        options.dashboard.leafletFolder = "/nowhere"
        let bare = try await DashboardBench(ServiceScene(options: options), as: .read)
        for path in ["/facilities", "/facilities/p0"] {
            let page = try await bare.open(path).text
            #expect(page.contains("libjs-leaflet"))
            #expect(!page.contains("map.js"))
        }
        options.dashboard.tiles = try TileSource(
            template: "https://{s}.tile.example.org/{z}/{x}/{y}.png",
            attribution: "© <b>"
        )
        let tiled = try await DashboardBench(ServiceScene(options: options), as: .read)
        let policy = try #require(try await tiled.open("/").headers[.contentSecurityPolicy])
        #expect(policy.contains("img-src 'self' data: https://*.tile.example.org;"))
    }

    @Test(
        "What is not an address of tiles is refused",
        arguments: [
            "", "tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org/{z}/{x}.png", "ftp://a/{z}/{x}/{y}",
            "https:///{z}/{x}/{y}", "https://a;script-src *//{z}/{x}/{y}", "https://a b/{z}/{x}/{y}",
            "https://'self'/{z}/{x}/{y}", "https://{s}./{z}/{x}/{y}", "https://*/{z}/{x}/{y}",
        ]
    )
    func tiles(template: String) {
        #expect(throws: VisitServerError.self) { try TileSource(template: template, attribution: "") }
    }
}
