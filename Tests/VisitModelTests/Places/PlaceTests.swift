import Testing
import VisitModel

@Suite("Places, members and devices")
struct PlaceTests {
    @Test("a dwell threshold is up to a day", arguments: [(0, true), (86_400, true), (-1, false), (86_401, false)])
    func dwell(seconds: Int, isTaken: Bool) {
        let threshold = try? DwellThreshold(seconds: seconds)
        #expect(threshold?.seconds == (isTaken ? seconds : nil))
    }

    @Test("what a facility gets that names nothing")
    func defaults() throws {
        let circle = Geofence.circle(center: try Coordinate(latitude: 1, longitude: 2), radius: .standard)
        let facility = Facility(id: try FacilityID("a"), geofence: circle)
        #expect(facility.dwellThreshold.seconds == 600)
        #expect(Radius.standard.meters == 150)
        #expect(facility.timeZone == nil)
        #expect(facility.address == PostalAddress())
        #expect(Member(id: try MemberID("m")).facilities == nil)
    }

    @Test("each platform has its limit", arguments: [(Platform.ios, 20), (.android, 100)])
    func limits(platform: Platform, limit: Int) throws {
        let device = Device(id: try DeviceID("d"), member: try MemberID("m"), platform: platform)
        #expect(device.platform.geofenceLimit == limit)
        #expect(Platform(rawValue: platform.rawValue) == platform)
    }
}
