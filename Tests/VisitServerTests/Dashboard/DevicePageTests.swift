import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Phones on the dashboard")
struct DevicePageTests {
    /// A scene with a phone that arrived at the first place half an hour ago.
    private static func scene() async throws -> ServiceScene {
        let scene = try ServiceScene()
        try scene.store.devices.ensure(DeviceID("phone"), member: MemberID("ann"), platform: .android)
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        return scene
    }

    @Test("A phone's page has its numbers, its fences with the registered ones marked, and the day's events")
    func page() async throws {
        let browser = try await DashboardBench(Self.scene(), as: .read)
        #expect(try await browser.open("/devices").text.contains(#"<a href="/devices/phone">phone</a>"#))
        #expect(try await browser.open("/devices?device=phone").location == "/devices/phone")
        #expect(try await browser.open("/devices?q=phone").location == "/devices/phone")
        #expect(try await browser.open("/devices?q=HON").text.contains(#"href="/devices/phone""#))
        #expect(try await browser.open("/devices?q=xyz").text.contains("No phone matches."))
        let page = try await browser.open("/devices/phone").text
        #expect(page.contains(#"<span data-number="registered">3</span> <small>of 100</small>"#))
        #expect(page.contains(#"<a href="/members/ann">ann</a>"#))
        #expect(page.contains("30 fixes from 11:31 to 12:00."))
        #expect(page.contains(#"<span data-number="delivered">0</span>"#))
        #expect(page.matches(of: /<span class="badge good">Monitoring<\/span>/).isEmpty, "nothing was delivered")
        for kind in ["Registered", "Entered", "Dwell"] { #expect(page.contains("kind \(kind)"), "\(kind)") }
        #expect(page.contains("Diagnosis"))
        // A user with read access sees no button that changes anything.
        #expect(!page.contains("Restart the phone"))
    }

    @Test("A phone's page and its entry in the list show by how much its clock runs ahead")
    func clock() async throws {
        let scene = try await Self.scene()
        let browser = try await DashboardBench(scene, as: .read)
        #expect(try await !browser.open("/devices/phone").text.contains("clock"))
        let device = try #require(try scene.store.devices.find(DeviceID("phone")))
        let state = try #require(try scene.store.deviceStates.state(of: device.key))
        var commit = DeviceCommit(
            device: device.key,
            state: state.state,
            stateFormat: state.format,
            policyVersion: state.policyVersion,
            newestFixAt: state.newestFixAt
        )
        let clock = try #require(state.clock)
        commit.clock = StoredClock(offsetMilliseconds: 7_200_000, seemsBehind: false, state: clock.state)
        try scene.store.commit([commit])
        #expect(try await browser.open("/devices/phone").text.contains("2 h 0 min ahead, corrected"))
        commit.clock = StoredClock(offsetMilliseconds: nil, seemsBehind: true, state: clock.state)
        try scene.store.commit([commit])
        #expect(try await browser.open("/devices/phone").text.contains("seems behind"))
    }

    @Test("Another day shows other fixes and events, and an invalid day is refused")
    func day() async throws {
        let browser = try await DashboardBench(Self.scene(), as: .read)
        let page = try await browser.open("/devices/phone?day=2024-03-10").text
        #expect(page.contains("Track of 10 Mar 2024"))
        #expect(page.contains("No fixes are stored for this day."))
        #expect(!page.contains("kind Entered"))
        for text in ["2024-02-30", "yesterday", "2024-3-1", "99999-01-01"] {
            #expect(try await browser.open("/devices/phone?day=\(text)").status == 400, "\(text)")
        }
    }

    @Test("The map has the track in pieces and the fences, registered or not")
    func map() async throws {
        let scene = try await Self.scene()
        scene.advance(seconds: 3_600)
        try await scene.post(device: "phone", member: "ann", minutes: 10, east: 400)
        let browser = try await DashboardBench(scene, as: .read)
        let map = try await browser.open("/devices/phone/on-map")
        // An hour between the two stays: the path is unknown.
        #expect((try map.part("tracks") as? [Any])?.count == 2)
        #expect((try map.part("tracks.1") as? [Any])?.count == 10)
        #expect((try map.part("shapes") as? [Any])?.count == 3)
        #expect(try map.part("shapes.0.watched") as? Bool == false)
        try scene.live.pipeline.recordDelivery(of: [FacilityID("p0")], to: DeviceID("phone"), at: scene.now)
        let later = try await browser.open("/devices/phone/on-map")
        for index in 0..<3 {
            let isFirst = try later.part("shapes.\(index).address") as? String == "/facilities/p0"
            #expect(try later.part("shapes.\(index).watched") as? Bool == isFirst)
        }
        #expect(try map.part("points.0.name") as? String == "Last fix of the day")
    }

    @Test("A simulated restart removes the registrations and restores them", arguments: [true, false])
    func reboot(byScript: Bool) async throws {
        let scene = try await Self.scene()
        let browser = try await DashboardBench(scene, as: .admin)
        let before = try scene.store.events.newestNumber()
        let form = ["form_token": try DashboardBench.formToken(await browser.open("/devices/phone").text)]
        let answer =
            byScript
            ? try await browser.send("/devices/phone/reboot", form, from: nil, accepting: "application/json")
            : try await browser.send("/devices/phone/reboot", form, from: nil)
        #expect(answer.status == (byScript ? 200 : 303))
        let names = try scene.store.events.emitted(after: before, limit: 10).map(\.event.kind.name)
        #expect(names == ["Unregistered", "Registered"])
        if byScript {
            #expect(try answer.part("told") as? String == "The phone was restarted (simulated): 2 events.")
        } else {
            #expect(answer.location == "/devices/phone#events")
            #expect(try await browser.open("/devices/phone").text.contains("The phone was restarted (simulated)"))
        }
        #expect(try await browser.open("/devices/phone").text.contains(#"data-number="registered">3<"#))
        #expect(try await browser.send("/devices/nobody/reboot", from: "/").status == 404)
    }

    @Test("The live stream of a phone contains only its events")
    func stream() async throws {
        let scene = try await Self.scene()
        try await scene.post(device: "other", member: "bob", minutes: 30)
        let browser = try await DashboardBench(scene, as: .read)
        #expect(try await browser.open("/devices/nobody/live").status == 404)
        async let answer = browser.open("/devices/phone/live?last_event_id=0")
        while scene.live.feed.listenerCount == 0 { await Task.yield() }
        await scene.live.stop()
        let text = try await answer.text
        #expect(text.contains("\"device\":\"phone\""))
        #expect(!text.contains("\"device\":\"other\""))
    }

    @Test("Every event of a phone is on one of the pages, in order")
    func events() async throws {
        let scene = try await Self.scene()
        for _ in 0..<120 {
            scene.advance(seconds: 60)
            _ = try scene.live.pipeline.reboot(DeviceID("phone"), at: scene.now, observedAt: scene.now)
        }
        let all = try scene.store.events.all(matching: EventFilter(device: DeviceID("phone"))).count
        try #require(all > 200)
        let browser = try await DashboardBench(scene, as: .read)
        var (next, times): (String?, [String]) = ("/devices/phone/events", [])
        while let address = next {
            let page = try await browser.open(address).text
            times += page.matches(of: /<time datetime="([^"]+)"/).map { String($0.1) }
            next = page.firstMatch(of: /href="([^"]+)" rel="next"/).map { String($0.1).replacing("&amp;", with: "&") }
            try #require(times.count <= all)
        }
        #expect(times.count == all)
        #expect(times == times.sorted())
    }
}
