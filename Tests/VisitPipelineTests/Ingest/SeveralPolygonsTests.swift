import GeofenceEngine
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Facilities of several polygons")
struct SeveralPolygonsTests {
    /// A square building.
    private func building(eastMeters: Double, halfMeters: Double = 60) throws -> Polygon {
        try Polygon(
            exterior: [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].map { north, east in
                try SmallWorld.coordinate(east: eastMeters + east * halfMeters, north: north * halfMeters)
            }
        )
    }

    private func world() throws -> SmallWorld {
        let campus = Facility(
            id: try SmallWorld.placeID(0),
            geofence: try Geofence(polygons: [building(eastMeters: 0), building(eastMeters: 1000)])
        )
        return try SmallWorld(facilities: [campus])
    }

    @Test(
        "a stay in any of the buildings is a visit, one on the way between them is none",
        arguments: [0.0, 500, 1000]
    )
    func stays(east: Double) throws {
        let world = try world()
        var journey = try Journey("ann-1")
        try journey.stay(0...14, east: -2000)
        try journey.stay(15...45, east: east)
        try journey.stay(46...60, east: 3000)
        try world.ingest(journey.fixes)
        let visits = try world.visits()
        #expect(visits.filter(\.isCounted).count == (east == 500 ? 0 : 1))
        if let visit = visits.first {
            #expect(visit.facility == (try SmallWorld.placeID(0)))
            #expect(visit.depthMeters > 50 && visit.depthMeters <= 60)
        }
    }

    @Test("a walk over the street from one building to the other is part of the visit")
    func walkBetween() throws {
        let world = try world()
        var journey = try Journey("ann-1")
        try journey.stay(0...9, east: -2000)
        try journey.stay(10...30, east: 0)
        try journey.stay(31...32, east: 500)
        try journey.stay(33...60, east: 1000)
        try journey.stay(61...70, east: 3000)
        try world.ingest(journey.fixes)
        let visits = try world.visits()
        #expect(visits.map(\.isCounted) == [true])
        #expect(visits.allSatisfy { $0.facility.text == "p00" })
    }
}
