import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Reports of months over HTTP")
struct ReportEndpointsTests {
    @Test("A report has its rows in the order asked for, beside the month before")
    func report() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let report = try await bench.call(
            .get,
            "/v1/reports/2024-03?by=facility&sort=visits&descending=true"
        )
        #expect(report["closed_at"]?.text == nil)
        let rows = try #require(report["rows"]?.list)
        let visits = rows.compactMap { $0["visits"]?.number }
        #expect(visits == visits.sorted(by: >) && visits.count == rows.count)
        let counts = try await bench.call(.get, "/v1/counts?month=2024-03")
        #expect(report["visits"]?.number == counts["counts"]?.list?.first?["visits"]?.number)
        let group = try await bench.call(.get, "/v1/reports/2024-03?by=group")
        #expect(group["rows"]?.list?.first?["group"]?.text == "Harrow Foods")
        let lines = try await bench.call(.get, "/v1/reports/2024-03?by=visit&group=Harrow%20Foods")
        #expect(lines.list?.count == Int(report["visits"]?.number ?? 0))
        #expect(lines.list?.first?["member_name"]?.text == "Anna Carver")
        let none = try await bench.call(.get, "/v1/reports/2024-03?by=visit&without_group=true")
        #expect(none.list?.isEmpty == true)
        for query in ["by=week", "sort=x", "group=a&without_group=true", "format=pdf"] {
            #expect(
                try await bench.call(.get, "/v1/reports/2024-03?\(query)", 400)["status"]?.number == 400,
                "\(query)"
            )
        }
        #expect(try await bench.call(.get, "/v1/reports/march", 400)["status"]?.number == 400)
    }

    @Test("A month is closed once, with the visits that were seen, and has the next one's adjustments")
    func close() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let visits = Int(try await bench.call(.get, "/v1/reports/2024-03")["visits"]?.number ?? 0)
        let path = "/v1/months/2024-03/close"
        let outdated = try await bench.call(.post, path, 409, #"{"visits":\#(visits + 1)}"#)
        #expect(outdated["type"]?.text == "about:blank#outdated")
        let closed = try await bench.call(.post, path, 200, #"{"visits":\#(visits)}"#)
        #expect(closed["closed"]?.list?.first?["month"]?.text == "2024-03")
        #expect(closed["next"]?.text == "2024-04")
        #expect(try await bench.call(.post, path, 409, "{}")["type"]?.text == "about:blank#closing")
        let visit = try #require(
            try bench.store.visits.all(matching: VisitFilter(month: Month("2024-03"), verdicts: [.counted])).first
        )
        try await bench.call(.post, "/v1/visits/\(visit.id)/review", 200, #"{"decision":"declined","note":"no"}"#)
        let next = try await bench.call(.get, "/v1/reports/2024-04")
        #expect(next["adjusted_visits"]?.number == -1)
        #expect(next["adjustments"]?.list?.first?["visit_id"]?.text == visit.id.text)
        let report = try await bench.call(.get, "/v1/reports/2024-03")
        #expect(report["visits"]?.number == Double(visits))
        #expect(report["closed_by"]?.text != nil)
    }

    @Test("Payouts are decided from a month on, and their amounts are texts")
    func payouts() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let rule = #"{"from":"2024-03","rule":{"days":8,"unit":"day","most":"50","currency":"USD"}}"#
        let decided = try await bench.call(.post, "/v1/payouts", 201, rule)
        #expect(decided["decisions"]?.list?.first?["rule"]?["most"]?.text == "50.00")
        let report = try await bench.call(.get, "/v1/reports/2024-03")
        #expect(report["payout"]?.text == "50.00")
        #expect(report["payout_rule"]?["sentence"]?.text?.hasPrefix("8 different days") == true)
        for body in [
            #"{"from":"2024-03"}"#, #"{"from":"2024","rule":null}"#,
            #"{"from":"2024-03","rule":{"days":8,"unit":"day","currency":"USD"}}"#,
            #"{"from":"2024-03","rule":{"days":8,"unit":"week","most":"50","currency":"USD"}}"#,
            #"{"from":"2024-03","rule":{"days":8,"unit":"day","most":50,"currency":"USD"}}"#,
        ] {
            #expect(try await bench.call(.post, "/v1/payouts", 400, body)["status"]?.number == 400, "\(body)")
        }
        try await bench.call(.post, "/v1/payouts", 201, #"{"from":"2024-03","rule":null}"#)
        #expect(try await bench.call(.get, "/v1/reports/2024-03")["payout"]?.text == nil)
    }

    @Test("A member's name and group are set, kept without the key, and removed by null")
    func member() async throws {
        let bench = try ServiceBench()
        let path = "/v1/members/M-1001"
        let put = #"{"facilities":null,"name":"Ann","group":"Beta","group_from":"2024-03-10"}"#
        let member = try await bench.call(.put, path, 200, put)
        #expect(member["name"]?.text == "Ann")
        #expect(member["groups"]?.list?.map { $0["group"]?.text } == ["Harrow Foods", "Beta"])
        #expect(member["groups"]?.list?.map { $0["from"]?.text } == [nil, "2024-03-10"])
        let kept = try await bench.call(.put, path, 200, #"{"facilities":null}"#)
        #expect(kept["name"]?.text == "Ann")
        let removed = try await bench.call(.put, path, 200, #"{"facilities":null,"name":null,"group":null}"#)
        #expect(removed["name"]?.text == nil)
        #expect(removed["groups"]?.list?.last?["group"]?.text == nil)
        #expect(try await bench.call(.put, path, 400, #"{"facilities":null,"group":""}"#)["field"]?.text == "group")
        let day = #"{"facilities":null,"group":"x","group_from":"10.3.2024"}"#
        #expect(try await bench.call(.put, path, 400, day)["field"]?.text == "group_from")
    }
}
