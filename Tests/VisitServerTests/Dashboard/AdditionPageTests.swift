import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Adding and moving a visit on the dashboard")
struct AdditionPageTests {
    private static func scene() async throws -> (scene: ServiceScene, visit: Visit, browser: DashboardBench) {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        var visit = try #require(try scene.store.visits.all().first)
        (visit.status, visit.exitedAt) = (.closed, visit.lastProofAt)
        let phone = try #require(try scene.store.devices.find(DeviceID("phone")))
        var commit = DeviceCommit(device: phone.key, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        commit.visits = [visit]
        try scene.store.commit([commit])
        return (scene, visit, try await DashboardBench(scene, as: .admin))
    }

    private static let address = "/visits/new?member=ann"

    private static func fields(_ entered: String, _ exited: String, at facility: String = "p1") -> [String: String] {
        ["member": "ann", "facility": facility, "entered": entered, "exited": exited, "note": "the phone was at home"]
    }

    private static func revision(_ browser: DashboardBench, _ visit: VisitID) async throws -> String {
        let page = try await browser.open("/visits/new?visit=\(visit)").text
        return try #require(page.firstMatch(of: /name="revision" value="([^"]+)"/).map { String($0.1) })
    }

    @Test("A missed visit is added by the facility's clocks, from the member's page")
    func add() async throws {
        let (scene, _, browser) = try await Self.scene()
        #expect(try await browser.open("/members/ann").text.contains(#"href="\#(Self.address)""#))
        let form = try await browser.open(Self.address)
        try PageTests.check(form.text, "/visits/new")
        #expect(form.text.contains(#"value="ann" required"#))
        #expect(form.text.contains(#"<option value="p0">Place 0</option>"#))
        let sent = try await browser.send(
            "/visits/new",
            Self.fields("2024-03-10T18:00", "2024-03-10T19:05"),
            from: Self.address
        )
        let page = try #require(sent.location)
        let visit = try #require(try scene.store.visits.find(VisitID(String(page.dropFirst("/visits/".count)))))
        #expect(visit.isCounted && visit.evidence == .manual)
        let zone = try #require(try scene.store.facilities.find(FacilityID("p1"))).facility.timeZone ?? .utc
        #expect(visit.enteredAt.localDate(in: zone).description == "2024-03-10")
        #expect(visit.enteredAt.secondOfDay(in: zone) == 18 * 3_600)
        let shown = try await browser.open(page).text
        try PageTests.check(shown, "/visits")
        #expect(shown.contains("The visit is added and counts."))
        #expect(shown.contains("Counted: a person added it (1 h 05 min)."))
        #expect(shown.contains("none: a person added the visit"))
        #expect(shown.contains("added it: the phone was at home"))
        // It is in every list, and in the member's calendar
        for list in ["/visits", "/members/ann?month=2024-03", "/facilities/p1", "/visits?day=2024-03-10"] {
            #expect(try await browser.open(list).text.contains(#"href="\#(page)""#), "\(list)")
        }
    }

    @Test(
        "What can't be is refused with the form as it was sent",
        arguments: [
            ("2024-03-10T18:00", "2024-03-10T18:05", "p1", "shorter than"),
            ("2024-03-10T18:00", "2024-03-10T17:00", "p1", "not after the entry"),
            ("2094-03-10T18:00", "2094-03-10T19:00", "p1", "in the future"),
            ("yesterday", "2024-03-10T19:00", "p1", "the entry"), ("", "2024-03-10T19:00", "p1", "the entry"),
            ("2024-03-10T18:00", "2024-03-10T19:00", "nowhere", "No facility has"),
            ("2024-03-10T18:00", "2024-03-10T19:00", "Place", "Several facilities"),
            ("2024-03-10T18:00", "2024-03-10T19:00", "", "The facility is missing"),
        ]
    )
    func refused(entered: String, exited: String, facility: String, words: String) async throws {
        let (scene, _, browser) = try await Self.scene()
        let before = try scene.store.visits.all().count
        let answer = try await browser.send(
            "/visits/new",
            Self.fields(entered, exited, at: facility),
            from: Self.address
        )
        #expect(answer.status == 400)
        #expect(answer.text.contains(words))
        #expect(answer.text.contains(#"value="the phone was at home""#))
        #expect(try scene.store.visits.all().count == before)
    }

    @Test("A name that only one facility has is as good as its id")
    func name() async throws {
        let (_, _, browser) = try await Self.scene()
        let fields = Self.fields("2024-03-10T18:00", "2024-03-10T19:00", at: "place 2")
        #expect(try await browser.send("/visits/new", fields, from: Self.address).status == 303)
    }

    @Test("Beside a counted visit the page asks what becomes of it")
    func overlapping() async throws {
        let (scene, visit, browser) = try await Self.scene()
        let zone = try #require(try scene.store.facilities.find(FacilityID("p1"))).facility.timeZone ?? .utc
        func field(_ time: Timestamp) -> String {
            let second = time.secondOfDay(in: zone)
            return "\(time.localDate(in: zone))T" + String(format: "%02d:%02d", second / 3_600, second / 60 % 60)
        }
        var fields = Self.fields(
            field(visit.enteredAt.advanced(bySeconds: -600)),
            field(visit.enteredAt.advanced(bySeconds: 600))
        )
        let asked = try await browser.send("/visits/new", fields, from: Self.address)
        #expect(asked.status == 409)
        try PageTests.check(asked.text, "/visits/new")
        #expect(asked.text.contains(#"<a href="/visits/\#(visit.id)">Place 0, "#))
        #expect(asked.text.contains(#"name="overlap" value="decline""#))
        fields["overlap"] = "nonsense"
        #expect(try await browser.send("/visits/new", fields, from: Self.address).status == 400)
        fields["overlap"] = "decline"
        // What was not shown is not decided about.
        #expect(try await browser.send("/visits/new", fields, from: Self.address).status == 409)
        #expect(asked.text.contains(#"name="shown" value="\#(visit.id)""#))
        fields["shown"] = visit.id.text
        let sent = try await browser.send("/visits/new", fields, from: Self.address)
        let page = try #require(sent.location)
        #expect(try scene.store.visits.find(visit.id)?.status == .declined)
        let declined = try await browser.open("/visits/\(visit.id)").text
        #expect(declined.contains("added another visit that counts instead"))
        #expect(declined.contains(#"(<a href="\#(page)">the other visit</a>)"#))
        // It is changed at the added one
        #expect(!declined.contains(#"value="confirm""#))
        #expect(!declined.contains(#"value="undo""#))
    }

    @Test("A visit is moved with the revision that was seen, and undone from either page")
    func move() async throws {
        let (scene, visit, browser) = try await Self.scene()
        let from = "/visits/new?visit=\(visit.id)"
        #expect(try await browser.open("/visits/\(visit.id)").text.contains(#"href="\#(from)""#))
        let form = try await browser.open(from).text
        try PageTests.check(form, "/visits/new")
        #expect(form.contains(#"<option value="p1">Place 1</option>"#))
        #expect(!form.contains(#"name="entered""#))
        let revision = try await Self.revision(browser, visit.id)
        let fields = [
            "visit": visit.id.text, "revision": revision, "member": "ann", "facility": "p1", "note": "next door",
        ]
        let sent = try await browser.send("/visits/new", fields, from: from)
        let page = try #require(sent.location)
        #expect(try await browser.open(page).text.contains("The visit is moved and counts here."))
        #expect(try scene.store.visits.find(visit.id)?.status == .declined)
        // A second reviewer with the old page
        let late = try await browser.send("/visits/new", fields, from: from)
        #expect(late.status == 409)
        #expect(late.text.contains("was changed meanwhile"))
        let old = "/visits/\(visit.id)"
        let shown = try await browser.open(old).text
        let seen = try #require(shown.firstMatch(of: /name="revision" value="([^"]+)"/).map { String($0.1) })
        _ = try await browser.send("\(old)/review", ["change": "undo", "revision": seen], from: old)
        #expect(try scene.store.visits.find(visit.id)?.isCounted == true)
        #expect(try await browser.open(page).text.contains("a person added it and took it back"))
        #expect(try await browser.open("/visits/new?visit=none").status == 404)
    }
}
