import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Maps of pages")
struct MapPageTests {
    @Test("The base map is JSON with its layers, packed for browsers, and has no address where there are tiles")
    func basemap() async throws {
        let browser = try await DashboardBench(ServiceScene(), as: .read)
        let page = try await browser.open("/facilities").text
        let address = try #require(page.firstMatch(of: /data-basemap="(\/assets\/basemap\.json\?v=[^"]+)"/)).1
        let answer = try await browser.open(String(address))
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
        let map = try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
        for layer in ["land", "lakes", "urban", "borders", "states", "places"] {
            #expect((map[layer] as? [Any])?.isEmpty == false, "\(layer)")
        }
        #expect(map["attribution"] as? String == "Made with Natural Earth")
    }

    @Test("The map of all facilities has those of the part that is shown, and many as clusters")
    func views() async throws {
        let scene = try ServiceScene(places: 0)
        _ = try scene.store.facilities.importRows(effectiveFrom: scene.now) { importer in
            for number in 0..<400 {
                _ = try importer.upsert(
                    Facility(
                        id: FacilityID("f\(number)"),
                        name: "Place \(number)",
                        geofence: .circle(
                            center: Coordinate(
                                latitude: 45 + Double(number / 20) / 100,
                                longitude: 10 + Double(number % 20) / 100
                            ),
                            radius: .standard
                        )
                    )
                )
            }
        }
        let browser = try await DashboardBench(scene, as: .read)
        let all = try await browser.open("/facilities-on-map")
        #expect(try all.part("follows_view") as? Bool == true)
        #expect(try all.part("bounds.0.0") as? Double ?? 0 > 44.9)
        let counts = try (0..<100).compactMap { try all.part("clusters.\($0).count") as? Int }
        #expect(counts.reduce(0, +) == 400)
        let near = try await browser.open("/facilities-on-map?south=44.995&north=45.005&west=9.995&east=10.015&zoom=15")
        #expect(try near.part("clusters.0") == nil)
        #expect(try near.part("shapes.1.name") as? String == "Place 1")
        #expect(try near.part("shapes.2") == nil)
        for query in ["south=1", "south=a&north=1&west=0&east=1", "south=2&north=1&west=0&east=1", "zoom=99"] {
            #expect(try await browser.open("/facilities-on-map?\(query)").status == 400, "\(query)")
        }
    }

    @Test("The overview's map has the phones of the last day, and a phone's map its track with times")
    func phones() async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        let browser = try await DashboardBench(scene, as: .read)
        let map = try await browser.open("/overview/on-map")
        #expect((try map.part("points.0.name") as? String)?.hasPrefix("phone, ") == true)
        #expect(try map.part("points.0.address") as? String == "/devices/phone")
        let track = try await browser.open("/devices/phone/on-map")
        #expect((try track.part("tracks.0.0.time") as? String)?.count == 5)
        #expect(try track.part("bounds.1.1") as? Double != nil)
        scene.advance(seconds: 2 * 86_400)
        let later = try await DashboardBench(scene, as: .read)
        #expect(try await later.open("/overview/on-map").part("points.0") == nil)
    }
}
