import Foundation
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("The overview of the dashboard")
struct OverviewTests {
    @Test("Its numbers are those of today, of the month and of now")
    func numbers() async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "one", member: "ann", minutes: 30)
        let browser = try await DashboardBench(scene, as: .read)
        let today = try await browser.open("/overview/numbers")
        #expect(try today.part("visits_today") as? String == "1")
        #expect(try today.part("visits_this_month") as? String == "1")
        #expect(try today.part("inside_now") as? String == "1")
        #expect(try today.part("writing") as? String == "Yes")
        #expect(try today.part("trouble") as? String == "")
        scene.advance(seconds: 86_400)
        let other = try await DashboardBench(scene, as: .read)
        let tomorrow = try await other.open("/overview/numbers")
        #expect(try tomorrow.part("visits_today") as? String == "0")
        #expect(try tomorrow.part("visits_this_month") as? String == "1")
    }

    @Test("A member in two overlapping geofences counts once, and the number links to the member")
    func people() async throws {
        let scene = try ServiceScene()
        _ = try scene.store.facilities.importRows(effectiveFrom: ServiceScene.start) { importer in
            for (id, east) in [("p0", 0.0), ("next", 20.0)] {
                let fence = Geofence.circle(center: try ServiceScene.coordinate(east: east), radius: .standard)
                _ = try importer.upsert(Facility(id: FacilityID(id), name: id, geofence: fence))
            }
        }
        _ = try scene.live.refreshPlaces()
        try await scene.post(device: "one", member: "ann", minutes: 30)
        try await scene.post(device: "two", member: "bob", minutes: 30)
        #expect(try scene.store.visits.all().count { $0.status == .open } > 2)
        let browser = try await DashboardBench(scene, as: .read)
        #expect(try await browser.open("/overview/numbers").part("inside_now") as? String == "2")
        #expect(try await browser.open("/").text.contains(#"href="/members?inside=true""#))
        let list = try await browser.open("/members?inside=true").text
        #expect(list.contains("/members/ann") && list.contains("/members/bob"))
        scene.advance(seconds: 3 * 86_400)
        let later = try await DashboardBench(scene, as: .read).open("/members?inside=true").text
        #expect(!later.contains("/members/ann") && later.contains("No member is in a facility now"))
    }

    @Test("It lists the emitted events, the latest first, and the phones seen")
    func events() async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "one", member: "ann", minutes: 30)
        let page = try await DashboardBench(scene, as: .read).open("/").text
        let kinds = page.matches(of: /<span class="kind (\w+)">/).map { String($0.1) }
        #expect(kinds == ["Dwell", "Entered", "Registered"])
        #expect(page.contains(#"<a href="/facilities/p0">Place 0</a>"#))
        #expect(page.contains("3 geofences"))
        #expect(page.contains(#"<strong><a href="/devices/one">one</a></strong>"#))
    }

    @Test("The stream sends names as text in JSON, and resumes")
    func stream() async throws {
        let scene = try ServiceScene(places: 0)
        try scene.addFacility("gym", name: "<script>alert(1)</script> \"")
        try await scene.post(device: "one", member: "ann", minutes: 30)
        let browser = try await DashboardBench(scene, as: .read)
        async let answer = browser.open(
            "/overview/events",
            headers: ["Accept": "text/event-stream", "Last-Event-ID": "1"]
        )
        while scene.live.feed.listenerCount == 0 { await Task.yield() }
        await scene.live.stop()
        let text = try await answer.text
        #expect(text.contains("id: 2\nevent: Entered\ndata: {"))
        #expect(!text.contains("event: Registered"))
        let data = try #require(text.split(separator: "\n").first { $0.hasPrefix("data: ") }).dropFirst(6)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
        #expect(document["subject"] as? String == "<script>alert(1)</script> \"")
        #expect(document["address"] as? String == "/facilities/gym")
    }

    @Test("The stream ends with the session")
    func streamEnds() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .read)
        async let answer = browser.open("/overview/events", headers: ["Accept": "text/event-stream"])
        while scene.live.feed.listenerCount == 0 { await Task.yield() }
        scene.advance(seconds: 13 * 3_600)
        try await scene.post(device: "one", member: "ann", minutes: 30)
        scene.live.feed.wake()
        let text = try await answer.text
        #expect(!text.contains("Entered"))
    }
}
