import GeofenceEngine
import Testing
import VisitModel

@Suite("Points a centimetre inside or outside of circles all over the earth")
struct GeodesicBoundaryTests {
    @Test(
        "the plain rule puts all 600 on the right side",
        .enabled(if: SharedData.folder != nil, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder")
    )
    func allRows() throws {
        let lines = try SharedData.lines("conformance/geodesic_boundary.csv")
        #expect(lines.first == "lat1,lon1,lat2,lon2,radius_m,geodesic_m,inside")
        #expect(lines.count == 601)
        for line in lines.dropFirst() {
            let numbers = try line.split(separator: ",").map { try #require(Double($0), "\(line)") }
            let center = try Coordinate(latitude: numbers[0], longitude: numbers[1])
            let place = try Coordinate(latitude: numbers[2], longitude: numbers[3])
            let fence = try Ground.circle(radius: numbers[4], at: center)
            #expect(abs(center.distance(to: place) - numbers[5]) < 0.001, "\(line)")
            let run = try EngineRun([fence], policy: .bare, [Step(0, at: place)])
            #expect(run.emitted.contains("entered gym 0") == (numbers[6] == 1), "\(line)")
        }
    }
}
