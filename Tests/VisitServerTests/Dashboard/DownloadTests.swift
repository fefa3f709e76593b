import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Files to download")
struct DownloadTests {
    @Test("A member's visits are a file by the facility's clocks, with what a person decided, and an export on record")
    func visits() async throws {
        let scene = try ServiceScene()
        try scene.addFacility("f", name: "=Gym, \"one\"", east: 40_000, city: "x")
        try await scene.post(device: "phone", member: "ann", minutes: 30, east: 40_000)
        let visit = try #require(try scene.store.visits.all().first)
        try scene.store.visits.review(
            visit.id,
            VisitReview.Edit(decision: .confirmed, note: "-seen", reviewer: "t", at: visit.enteredAt)
        )
        let browser = try await DashboardBench(scene, as: .read)
        let answer = try await browser.open("/members/ann/visits?format=csv")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentDisposition]?.contains(#"filename="visits-ann.csv""#) == true)
        let lines = answer.text.split(separator: "\n")
        #expect(
            lines.first
                == "member,member_name,group,facility,facility_name,local_date,entered,left,minutes,counted,verdict,confidence,evidence,review,note,visit_id"
        )
        #expect(lines.count == 2)
        #expect(lines[1].hasPrefix(#"ann,,,f,"'=Gym, ""one""",2024-03-11,2024-03-11T"#), "\(lines[1])")
        #expect(lines[1].hasSuffix(",confirmed,'-seen,\(visit.id)"), "\(lines[1])")
        #expect(try await browser.open("/members/ann/visits?month=2024-02").text.split(separator: "\n").count == 1)
        let book = try await browser.open("/members/ann/visits?format=xlsx")
        #expect(book.status == 200 && book.text.hasPrefix("PK"))
        #expect(try await browser.open("/members/ann/visits?format=pdf").status == 400)
        #expect(try await browser.open("/members/none/visits").status == 404)
        let exports = try scene.store.accessRecord.all().filter { $0.action == .export }
        #expect(exports.contains { $0.member == visit.member }, "\(exports)")
    }

    @Test("A phone's track has the fixes of the time asked for", arguments: ["gpx", "geojson", "csv"])
    func track(format: String) async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "a/b", member: "ann", minutes: 30)
        let browser = try await DashboardBench(scene, as: .read)
        let page = "/devices/a%2Fb/track?format=\(format)"
        let all = try await browser.open(page)
        #expect(all.status == 200)
        #expect(all.headers[.contentDisposition]?.contains(#"filename="track-a_b-2024-"#) == true)
        let since = scene.now.advanced(bySeconds: -600).iso8601
        let some = try await browser.open("\(page)&since=\(since)").text
        func count(_ text: String) -> Int {
            let mark = ["gpx": "<trkpt ", "geojson": #""Point""#, "csv": "ann,a/b,"][format] ?? ""
            return text.components(separatedBy: mark).count - 1
        }
        #expect(count(all.text) == 30)
        #expect(count(some) == 11)
        #expect(try await browser.open("/devices/none/track").status == 404)
        #expect(try await browser.open("/devices/a%2Fb/track?format=kml").status == 400)
        #expect(try await browser.open("/devices/a%2Fb/track?since=2023-01-01").status == 400)
        #expect(
            try await browser.open("/devices/a%2Fb").text.contains("/devices/a%2Fb/track?format=\(format)&amp;since=")
        )
    }
}
