import Foundation
import GeofenceEngine
import Testing
import VisitModel

@Suite(
    "On the gyms of the United States",
    .enabled(if: SharedData.folder != nil, "needs the shared data: set FOOTFALL_SHARED_DATA")
)
struct RealPlacesTests {
    @Test("the nearest hundred of 58 points are those of an independent program")
    func nearestHundred() throws {
        let catalog = try SharedData.gyms()
        let url = try #require(SharedData.folder).appendingPathComponent("expected/nearest_osm_us_gyms_tab.json")
        let expected = try JSONDecoder().decode(ExpectedNearest.self, from: Data(contentsOf: url))
        #expect(catalog.count == expected.usableFacilities)
        #expect(expected.points.count == 58)
        var search = FenceSearch()
        for query in expected.points {
            let place = try Coordinate(latitude: query.latitude, longitude: query.longitude)
            catalog.index.nearest(query.nearest.count, to: place, EarthPoint(place), using: &search)
            #expect(search.found.count == query.nearest.count, "\(query.id)")
            for (rank, (find, wanted)) in zip(search.found, query.nearest).enumerated() {
                let centerMeters = find.edgeMeters + 150
                // The expected distances are rounded to a millimetre; Vincenty's solution is good to 0.1 mm.
                #expect(abs(centerMeters - wanted.meters) < 0.0011, "\(query.id), rank \(rank)")
                let neighbours = query.nearest.enumerated().filter { abs($0.offset - rank) == 1 }.map(\.element.meters)
                if rank + 1 < query.nearest.count, neighbours.allSatisfy({ abs($0 - wanted.meters) > 0.002 }) {
                    #expect(catalog.fences[find.position].facility.text == wanted.id, "\(query.id), rank \(rank)")
                }
            }
        }
    }

    @Test("along a real day the registered twenty are the nearest at every fix, for few searches")
    func nearestTwentyAlongADay() throws {
        let catalog = try SharedData.gyms()
        var selector = ProximitySelector(rules: SelectionRules(limit: Platform.ios.geofenceLimit))
        var search = FenceSearch()
        var registry = GeofenceRegistry(platform: .ios)
        let rows = try SharedData.lines("expected/nearest20_along_em0763de_2016-08-15.csv").dropFirst()
        #expect(rows.count == 793)
        for row in rows {
            let fields = row.split(separator: ",")
            let place = try Coordinate(
                latitude: try #require(Double(fields[1])),
                longitude: try #require(Double(fields[2]))
            )
            let (d20, d21) = (try #require(Double(fields[3])), try #require(Double(fields[4])))
            let point = EarthPoint(place)
            if let change = selector.select(at: place, point, in: catalog, using: &search) {
                _ = try registry.apply(wanted: change.keys(in: catalog))
            }
            let distances = registry.registered
                .compactMap { catalog[$0]?.signedDistance(to: place, point) }
                .map { $0 + 150 }
                .sorted()
            #expect(distances.count == 20)
            // The file's coordinates are rounded to 1e-7 degrees, which is up to 7 mm, and its distances to 10 mm.
            #expect(abs((distances.last ?? 0) - d20) < 0.0125, "\(fields[0])")
            if d21 - d20 > 0.03 {
                let names = Set(registry.registered.compactMap { catalog[$0]?.facility.text })
                #expect(names == Set(fields[5].split(separator: " ").map(String.init)), "\(fields[0])")
            }
        }
        #expect(selector.searches <= 30, "\(selector.searches) searches, \(selector.rankings) rankings")
    }
}

/// The expected nearest, as the file has them.
private struct ExpectedNearest: Decodable {
    let usableFacilities: Int
    let points: [Query]

    enum CodingKeys: String, CodingKey {
        case usableFacilities = "usable_facilities"
        case points
    }

    struct Query: Decodable {
        let id: String
        let latitude: Double
        let longitude: Double
        let nearest: [Neighbour]

        enum CodingKeys: String, CodingKey {
            case id, nearest
            case latitude = "lat"
            case longitude = "lon"
        }
    }

    struct Neighbour: Decodable {
        let id: String
        let meters: Double

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            id = try values.decode(String.self)
            meters = try values.decode(Double.self)
        }
    }
}
