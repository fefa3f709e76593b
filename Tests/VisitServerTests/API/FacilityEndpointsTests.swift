import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Facilities over HTTP")
struct FacilityEndpointsTests {
    @Test("Consecutive pages contain every facility once, by id")
    func pages() async throws {
        let bench = try ServiceBench()
        var ids: [String] = []
        var next: String?
        repeat {
            let after = next.map { "&after=\($0)" } ?? ""
            let page = try await bench.call(.get, "/v1/facilities?limit=37\(after)")
            ids += (page["facilities"]?.list ?? []).compactMap { $0["facility_id"]?.text }
            next = page["next"]?.text
        } while next != nil
        #expect(ids.count == 180)
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 180)
    }

    @Test(
        "Filters",
        arguments: [
            ("q=lehigh", 6), ("q=FIT-017", 10), ("q=%25", 0), ("city=Nowhere", 0), ("member=M-1001", 5),
            ("state=PA&q=lehigh&limit=2", 2),
        ]
    )
    func filters(query: String, count: Int) async throws {
        let page = try await ServiceBench().call(.get, "/v1/facilities?\(query)")
        let found = page["facilities"]?.list ?? []
        if query == "q=lehigh" {
            #expect(found.count >= 3)
            #expect(found.allSatisfy { $0["name"]?.text?.contains("Lehigh") == true })
        } else {
            #expect(found.count == count)
        }
    }

    @Test("The nearest come first, inside with a distance below zero; a member's only from the member's list")
    func near() async throws {
        let bench = try ServiceBench()
        let all = try await bench.call(.get, "/v1/facilities/near?lat=39.995109&lon=-75.166275&limit=5")
        let distances = try #require(all["facilities"]?.list).compactMap { $0["distance_m"]?.number }
        #expect(distances.count == 5)
        #expect(distances.first == -90)
        #expect(distances == distances.sorted())
        let own = try await bench.call(.get, "/v1/facilities/near?lat=39.995109&lon=-75.166275&member=M-1001&limit=100")
        #expect(own["facilities"]?.list?.count == 5)
    }

    @Test("A facility is added, left as it is, changed, retired, and restored")
    func life() async throws {
        let bench = try ServiceBench()
        let path = "/v1/facilities/a%2Fb%20c"
        let body = #"{"name":"NA","latitude":39.9,"longitude":-75.1,"radius_m":80,"time_zone":"America/New_York"}"#
        let added = try await bench.call(.put, path, 201, body)
        #expect(added["facility"]?["facility_id"]?.text == "a/b c")
        #expect(added["facility"]?["name"]?.text == "NA")
        #expect(added["facility"]?["dwell_seconds"]?.number == 600)
        #expect(try await bench.call(.put, path, 200, body)["outcome"]?.text == "unchanged")
        let moved = body.replacing("39.9,", with: "39.91,")
        #expect(try await bench.call(.put, path, 200, moved)["outcome"]?.text == "updated")
        #expect(try await bench.call(.delete, path)["retired_at"]?.text == ServiceBench.now.iso8601)
        #expect(try await bench.call(.get, "/v1/facilities?q=b%20c")["facilities"]?.list == [])
        #expect(
            try await bench.call(.get, "/v1/facilities?q=b%20c&include_retired=true")["facilities"]?.list?.count == 1
        )
        #expect(try await bench.call(.put, path, 200, moved)["outcome"]?.text == "updated")
        #expect(try await bench.call(.get, path)["retired_at"] == .null)
        try await bench.call(.delete, "/v1/facilities/nobody", 404)
    }

    @Test("A polygon is stored and returned as GeoJSON")
    func polygon() async throws {
        let bench = try ServiceBench()
        let ring = "[[-75.17,39.95],[-75.16,39.95],[-75.16,39.96],[-75.17,39.96],[-75.17,39.95]]"
        let body = #"{"name":"Block","boundary":{"type":"Polygon","coordinates":[\#(ring)]}}"#
        try await bench.call(.put, "/v1/facilities/block", 201, body)
        let shown = try await bench.call(.get, "/v1/facilities/block")
        #expect(shown["radius_m"] == .null)
        #expect(shown["boundary"] == (try JSONTree(#"{"type":"Polygon","coordinates":[\#(ring)]}"#.utf8)))
    }

    @Test("Several polygons are one facility, stored and returned as GeoJSON, and delivered as the circle around them")
    func severalPolygons() async throws {
        let bench = try ServiceBench()
        let boundary =
            #"{"type":"MultiPolygon","coordinates":["#
            + "[[[-75.17,39.95],[-75.16,39.95],[-75.16,39.96],[-75.17,39.96],[-75.17,39.95]]],"
            + "[[[-75.1,39.95],[-75.09,39.95],[-75.09,39.96],[-75.1,39.95]]]]}"
        try await bench.call(.put, "/v1/facilities/campus", 201, #"{"name":"Campus","boundary":\#(boundary)}"#)
        let shown = try await bench.call(.get, "/v1/facilities/campus")
        #expect(shown["boundary"] == (try JSONTree(boundary.utf8)))
        #expect(shown["radius_m"] == .null)
        for (point, isInside) in [
            ("lat=39.955&lon=-75.165", true), ("lat=39.951&lon=-75.092", true), ("lat=39.955&lon=-75.13", false),
        ] {
            let near = try await bench.call(.get, "/v1/facilities/near?limit=1&\(point)")
            let found = try #require(near["facilities"]?.list?.first)
            #expect(found["facility_id"]?.text == "campus" || !isInside)
            if found["facility_id"]?.text == "campus" { #expect(((found["distance_m"]?.number ?? 0) < 0) == isInside) }
        }
    }

    @Test("Stays and the facility that one is a part of are stored and returned, and a partial file keeps them")
    func staysAndWhole() async throws {
        let bench = try ServiceBench()
        let mall = #"{"name":"Mall","latitude":39.9,"longitude":-75.1}"#
        let added = try await bench.call(.put, "/v1/facilities/mall", 201, mall)
        #expect(added["facility"]?["stays"]?.text == "short")
        #expect(added["facility"]?["part_of"] == .null)
        let clinic =
            #"{"name":"Clinic","latitude":39.9,"longitude":-75.1,"stays":"Long","part_of":" mall "}"#
        try await bench.call(.put, "/v1/facilities/clinic", 201, clinic)
        let shown = try await bench.call(.get, "/v1/facilities/clinic")
        #expect(shown["stays"]?.text == "long" && shown["part_of"]?.text == "mall")
        let file = "facility_id,name\nclinic,New\n"
        let kept = try await bench.call(.post, "/v1/facilities/import", 200, type: "text/csv", file)
        #expect(kept["kept"]?["stays"]?.number == 1 && kept["kept"]?["part_of"]?.number == 1)
        #expect(try await bench.call(.get, "/v1/facilities/clinic")["part_of"]?.text == "mall")
        // The mall can't be a part of its own clinic.
        let circle = mall.replacing("}", with: #","part_of":"clinic"}"#)
        let problem = try await bench.call(.put, "/v1/facilities/mall", 400, circle)
        #expect(problem["field"]?.text == "part_of")
        #expect(problem["detail"]?.text?.contains("`mall` is a part of itself by way of `clinic`") == true)
        // PUT replaces all of a facility.
        let plain = try await bench.call(.put, "/v1/facilities/clinic", 200, mall)
        #expect(plain["facility"]?["stays"]?.text == "short")
        #expect(plain["facility"]?["part_of"] == .null)
        try await bench.call(.put, "/v1/facilities/mall", 200, circle)
    }

    @Test("GeoJSON is imported, and a partial file keeps what it lacks")
    func importsParts() async throws {
        let bench = try ServiceBench()
        let features =
            #"{"type":"Feature","id":"N-1","geometry":{"type":"Point","coordinates":[-75.1,40.1]},"properties":{"name":"New","dwell_minutes":15}}"#
        let done = try await bench.call(
            .post,
            "/v1/facilities/import",
            200,
            type: "application/geo+json",
            #"{"type":"FeatureCollection","features":[\#(features),{"type":"Feature","id":"N-2"}]}"#
        )
        #expect(done["counts"]?["added"]?.number == 1)
        let messages = done["diagnostics"]?.list?.compactMap { $0["message"]?.text } ?? []
        #expect(messages.contains { $0.hasPrefix("feature 2: ") })
        let moved = try await bench.call(
            .post,
            "/v1/facilities/import",
            200,
            type: "text/csv",
            "facility_id,latitude,longitude\nN-1,40.2,-75.2\n"
        )
        #expect(moved["kept"]?["name"]?.number == 1 && moved["kept"]?["dwell_seconds"]?.number == 1)
        let shown = try await bench.call(.get, "/v1/facilities/N-1")
        #expect(shown["name"]?.text == "New" && shown["dwell_seconds"]?.number == 900)
        #expect(shown["latitude"]?.number == 40.2)
    }

    @Test(
        "Errors are reported with their field",
        arguments: [
            (#"{"name":"x","latitude":91,"longitude":0}"#, "latitude"),
            (#"{"name":"x","latitude":1,"longitude":1,"radius_m":0}"#, "radius_m"),
            (#"{"name":"x","latitude":1,"longitude":1,"dwell_seconds":-1}"#, "dwell_seconds"),
            (#"{"name":"x","latitude":1,"longitude":1,"time_zone":"Mars"}"#, "time_zone"),
            (#"{"name":"x","latitude":1,"longitude":1,"stays":"weeks"}"#, "stays"),
            (#"{"name":"x","latitude":1,"longitude":1,"part_of":"nobody"}"#, "part_of"),
            (#"{"name":"x","latitude":1,"longitude":1,"part_of":"new"}"#, "part_of"),
            (#"{"name":"x","latitude":1,"longitude":1,"part_of":"a\u0000b"}"#, "part_of"),
            (#"{"name":"x","latitude":1}"#, "longitude"),
            (#"{"latitude":1,"longitude":1}"#, "name"),
            (#"{"name":"x\u0000","latitude":1,"longitude":1}"#, "name"),
            (#"{"name":"x","boundary":{"type":"Point","coordinates":[[[1,2]]]}}"#, "boundary"),
            (#"{"name":"x","boundary":{"type":"Polygon","coordinates":[[[1,2],[3,4]]]}}"#, "boundary"),
            ("[]", nil), ("{", nil), ("", nil),
        ] as [(String, String?)]
    )
    func wrong(body: String, field: String?) async throws {
        let problem = try await ServiceBench().call(.put, "/v1/facilities/new", 400, body)
        #expect(problem["field"]?.text == field)
    }

    @Test("An import reports its findings by line, and a dry run writes nothing")
    func imports() async throws {
        let bench = try ServiceBench()
        let csv = "facility_id,name,latitude,longitude\nN-1,New,40.1,-75.1\nN-2,Far,95,-75.2\n"
        let tried = try await bench.call(.post, "/v1/facilities/import?dry_run=true", 200, type: "text/csv", csv)
        #expect(tried["outcome"]?.text == "tried")
        #expect(tried["counts"]?["added"]?.number == 1)
        #expect(tried["counts"]?["rejected"]?.number == 1)
        let remark = try #require(tried["diagnostics"]?.list?.first { $0["severity"]?.text == "error" })
        #expect(remark["line"]?.number == 3)
        #expect(remark["column"]?.text == "latitude")
        try await bench.call(.get, "/v1/facilities/N-1", 404)
        let refused = try await bench.call(.post, "/v1/facilities/import?strict=true", 422, type: "text/csv", csv)
        #expect(refused["outcome"]?.text == "refused")
        #expect(refused["status"]?.number == 422)
        let mapped = csv.replacing("latitude", with: "NORTH")
        let done = try await bench.call(
            .post,
            "/v1/facilities/import?map=latitude%3DNORTH",
            200,
            type: "text/csv",
            mapped
        )
        #expect(done["outcome"]?.text == "imported")
        #expect(done["mapping"]?["latitude"]?.text == "NORTH")
        #expect(done["ignored_columns"]?.list == [])
        try await bench.call(.get, "/v1/facilities/N-1")
        try await bench.call(.post, "/v1/facilities/import", 400, type: "text/csv", "name\nx\n")
        try await bench.call(.post, "/v1/facilities/import?effective_from=2099-01-01", 400, type: "text/csv", csv)
    }

    @Test(
        "A place in a list that was changed, or is another list's, is refused",
        arguments: [
            "/v1/facilities", "/v1/members", "/v1/events", "/v1/visits", "/v1/deliveries", "/v1/quarantine",
            "/v1/devices",
        ]
    )
    func cursors(path: String) async throws {
        let bench = try ServiceBench()
        let place = PageCursor.text("another", ["1", "1", "1", "1"])
        for text in [place, "x", "AAAA", String(place.dropLast())] {
            let problem = try await bench.call(.get, "\(path)?after=\(text)", 400)
            #expect(problem["field"]?.text == "after")
        }
    }

    @Test("Numbers are limited", arguments: ["0", "501", "-1", "x", "99999999999999999999"])
    func limits(limit: String) async throws {
        let problem = try await ServiceBench().call(.get, "/v1/facilities?limit=\(limit)", 400)
        #expect(problem["field"]?.text == "limit")
    }
}
