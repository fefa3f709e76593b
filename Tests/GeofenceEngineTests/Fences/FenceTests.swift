import GeofenceEngine
import Testing
import VisitModel

@Suite("Fences")
struct FenceTests {
    @Test("a fence has the rules of its facility, and the default time zone where it has none")
    func rules() throws {
        let key = try #require(FenceKey(exactly: 3))
        let center = try Coordinate(latitude: 45, longitude: -93)
        var facility = Facility(id: try FacilityID("clinic"), geofence: .circle(center: center, radius: .standard))
        let plain = Fence(key: key, facility: facility, defaultTimeZone: .utc)
        #expect(plain.stays == .short && plain.timeZone == .utc)
        #expect(plain == Fence(key: key, facility: facility.id, geofence: facility.geofence))
        facility.stays = .long
        let fence = Fence(key: key, facility: facility, defaultTimeZone: .utc)
        #expect(fence.stays == .long)
        #expect(fence != plain)
    }
}
