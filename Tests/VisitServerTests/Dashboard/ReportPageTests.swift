import Foundation
import HTTPTypes
import MonthReports
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Reports on the dashboard")
struct ReportPageTests {
    /// Ann with a visit of March 2024, Acme's, and ben with one; it is 5 April.
    private static func scene(as role: TokenRole = .admin) async throws -> (ServiceScene, DashboardBench) {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        try await scene.post(device: "other", member: "ben", minutes: 30, east: 800)
        let start = GroupStart(today: try #require(CivilDate(text: "2024-03-01")))
        try scene.store.members.importRows(groupsFrom: start) { importer in
            try importer.add(
                MemberRow(
                    member: MemberID("ann"),
                    details: MemberDetailsChange(name: .set(MemberName("Ann <b>")), group: .set(GroupID("Acme & Co")))
                )
            )
        }
        scene.advance(seconds: 25 * 86_400)
        return (scene, try await DashboardBench(scene, as: role))
    }

    private static let page = "/reports?month=2024-03"

    @Test("A month has rows with their visits, bars and hours, by member, facility and group")
    func show() async throws {
        let (_, browser) = try await Self.scene()
        let page = try await browser.open(Self.page).text
        try PageTests.check(page, "/reports")
        #expect(page.contains("2 visits count, 0 in the month before"))
        #expect(page.contains("Ann &lt;b&gt;</a> <small>ann</small>"))
        #expect(page.contains("href=\"/visits?member=ann&amp;month=2024-03&amp;verdict=counted\""))
        #expect(page.contains("Busiest places") && page.contains("Busiest hours"))
        let places = try await browser.open("\(Self.page)&by=facility").text
        #expect(places.contains("Place 0</a>") && places.contains("Place 1</a>"))
        let groups = try await browser.open("\(Self.page)&by=group").text
        #expect(groups.contains("Acme &amp; Co</a>") && groups.contains("no group</a>"))
        let list = try await browser.open("/visits?group=Acme%20%26%20Co&month=2024-03").text
        #expect(list.contains(">ann</a>") && !list.contains(">ben</a>"))
        let others = try await browser.open("/visits?without_group=true").text
        #expect(others.contains(">ben</a>") && !others.contains(">ann</a>"))
        #expect(try await browser.open("/reports?month=2024-13").status == 400)
        #expect(try await browser.open("/reports").text.contains("0 visits count, 2 in the month before"))
    }

    @Test("Each title sorts by its column, and again the other way round")
    func sorting() async throws {
        let (_, browser) = try await Self.scene()
        let page = try await browser.open("\(Self.page)&sort=visits&descending=true").text
        #expect(page.contains("aria-sort=\"descending\""))
        #expect(page.contains("sort=visits\""), "the other way round")
        #expect(page.contains("sort=days&amp;descending=true"))
        let byName = try await browser.open("\(Self.page)&sort=name&descending=true").text
        let (ann, ben) = (try #require(byName.range(of: ">ben<")), try #require(byName.range(of: "Ann &lt;b&gt;")))
        #expect(ann.lowerBound < ben.lowerBound)
    }

    @Test("A month is closed with the visits that were shown, and what changes then is an adjustment")
    func close() async throws {
        let (scene, browser) = try await Self.scene()
        let page = try await browser.open(Self.page).text
        #expect(page.contains("Close Mar 2024 with 2 visits"))
        let path = "/reports/2024-03/close"
        #expect(try await browser.send(path, ["visits": "2"], from: Self.page).status == 400, "not confirmed")
        #expect(try await browser.send(path, ["visits": "1", "sure": "true"], from: Self.page).status == 409)
        let closed = try await browser.send(path, ["visits": "2", "sure": "true"], from: Self.page)
        #expect(closed.location == "/reports?month=2024-03")
        #expect(try await browser.open(Self.page).text.contains("Its file no longer changes"))
        #expect(try await browser.open(Self.page).text.contains("Closed <time"))
        #expect(try await browser.send(path, ["visits": "2", "sure": "true"], from: Self.page).status == 409)
        let visit = try #require(try scene.store.visits.all(matching: VisitFilter(member: MemberID("ann"))).first)
        try scene.store.visits.review(
            visit.id,
            VisitReview.Edit(decision: .declined, note: "no", reviewer: "t", at: scene.now)
        )
        #expect(try await browser.open(Self.page).text.contains("2 visits count"))
        let april = try await browser.open("/reports?month=2024-04").text
        #expect(april.contains("Adjustments of closed months") && april.contains("<td>removed</td>"))
        #expect(april.contains("href=\"/visits/\(visit.id)\""))
        #expect(april.contains("Open: 2024-04 is not over in every time zone"))
    }

    @Test("A payout is decided, shown with its history, and refused with the reason")
    func payout() async throws {
        let (_, browser) = try await Self.scene()
        let fields = [
            "month": "2024-03", "from": "2024-03", "days": "1", "unit": "day", "most": "50", "currency": "usd",
        ]
        let sent = try await browser.send("/reports/payout", fields, from: Self.page)
        #expect(sent.location == "/reports?month=2024-03")
        let page = try await browser.open(Self.page).text
        #expect(page.contains("1 different day a month, one visit a day, 50.00 USD."))
        #expect(page.contains("payouts 100.00 USD"))
        for (field, value) in [("most", "5,0"), ("currency", "dollars"), ("days", "x"), ("from", "2024")] {
            let bad = try await browser.send("/reports/payout", fields.merging([field: value]) { $1 }, from: Self.page)
            #expect(bad.status == 400, "\(field)")
        }
        let end = ["month": "2024-03", "from": "2024-04", "none": "true"]
        #expect(try await browser.send("/reports/payout", end, from: Self.page).status == 303)
        #expect(try await browser.open("/reports?month=2024-04").text.contains("No payout is decided for Apr 2024."))
    }

    @Test("Files have the rows or the visits, and are exports on record; a group's has its own only")
    func files() async throws {
        let (scene, browser) = try await Self.scene(as: .read)
        let rows = try await browser.open("/reports/2024-03/file?by=member&format=csv")
        #expect(rows.headers[.contentDisposition]?.contains("filename=\"month-2024-03-by-member.csv\"") == true)
        #expect(
            rows.text.split(separator: "\n").map(String.init) == [
                "member,member_name,visits,days,minutes,first_day,last_day,visits_before,change,adjusted_visits,"
                    + "adjusted_minutes",
                "ann,Ann <b>,1,1,29,2024-03-11,2024-03-11,0,1,0,0", "ben,,1,1,29,2024-03-11,2024-03-11,0,1,0,0",
            ]
        )
        let visits = try await browser.open("/reports/2024-03/file?by=visit&format=csv&group=Acme%20%26%20Co").text
        let lines = visits.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[1].hasPrefix("1,2024-03,ann,Ann <b>,Acme & Co,p0,Place 0,2024-03-11,2024-03-11T"), "\(lines[1])")
        #expect(try await browser.open("/reports/2024-03/file?format=xlsx").text.hasPrefix("PK"))
        #expect(try await browser.open("/reports/2024-03/file?by=week").status == 400)
        let exports = try scene.store.accessRecord.all().filter { $0.action == .export }
        #expect(exports.count == 1, "repeats of an hour are one row")
    }
}
