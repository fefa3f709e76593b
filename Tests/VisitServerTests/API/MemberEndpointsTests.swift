import Foundation
import HTTPTypes
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Members over HTTP")
struct MemberEndpointsTests {
    @Test("A member is added with the whole network, gets a list, loses it")
    func life() async throws {
        let bench = try ServiceBench()
        let path = "/v1/members/M-9"
        #expect(try await bench.call(.put, path, 201, #"{"facilities":null}"#)["has_list"]?.flag == false)
        try await bench.call(.put, "\(path)/facilities/FIT-0001", 409)
        let listed = try await bench.call(.put, path, 200, #"{"facilities":["FIT-0002"],"time_zone":"Europe/Paris"}"#)
        #expect(listed["facilities"]?.list == [.text("FIT-0002")])
        #expect(listed["time_zone"]?.text == "Europe/Paris")
        let longer = try await bench.call(.put, "\(path)/facilities/FIT-0001")
        #expect(longer["facilities"]?.list == [.text("FIT-0001"), .text("FIT-0002")])
        let shorter = try await bench.call(.delete, "\(path)/facilities/FIT-0002")
        #expect(shorter["facilities"]?.list == [.text("FIT-0001")])
        #expect(try await bench.call(.put, path, 200, #"{"facilities":[]}"#)["facilities"]?.list == [])
        #expect(try await bench.call(.put, path, 200, #"{"facilities":null}"#)["time_zone"] == .null)
    }

    @Test("The whole network has to be requested explicitly, and every facility of a list must exist")
    func refusals() async throws {
        let bench = try ServiceBench()
        #expect(try await bench.call(.put, "/v1/members/M-9", 400, "{}")["field"]?.text == "facilities")
        let unknown = try await bench.call(.put, "/v1/members/M-9", 400, #"{"facilities":["FIT-0001","nowhere"]}"#)
        #expect(unknown["field"]?.text == "facilities")
        try await bench.call(.get, "/v1/members/M-9", 404)
        try await bench.call(.put, "/v1/members/M-1001/facilities/nowhere", 404)
        try await bench.call(.put, "/v1/members/nobody/facilities/FIT-0001", 404)
        try await bench.call(.delete, "/v1/members/nobody/facilities/FIT-0001", 404)
    }

    @Test("Cards are sorted by distance, with the month's visits and the phones that monitor them")
    func cards() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let cards = try #require(
            try await bench.call(.get, "/v1/members/M-1001/facilities?month=2024-03")["facilities"]?.list
        )
        let visits = Dictionary(
            uniqueKeysWithValues: cards.map { ($0["facility_id"]?.text ?? "", $0["visits"]?.number ?? -1) }
        )
        #expect(visits["FIT-0129"] == 8)
        #expect(visits["FIT-0138"] == 5)
        let distances = cards.compactMap { $0["distance_m"]?.number }
        #expect(distances.count == cards.count)
        #expect(distances == distances.sorted())
        // A replayed phone received no geofences.
        #expect(cards.allSatisfy { $0["monitoring"]?["active"]?.flag == false })
        try await bench.call(.get, "/v1/devices/android-1001/geofences", as: .device)
        let watched = try #require(
            try await bench.call(.get, "/v1/members/M-1001/facilities?month=2024-03")["facilities"]?.list
        )
        #expect(watched.allSatisfy { $0["monitoring"]?["active"]?.flag == true })
        #expect(watched.first?["monitoring"]?["devices"]?.list == [.text("android-1001")])
        let visited = try #require(cards.first { $0["facility_id"]?.text == "FIT-0129" })
        let filter = VisitFilter(facility: try FacilityID("FIT-0129"), verdicts: [.counted])
        #expect(
            visited["last_visit_at"]?.text == (try bench.store.visits.all(matching: filter).last?.enteredAt.iso8601)
        )
    }

    @Test("Pages of cards measure from one place, and without a place are sorted by id")
    func cardPages() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        var ids: [String] = []
        var next = "lat=39.99&lon=-75.15"
        while !next.isEmpty {
            let page = try await bench.call(.get, "/v1/members/M-1001/facilities?limit=4&\(next)")
            ids += (page["facilities"]?.list ?? []).compactMap { $0["facility_id"]?.text }
            next = page["next"]?.text.map { "after=\($0)" } ?? ""
        }
        #expect(ids.count == 5)
        #expect(Set(ids).count == 5)
        let unseen = try await bench.call(.get, "/v1/members/M-1002/facilities?limit=2")
        #expect(unseen["facilities"]?[0]?["distance_m"] == .null)
        #expect(unseen["facilities"]?[0]?["facility_id"]?.text == "FIT-0001")
        try await bench.call(.get, "/v1/members/nobody/facilities", 404)
        #expect(try await bench.call(.get, "/v1/members/M-1001/facilities?lat=1", 400)["field"]?.text == "lon")
    }

    @Test("A file of members is imported, and invalid rows are reported")
    func imports() async throws {
        let bench = try ServiceBench()
        let csv = "member_id,facility_id,device_id,platform\nM-7,FIT-0001,p7,android\nM-8,nowhere,p8,ios\n"
        let report = try await bench.call(.post, "/v1/members/import", 200, type: "text/csv", csv)
        #expect(report["counts"]?["members_added"]?.number == 2)
        #expect(report["diagnostics"]?[0]?["code"]?.text == "unknown_facility")
        #expect(try await bench.call(.get, "/v1/members/M-7")["devices"]?.list == [.text("p7")])
    }

    @Test("A member is exported completely, and erased only with a confirmation", .long)
    func privacy() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let path = "/v1/members/M-1001"
        let document = try await bench.call(.get, "\(path)/export")
        let fixes = try #require(try bench.store.devices.find(DeviceID("android-1001"))).fixCount
        #expect(document["devices"]?[0]?["fixes"]?.list?.count == fixes)
        for confirm in ["", "?confirm=M-1002", "?confirm=true"] {
            #expect(try await bench.call(.delete, path + confirm, 400)["field"]?.text == "confirm")
        }
        let erased = try await bench.call(.delete, "\(path)?confirm=M-1001")
        #expect(erased["fixes"]?.number == Double(fixes))
        #expect(erased["devices"]?.number == 1)
        try await bench.call(.get, path, 404)
        try await bench.call(.get, "/v1/devices/android-1001", 404)
        try await bench.call(.delete, "\(path)?confirm=M-1001", 404)
        try await bench.call(.get, "\(path)/export", 404)
    }
}
