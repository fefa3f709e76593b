import Testing
import VisitModel

@Suite("Coordinates and radii")
struct CoordinateTests {
    @Test(
        "inside the world are taken",
        arguments: [(0, 0), (90, 180), (-90, -180), (51.5, -0.1)] as [(Double, Double)]
    )
    func taken(latitude: Double, longitude: Double) throws {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        #expect(place.latitude == latitude && place.longitude == longitude)
    }

    @Test(
        "outside the world are refused, with the field that is wrong",
        arguments: [
            (90.000_001, 0, .latitude), (-91, 0, .latitude), (.nan, 0, .latitude), (.infinity, 0, .latitude),
            (0, 180.1, .longitude), (0, -999, .longitude), (0, .nan, .longitude),
        ] as [(Double, Double, ValidationError.Code)]
    )
    func refused(latitude: Double, longitude: Double, code: ValidationError.Code) {
        let error = #expect(throws: ValidationError.self) { try Coordinate(latitude: latitude, longitude: longitude) }
        #expect(error?.code == code)
        #expect(error?.message.contains("expected") == true)
    }

    @Test(
        "a radius is 1 m to 100 km",
        arguments: [(1, true), (100_000, true), (0.99, false), (100_001, false), (.nan, false)] as [(Double, Bool)]
    )
    func radius(meters: Double, isTaken: Bool) {
        #expect(((try? Radius(meters: meters)) != nil) == isTaken)
    }

    @Test("a circle's edge distance is negative inside")
    func circle() throws {
        let center = try Coordinate(latitude: 45, longitude: 7)
        let fence = Geofence.circle(center: center, radius: .standard)
        #expect(fence.center == center)
        #expect(fence.signedDistance(to: center) == -150)
        let north = try Coordinate(latitude: 45.01, longitude: 7)
        #expect(abs(fence.signedDistance(to: north) - (1111.32 - 150)) < 0.2)
    }
}
