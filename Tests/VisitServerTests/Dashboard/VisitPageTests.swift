import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Visits on the dashboard")
struct VisitPageTests {
    private static func scene() async throws -> (scene: ServiceScene, visit: Visit) {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        return (scene, try #require(try scene.store.visits.all().first))
    }

    @Test("A visit's page says why it counts, with a picture, its facts and its fixes")
    func page() async throws {
        let (scene, visit) = try await Self.scene()
        let browser = try await DashboardBench(scene, as: .read)
        let answer = try await browser.open("/visits/\(visit.id)")
        #expect(answer.status == 200)
        let page = answer.text
        try PageTests.check(page, "/visits")
        #expect(page.contains("<h1>Place 0, 11 Mar 2024</h1>"))
        #expect(page.contains("Counted: "))
        #expect(page.contains(#"<circle class="fence""#))
        #expect(page.contains(#"class="span proven""#))
        #expect(page.contains("dwell threshold: 10 min after the entry"))
        #expect(page.contains("No person has decided about this visit."))
        #expect(page.contains("inside</td></tr>"))
        #expect(page.contains(#"<link rel="stylesheet" href="/assets/drawing.css?v="#))
        // A reader can't change anything.
        #expect(!page.contains(#"name="change""#))
        #expect(try await browser.open("/visits/none").status == 404)
    }

    @Test("Every row, day and event of a visit leads to its page, or to the list of its day")
    func links() async throws {
        let (scene, visit) = try await Self.scene()
        let browser = try await DashboardBench(scene, as: .read)
        let page = #"href="/visits/\#(visit.id)""#
        for address in ["/", "/visits", "/members/ann", "/facilities/p0", "/devices/phone", "/devices/phone/events"] {
            #expect(try await browser.open(address).text.contains(page), "\(address)")
        }
        let day = "/visits?member=ann&amp;day=2024-03-11"
        #expect(try await browser.open("/members/ann").text.contains(#"href="\#(day)""#))
        #expect(try await browser.open("/facilities/p0").text.contains("/visits?facility=p0&amp;day=2024-03-11"))
        #expect(try await browser.open(day.replacing("&amp;", with: "&")).text.contains(page))
        #expect(try await browser.open("/visits?member=ann&day=2024-03-10").text.contains("No visit matches."))
    }

    @Test(
        "The list of visits is filtered, and refuses what is no filter",
        arguments: [
            ("member=ann", 200, true), ("facility=p0&month=2024-03", 200, true), ("verdict=counted", 200, true),
            ("verdict=unproven", 200, false), ("facility=p1", 200, false), ("day=&month=&verdict=", 200, true),
            ("verdict=nonsense", 400, false), ("day=2024-3-1", 400, false), ("month=2024", 400, false),
        ]
    )
    func filters(query: String, status: Int, isListed: Bool) async throws {
        let (scene, visit) = try await Self.scene()
        let answer = try await DashboardBench(scene, as: .read).open("/visits?\(query)")
        #expect(answer.status == status)
        #expect(answer.text.contains("/visits/\(visit.id)") == isListed)
    }

    @Test("The list goes on over pages without leaving out a visit or listing one twice")
    func pages() async throws {
        let scene = try ServiceScene()
        for number in 0..<12 {
            try await scene.post(device: "d\(number)", member: "m\(number)", minutes: 20)
        }
        let all = Set(try scene.store.visits.all().map(\.id.text))
        let browser = try await DashboardBench(scene, as: .read)
        let page = try await browser.open("/visits").text
        let listed = page.matches(of: /href="\/visits\/([a-z0-9]+)"/).map { String($0.1) }
        #expect(Set(listed) == all)
        #expect(listed.count == all.count)
    }

    @Test("Declining needs a reason, takes the visit from the count, and stands in the history with the person's name")
    func decline() async throws {
        let (scene, visit) = try await Self.scene()
        let browser = try await DashboardBench(scene, as: .admin)
        let (page, form) = ("/visits/\(visit.id)", "/visits/\(visit.id)/review")
        let revision = try await Self.revision(browser, page)
        let bare = try await browser.send(form, ["change": "decline", "revision": revision], from: page)
        #expect(bare.status == 400)
        #expect(bare.text.contains("a visit is declined with a reason"))
        #expect(try scene.store.visits.find(visit.id)?.isCounted == true)
        let fields = ["change": "decline", "note": "walked <past>", "revision": revision]
        #expect(try await browser.send(form, fields, from: page).location == page)
        #expect(try scene.store.visits.find(visit.id)?.status == .declined)
        let after = try await browser.open(page).text
        #expect(after.contains("Saved. The visit does not count."))
        #expect(after.contains("Not counted: a reviewer declined it."))
        #expect(after.contains("declined it: walked &lt;past&gt;"))
        for address in ["/visits", "/members/ann", "/facilities/p0"] {
            let list = try await browser.open(address).text
            #expect(list.contains("<small>declined by a person</small>"), "\(address)")
            #expect(!list.contains("% sure</small>"), "\(address)")
        }
        let undo = ["change": "undo", "revision": try await Self.revision(browser, page)]
        #expect(try await browser.send(form, undo, from: page).location == page)
        #expect(try scene.store.visits.find(visit.id) == visit)
        let rows = try scene.store.accessRecord.all(matching: AccessFilter(action: .correct))
        #expect(rows.map(\.caller.interface) == [.page, .page])
    }

    @Test("Of two reviewers the second one with an old page changes nothing, and sees what the first one did")
    func twoReviewers() async throws {
        let (scene, visit) = try await Self.scene()
        let (first, second) = (
            try await DashboardBench(scene, as: .admin), try await DashboardBench(scene, as: .admin)
        )
        let (page, form) = ("/visits/\(visit.id)", "/visits/\(visit.id)/review")
        let seen = try await Self.revision(second, page)
        let confirmed = ["change": "confirm", "note": "she was there", "revision": seen]
        #expect(try await first.send(form, confirmed, from: page).status == 303)
        let late = try await second.send(form, ["change": "decline", "note": "no", "revision": seen], from: page)
        #expect(late.status == 409)
        #expect(late.text.contains("was changed meanwhile"))
        #expect(late.text.contains("confirmed it: she was there"))
        // What was written is not lost.
        #expect(late.text.contains(#"name="note" maxlength="1000" value="no""#))
        #expect(try scene.store.visits.find(visit.id)?.isCounted == true)
        // The page that said so has the new revision.
        let now = try await Self.revision(second, page)
        #expect(late.text.contains(#"name="revision" value="\#(now)""#))
    }

    @Test(
        "A form that is none changes nothing",
        arguments: [["change": "nonsense"], ["change": "confirm"], ["change": "note", "revision": "x"], [:]]
    )
    func wrongForm(fields: [String: String]) async throws {
        let (scene, visit) = try await Self.scene()
        let browser = try await DashboardBench(scene, as: .admin)
        let answer = try await browser.send("/visits/\(visit.id)/review", fields, from: "/visits/\(visit.id)")
        #expect(answer.status == 400)
        #expect(try scene.store.visits.reviews(of: [visit.id]).isEmpty)
        let missing = try await browser.send("/visits/none/review", fields, from: "/visits/\(visit.id)")
        #expect([400, 404].contains(missing.status))
    }

    @Test("The API refuses a decision about an old revision, undoes a change, and has the history")
    func api() async throws {
        let (scene, visit) = try await Self.scene()
        let token = try scene.token(.admin)
        let path = "/v1/visits/\(visit.id)"
        let seen = try #require(try await scene.ask(.get, path, token).part("revision") as? String)
        let body = #"{"decision":"declined","note":"no","revision":"\#(seen)"}"#
        #expect(try await scene.ask(.post, "\(path)/review", token, json: body).status == 200)
        let again = try await scene.ask(.post, "\(path)/review", token, json: body)
        #expect(again.status == 409)
        #expect(try again.part("type") as? String == "about:blank#conflict")
        #expect(try await scene.ask(.post, "\(path)/undo?revision=\(seen)", token).status == 409)
        #expect(try await scene.ask(.post, "\(path)/undo?revision=nonsense", token).status == 400)
        let undone = try await scene.ask(.post, "\(path)/undo", token)
        #expect(undone.status == 200)
        #expect(try undone.part("counted") as? Bool == true)
        #expect(try undone.part("corrections.0.action") as? String == "declined")
        #expect(try undone.part("corrections.1.action") as? String == "undone")
        #expect((try undone.part("sentence") as? String)?.hasPrefix("Counted: ") == true)
        #expect(try await scene.ask(.post, "/v1/visits/none/undo", token).status == 404)
    }

    private static func revision(_ browser: DashboardBench, _ page: String) async throws -> String {
        let text = try await browser.open(page).text
        let start = try #require(text.range(of: #"name="revision" value=""#))
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
