import Foundation
import HTTPTypes
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Visits and events over HTTP")
struct VisitEndpointsTests {
    @Test("Pages of visits and of events are each of them once", arguments: ["visits", "events"])
    func pages(list: String) async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let key = list == "visits" ? "visit_id" : "event_id"
        var ids: [String] = []
        var next = ""
        repeat {
            let page = try await bench.call(.get, "/v1/\(list)?limit=7\(next)")
            ids += (page[list]?.list ?? []).compactMap { $0[key]?.text }
            next = page["next"]?.text.map { "&after=\($0)" } ?? ""
        } while !next.isEmpty
        let all =
            try list == "visits" ? bench.store.visits.all().map(\.id.text) : bench.store.events.all().map(\.id.text)
        #expect(ids == all)
        #expect(ids.count > 14)
    }

    @Test("A visit comes with its events, which have its id")
    func detail() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let visit = try #require(try bench.store.visits.all(matching: VisitFilter(verdicts: [.counted])).first)
        let shown = try await bench.call(.get, "/v1/visits/\(visit.id)")
        #expect(shown["counted"]?.flag == true)
        let events = try #require(shown["events"]?.list)
        #expect(events.compactMap { $0["kind"]?.text } == ["Entered", "Dwell", "Exited"])
        #expect(events.allSatisfy { $0["visit_id"]?.text == visit.id.text })
        try await bench.call(.get, "/v1/visits/nothing", 404)
    }

    @Test(
        "Filters of visits",
        arguments: [
            ("month=2024-03&facility=FIT-0129&verdict=counted", 8), ("month=2024-03&member=M-1002", 0),
            ("since=2024-03-01&until=2024-03-02&verdict=counted,too_short", 2), ("verdict=taken_back", 0),
        ]
    )
    func filters(query: String, count: Int) async throws {
        let page = try await ServiceBench(tracks: ["M-1001.csv"]).call(.get, "/v1/visits?\(query)&limit=500")
        #expect(page["visits"]?.list?.count == count)
    }

    @Test("Those that count and those that do not are all, and a filter that nothing can pass is refused")
    func counted() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        var found: [Bool: Int] = [:]
        for isCounted in [true, false] {
            let page = try await bench.call(.get, "/v1/visits?counted=\(isCounted)&limit=500")
            let flags = try #require(page["visits"]?.list).map { $0["counted"]?.flag }
            #expect(flags.allSatisfy { $0 == isCounted })
            found[isCounted] = flags.count
        }
        let all = try bench.store.visits.all()
        #expect(found == [true: all.count(where: \.isCounted), false: all.count { !$0.isCounted }])
        let short = try await bench.call(.get, "/v1/visits?counted=false&verdict=too_short,counted&limit=500")
        #expect(short["visits"]?.list?.count == all.count { $0.verdict == .tooShort })
        let problem = try await bench.call(.get, "/v1/visits?counted=true&verdict=too_short", 400)
        #expect(problem["field"]?.text == "counted")
    }

    @Test("An answer has the assessment, and null where a version before did not say", arguments: [true, false])
    func assessment(isThere: Bool) async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        var visit = try #require(try bench.store.visits.all().first)
        visit.verdict = .unproven
        visit.assessment =
            isThere
            ? Visit.Assessment(
                confidence: 0.42,
                provenSeconds: 300,
                bridgedSeconds: 1_200,
                enteredBetween: ServiceBench.now...ServiceBench.now.advanced(bySeconds: 60),
                exitedBetween: nil,
                reasons: [Visit.Reason(.gapAfter, weight: -1.1)],
                runnerUp: Visit.RunnerUp(facility: try FacilityID("FIT-0129"), share: 0.31)
            ) : nil
        var commit = DeviceCommit(
            device: try #require(try visit.device.flatMap { try bench.store.devices.find($0) }).key,
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        commit.visits = [visit]
        try bench.store.commit([commit])
        let page = try await bench.call(.get, "/v1/visits?verdict=unproven")
        let shown = try #require(page["visits"]?.list?.first { $0["visit_id"]?.text == visit.id.text })
        let detail = try await bench.call(.get, "/v1/visits/\(visit.id)")
        for answer in [shown, detail] {
            #expect(answer["verdict"]?.text == "unproven")
            if isThere {
                #expect(answer["confidence"]?.number == 0.42)
                #expect(answer["proven_seconds"]?.number == 300)
                #expect(answer["bridged_seconds"]?.number == 1_200)
                let bounds = answer["entered_between"]?.list?.compactMap(\.text)
                #expect(bounds == ["2024-04-05T06:53:20Z", "2024-04-05T06:54:20Z"])
                #expect(answer["exited_between"] == .null)
                #expect(answer["why"]?.list?.compactMap(\.text) == ["a long gap in fixes after it"])
                #expect(answer["runner_up"]?["facility"]?.text == "FIT-0129")
                #expect(answer["runner_up"]?["share"]?.number == 0.31)
            } else {
                for key in ["confidence", "proven_seconds", "bridged_seconds", "entered_between", "runner_up"] {
                    #expect(answer[key] == .null, "\(key)")
                }
                #expect(answer["why"]?.list?.isEmpty == true)
            }
        }
    }

    @Test("Counts are those of the command line")
    func counts() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let rows = try await bench.call(.get, "/v1/counts?month=2024-03&by=member,facility")["counts"]?.list ?? []
        let visits = rows.first { $0["facility"]?.text == "FIT-0129" }
        #expect(visits?["visits"]?.number == 8)
        #expect(visits?["member"]?.text == "M-1001")
        let none = try await bench.call(.get, "/v1/counts?month=2031-01")
        #expect(none["counts"]?[0]?["visits"]?.number == 0)
    }

    @Test(
        "Wrong values are refused with their name",
        .long,
        arguments: [
            ("/v1/counts", "month"), ("/v1/counts?month=2024-13", "month"), ("/v1/counts?month=2024-03&by=day", "by"),
            ("/v1/visits?verdict=good", "verdict"), ("/v1/visits?counted=maybe", "counted"),
            ("/v1/visits?include_withdrawn=perhaps", "include_withdrawn"),
            ("/v1/events?kind=Left", "kind"), ("/v1/events?since=yesterday", "since"),
            ("/v1/facilities/near?lat=1", "lon"), ("/v1/facilities/near?lat=1&lon=181", "lon"),
            ("/v1/facilities/near?lat=nan&lon=1", "lat"), ("/v1/deliveries?state=lost", "state"),
            ("/v1/events/stream?last_event_id=-1", "Last-Event-ID"), ("/v1/registrations", "device"),
            ("/v1/quarantine/zero", "key"),
        ]
    )
    func wrong(path: String, field: String) async throws {
        let problem = try await ServiceBench().call(.get, path, 400)
        #expect(problem["field"]?.text == field)
    }

    @Test("What a program reads of an event is this")
    func golden() throws {
        let event = GeofenceEvent(
            id: try EventID("e1"),
            device: try DeviceID("ios-1"),
            kind: .entered(try FacilityID("FIT-1"), visit: try VisitID("v1")),
            occurredAt: ServiceBench.now,
            observedAt: ServiceBench.now.advanced(bySeconds: 1),
            location: .init(
                coordinate: try Coordinate(latitude: 39.9, longitude: -75.1),
                accuracy: 12,
                time: ServiceBench.now
            )
        )
        let expected = #"""
            {"device":"ios-1","event_id":"e1","facility":"FIT-1","geofenceId":"FIT-1","kind":"Entered","location":{"accuracy":12,"accuracy_m":12,"latitude":39.9,"longitude":-75.1,"timestamp":"2024-04-05T06:53:20Z"},"observed_at":"2024-04-05T06:53:21Z","occurred_at":"2024-04-05T06:53:20Z","visit_id":"v1"}
            """#
        #expect(String(decoding: JSONDocument.encoded(EventDocument(event)), as: UTF8.self) == expected)
    }
}

@Suite("Reviews of visits over HTTP")
struct ReviewEndpointsTests {
    @Test("A declined visit no longer counts, a confirmed one does, and clearing the review restores the status")
    func review() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let visit = try #require(try bench.store.visits.all(matching: VisitFilter(verdicts: [.counted])).first)
        let path = "/v1/visits/\(visit.id)/review"
        let declined = try await bench.call(.post, path, 200, #"{"decision":"declined","note":"a neighbour's phone"}"#)
        #expect(declined["counted"]?.flag == false)
        #expect(declined["status"]?.text == "declined")
        #expect(declined["review"]?["note"]?.text == "a neighbour's phone")
        #expect(declined["review"]?["reviewer"]?.text?.utf8.count == 8)
        #expect(try await bench.call(.post, path, 200, #"{"decision":"confirmed"}"#)["counted"]?.flag == true)
        let cleared = try await bench.call(.delete, path)
        #expect(cleared["review"] == .null)
        #expect(cleared["counted"]?.flag == true)
        let noted = try await bench.call(.post, path, 200, #"{"note":"asked"}"#)
        #expect(noted["review"]?["decision"] == .null)
        try await bench.call(.post, "/v1/visits/nothing/review", 404, #"{"note":"asked"}"#)
        #expect(try await bench.call(.post, path, 400, #"{"decision":"maybe"}"#)["field"]?.text == "decision")
    }

    @Test("A note alone keeps the decision, a decision alone keeps the note, and nothing at all is refused")
    func edits() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let visit = try #require(try bench.store.visits.all(matching: VisitFilter(verdicts: [.counted])).first)
        let path = "/v1/visits/\(visit.id)/review"
        try await bench.call(.post, path, 200, #"{"decision":"declined"}"#)
        for body in [
            #"{"note":"asked"}"#, #"{"decision":null,"note":"asked"}"#, #"{"decision":"declined","note":null}"#,
        ] {
            let edited = try await bench.call(.post, path, 200, body)
            #expect(edited["review"]?["decision"]?.text == "declined")
            #expect(edited["review"]?["note"]?.text == "asked")
            #expect(edited["counted"]?.flag == false)
        }
        for body in ["{}", #"{"decision":null}"#, #"{"decision":null,"note":null}"#] {
            #expect(try await bench.call(.post, path, 400, body)["field"]?.text == "decision")
        }
        #expect(try bench.store.visits.find(visit.id)?.status == .declined)
    }
}
