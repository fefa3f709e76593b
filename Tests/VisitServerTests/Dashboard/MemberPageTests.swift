import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Members on the dashboard")
struct MemberPageTests {
    private static func scene() async throws -> ServiceScene {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        try scene.live.pipeline.recordDelivery(of: [FacilityID("p0")], to: DeviceID("phone"), at: scene.now)
        return scene
    }

    @Test("A member's page has cards, a calendar, the visits of the month and the months")
    func page() async throws {
        let browser = try await DashboardBench(Self.scene(), as: .read)
        #expect(try await browser.open("/members").text.contains(#"<a href="/members/ann">ann</a>"#))
        #expect(try await browser.open("/members?member=ann").location == "/members/ann")
        #expect(try await browser.open("/members?q=ann").location == "/members/ann")
        #expect(try await browser.open("/members?q=AN").text.contains(#"href="/members/ann""#))
        #expect(try await browser.open("/members?q=xyz").text.contains("No member matches."))
        let page = try await browser.open("/members/ann").text
        #expect(
            page.contains(
                #"<td class="visited today"><a href="/visits?member=ann&amp;day=2024-03-11">11<strong>1 visit</strong></a></td>"#
            )
        )
        #expect(page.contains("1 visit counts on 1 day."))
        #expect(page.contains(#"<a href="/members/ann?month=2024-03#visits">Mar 2024</a>"#))
        #expect(page.contains(#"<a href="/facilities/p0">Place 0</a>"#))
        #expect(page.contains("Monitoring"))
        #expect(page.contains("there now"))
        // Only a user with write access may export or erase.
        #expect(!page.contains("/export"))
        #expect(!page.contains("/erase"))
        let earlier = try await browser.open("/members/ann?month=2024-02").text
        #expect(earlier.contains("0 visits count on 0 days."))
        #expect(earlier.contains("0 visits in Feb 2024"))
        #expect(try await browser.open("/members/ann?month=2024-13").status == 400)
    }

    @Test("A visit's confidence stands beside its verdict, on the member's page and on the facility's")
    func confidence() async throws {
        let scene = try await Self.scene()
        var visit = try #require(try scene.store.visits.all().first)
        visit.verdict = .unproven
        visit.assessment = Visit.Assessment(
            confidence: 0.42,
            provenSeconds: 300,
            bridgedSeconds: 0,
            enteredBetween: visit.enteredAt...visit.enteredAt,
            exitedBetween: nil,
            reasons: [Visit.Reason(.gapAfter, weight: -1.1), Visit.Reason(.proven, weight: 0.4)]
        )
        var commit = DeviceCommit(
            device: try #require(try visit.device.flatMap { try scene.store.devices.find($0) }).key,
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        commit.visits = [visit]
        try scene.store.commit([commit])
        let browser = try await DashboardBench(scene, as: .read)
        let why = "a long gap in fixes after it; fixes inside prove the time"
        let cell = #"low confidence <small title="\#(why)">42 % sure</small></td>"#
        for address in ["/members/ann", "/facilities/\(visit.facility)"] {
            let page = try await browser.open(address).text
            #expect(page.contains(cell), "\(address)")
        }
    }

    @Test("A calendar's weeks begin on Monday", arguments: [("2024-03", 4, 5), ("2024-04", 0, 5), ("2021-02", 0, 4)])
    func calendar(month: String, lead: Int, weeks: Int) throws {
        let month = try Month(month)
        let calendar = VisitCalendar(month, [], today: CivilDate(daysSince1970: 0)) { _ in "" }
        #expect(calendar.weeks.count == weeks)
        let days = calendar.weeks.flatMap(\.days)
        #expect(days.prefix { $0.number.isEmpty }.count == lead)
        #expect(days.map(\.number).filter { !$0.isEmpty } == (1...month.length).map { "\($0)" })
    }

    @Test("An export is a file with all stored data")
    func export() async throws {
        let browser = try await DashboardBench(Self.scene(), as: .admin)
        let answer = try await browser.open("/members/ann/export")
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.contentDisposition] == "attachment; filename=\"member.json\"")
        #expect(answer.text.contains("ann"))
        #expect(try await browser.open("/members/nobody/export").status == 404)
    }

    @Test("Erasing needs the member's id, and then nothing is left")
    func erase() async throws {
        let scene = try await Self.scene()
        let browser = try await DashboardBench(scene, as: .admin)
        let wrong = try await browser.send("/members/ann/erase", ["confirm": "bob"], from: "/members/ann/erase")
        #expect(wrong.status == 400)
        #expect(wrong.text.contains("nothing was erased"))
        #expect(try scene.store.members.find(MemberID("ann")) != nil)
        let right = try await browser.send("/members/ann/erase", ["confirm": "ann"], from: "/members/ann/erase")
        #expect(right.location == "/members")
        #expect(try await browser.open("/members").text.contains("`ann` was erased: 1 phone, 30 fixes".escaped))
        #expect(try scene.store.members.find(MemberID("ann")) == nil)
        #expect(try await browser.open("/members/ann").status == 404)
    }
}

extension String {
    /// The text as escaped on a page.
    var escaped: String { PageHTML().escapeText(self) }
}
