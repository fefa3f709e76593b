import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Adding, moving and downloading visits over HTTP")
struct AdditionEndpointsTests {
    private static let added =
        #"{"member":"M-1001","facility":"FIT-0001","entered_at":"2024-02-01T10:00","exited_at":"2024-02-01T12:00","note":"n"}"#

    @Test("An added visit is answered as it is stored, counts, and is undone like any review")
    func add() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        func counted() async throws -> Double? {
            try await bench.call(.get, "/v1/counts?month=2024-02")["counts"]?.list?.first?["visits"]?.number
        }
        let before = try #require(try await counted())
        let visit = try await bench.call(.post, "/v1/visits", 201, Self.added)
        #expect(visit["evidence"]?.text == "manual")
        #expect(visit["device"] == nil || visit["device"]?.text == nil)
        #expect(visit["entered_at"]?.text == "2024-02-01T15:00:00Z", "by the facility's clocks")
        #expect(visit["corrections"]?.list?.first?["action"]?.text == "added")
        let id = try #require(visit["visit_id"]?.text)
        #expect(try await counted() == before + 1)
        let again = try await bench.call(.post, "/v1/visits", 409, Self.added)
        #expect(again["type"]?.text == "about:blank#conflict")
        #expect(try await bench.call(.post, "/v1/visits/\(id)/undo")["status"]?.text == "withdrawn")
        // An offset from UTC is obeyed
        let offset = Self.added.replacing("10:00", with: "10:00Z").replacing("12:00", with: "12:00Z")
        #expect(try await bench.call(.post, "/v1/visits", 201, offset)["entered_at"]?.text == "2024-02-01T10:00:00Z")
    }

    @Test(
        "What can't be is refused by its reason",
        arguments: [
            ("M-1001", "none", 404, "unknown_name"), ("nobody", "FIT-0001", 404, "unknown_name"),
            ("", "FIT-0001", 400, "invalid_request"),
        ]
    )
    func names(member: String, facility: String, status: Int, code: String) async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let body = Self.added.replacing("M-1001", with: member).replacing("FIT-0001", with: facility)
        let problem = try await bench.call(.post, "/v1/visits", status, body)
        #expect(problem["type"]?.text == "about:blank#\(code)")
    }

    @Test("A visit beside a counted one needs a choice, and a moved one counts at the other facility alone")
    func move() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let visit = try #require(try bench.store.visits.all(matching: VisitFilter(verdicts: [.counted])).first)
        let exit = try #require(visit.exitedAt)
        let body = """
            {"member":"M-1001","facility":"FIT-0001","entered_at":"\(visit.enteredAt)","exited_at":"\(exit)"
            """
        let problem = try await bench.call(.post, "/v1/visits", 409, body + "}")
        #expect(problem["type"]?.text == "about:blank#overlapping_visit")
        #expect(problem["detail"]?.text?.contains(visit.id.text) == true)
        let wrong = try await bench.call(.post, "/v1/visits", 400, body + #","overlap":"both"}"#)
        #expect(wrong["field"]?.text == "overlap")
        let shown = try await bench.call(.get, "/v1/visits/\(visit.id)")
        let revision = try #require(shown["revision"]?.text)
        let move = #"{"facility":"FIT-0001","revision":"\#(revision)"}"#
        let moved = try await bench.call(.post, "/v1/visits/\(visit.id)/move", 201, move)
        #expect(moved["facility"]?.text == "FIT-0001")
        #expect(moved["corrections"]?.list?.first?["linked"]?.text == visit.id.text)
        let old = try await bench.call(.get, "/v1/visits/\(visit.id)")
        #expect(old["status"]?.text == "declined")
        #expect(old["review"]?["linked"]?.text == moved["visit_id"]?.text)
        let stale = try await bench.call(.post, "/v1/visits/\(visit.id)/move", 409, move)
        #expect(stale["detail"]?.text?.contains("was changed meanwhile") == true)
        #expect(try await bench.call(.post, "/v1/visits/\(visit.id)/undo")["counted"]?.flag == true)
        try await bench.call(.post, "/v1/visits/none/move", 404, move)
    }

    @Test("A token's person is the author of what is corrected with it, and without one its purpose is")
    func person() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let token = try await bench.call(.post, "/v1/tokens", 201, #"{"role":"admin","person":"Ada","note":"desk"}"#)
        #expect(token["person"]?.text == "Ada")
        for (person, note, name, words) in [
            ("Ada", "desk", "Ada", "Ada, desk"), ("", "desk", "desk", "desk"), ("Ada", "", "Ada", "Ada"),
            ("", "", nil, nil),
        ] as [(String, String, String?, String?)] {
            let record = AccessTokenRecord(
                id: try TokenID("abcdefgh"),
                note: note,
                person: person,
                role: .admin,
                digest: [],
                createdAt: Timestamp(milliseconds: 0)
            )
            #expect(Principal(record).name == name)
            #expect(Principal(record).words == words)
        }
    }
}
