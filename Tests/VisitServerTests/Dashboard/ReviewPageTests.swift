import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("The review queue on the dashboard")
struct ReviewPageTests {
    /// A scene with visits that wait for a decision, and a browser of an admin.
    private static func scene(_ count: Int = 3) async throws -> (scene: ServiceScene, browser: DashboardBench) {
        let scene = try ServiceScene()
        for number in 0..<count {
            try await scene.post(device: "d\(number)", member: "m\(number)", minutes: 30)
        }
        var visits = try scene.store.visits.all()
        for index in visits.indices {
            visits[index].verdict = .unproven
            (visits[index].status, visits[index].exitedAt) = (.closed, visits[index].lastProofAt)
            visits[index].assessment?.confidence = 0.1 + Double(index) / 10
        }
        for visit in visits {
            var commit = DeviceCommit(
                device: try #require(try visit.device.flatMap { try scene.store.devices.find($0) }).key,
                state: [],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: nil
            )
            commit.visits = [visit]
            try scene.store.commit([commit])
        }
        return (scene, try await DashboardBench(scene, as: .admin))
    }

    private static func values(_ page: String) -> [String] {
        page.matches(of: /name="visit" id="[^"]+" value="([^"]+)"/).map { String($0.1) }
    }

    @Test("The queue has the surest first, with the sentence of each, and a reader sees no buttons")
    func list() async throws {
        let (scene, browser) = try await Self.scene()
        let page = try await browser.open("/review").text
        try PageTests.check(page, "/review")
        #expect(page.contains("To decide: 3"))
        #expect(page.contains("To acknowledge: 0"))
        #expect(page.matches(of: /<strong>([0-9]+ %) </).map { String($0.1) } == ["30 %", "20 %", "10 %"])
        #expect(page.contains("Not counted: "))
        #expect(page.contains(#"value="confirm""#))
        let reader = try await DashboardBench(scene, as: .read).open("/review").text
        #expect(Self.values(reader).count == 3)
        #expect(!reader.contains(#"value="confirm""#))
        #expect(try await browser.open("/review?month=2024-02").text.contains("Nothing waits for you here."))
        #expect(try await browser.open("/review?queue=nonsense").status == 400)
    }

    @Test("Several are decided at once, with what became of each, and leave the queue")
    func bulk() async throws {
        let (scene, browser) = try await Self.scene()
        let chosen = Self.values(try await browser.open("/review").text)
        let body = chosen.prefix(2).map { "visit=\(DashboardLink.quoted($0))" }.joined(separator: "&")
        let answer = try await browser.sendRaw("/review", "change=decline&note=no&\(body)", from: "/review")
        #expect(answer.location == "/review")
        #expect(try await browser.open("/review").text.contains("2 visits were changed."))
        #expect(try scene.store.visits.count(.decide) == 1)
        // The same form again is of an old page.
        let late = try await browser.sendRaw(
            "/review",
            "change=confirm&\(body)",
            from: "/review",
            accepting: "application/json"
        )
        #expect(late.status == 200)
        #expect(try late.part("changed") as? Int == 0)
        #expect((try late.part("problems") as? [String: Any])?.count == 2)
        #expect(try scene.store.visits.all(matching: VisitFilter(verdicts: [.counted])).isEmpty)
    }

    @Test("A script gets the new revisions, with which it can undo")
    func undo() async throws {
        let (scene, browser) = try await Self.scene(1)
        let value = try #require(Self.values(try await browser.open("/review").text).first)
        func send(_ change: String, _ value: String) async throws -> ServiceScene.Response {
            try await browser.sendRaw(
                "/review",
                "change=\(change)&visit=\(DashboardLink.quoted(value))",
                from: "/review",
                accepting: "application/json"
            )
        }
        let confirmed = try await send("confirm", value)
        #expect(try confirmed.part("changed") as? Int == 1)
        let id = try #require(value.split(separator: " ").first.map(String.init))
        #expect(try scene.store.visits.find(VisitID(id))?.isCounted == true)
        let revision = try #require(try confirmed.part("revisions.\(id)") as? String)
        #expect(try await send("undo", "\(id) \(revision)").part("changed") as? Int == 1)
        #expect(try scene.store.visits.find(VisitID(id))?.verdict == .unproven)
    }

    @Test(
        "A form without a change, a visit or a reason changes nothing",
        arguments: ["change=confirm", "visit=a+b", "change=decline&visit=%@", "change=confirm&visit=nonsense"]
    )
    func wrong(body: String) async throws {
        let (scene, browser) = try await Self.scene(1)
        let value = try #require(Self.values(try await browser.open("/review").text).first)
        let full = body.replacing("%@", with: DashboardLink.quoted(value))
        #expect(try await browser.sendRaw("/review", full, from: "/review").status == 400)
        #expect(try scene.store.visits.count(.decide) == 1)
    }

    @Test("The picture of a visit is markup alone")
    func picture() async throws {
        let (scene, browser) = try await Self.scene(1)
        let visit = try #require(try scene.store.visits.all().first)
        let answer = try await browser.open("/visits/\(visit.id)/picture")
        #expect(answer.status == 200)
        #expect(answer.text.hasPrefix("<svg "))
        #expect(!answer.text.contains("<html") && !answer.text.contains("<script"))
        #expect(try await browser.open("/visits/none/picture").status == 404)
    }
}
