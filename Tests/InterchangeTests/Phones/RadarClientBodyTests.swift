import Foundation
import Interchange
import Testing
import VisitModel

@Suite("What Footfall's own Radar client writes is read")
struct RadarClientBodyTests {
    /// A body of `Tests/Golden/Radar`, which the tests of the phone-side engine hold what is written against.
    private static func body(_ name: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: tests.appending(path: "Golden/Radar/\(name).json"), encoding: .utf8)
    }

    @Test("an update with everything in it", arguments: Platform.allCases)
    func track(platform: Platform) throws {
        let reading = PhoneReading(try Self.body("track-\(platform.rawValue)"), as: .radar)
        let record = try #require(reading.records.first)
        #expect(reading.records.count == 1 && reading.refusals.isEmpty)
        #expect(record.device.text == "phone-1" && record.member?.text == "ann" && record.platform == platform)
        #expect(reading.report.asksForFences && reading.report.isOnTrip == (platform == .android))
        let fix = try #require(record.fix)
        #expect(fix.coordinate == (try Coordinate(latitude: 40.5, longitude: -75.25)))
        #expect(fix.horizontalAccuracy == 12.5 && fix.speed == 1.25 && fix.course == 90 && fix.altitude == 30)
        #expect(fix.flags == (platform == .android ? [.mock, .stationary] : .stationary))
    }

    @Test("a replay, each update with its own time", arguments: Platform.allCases)
    func replay(platform: Platform) throws {
        let body = try Self.body("replay-\(platform.rawValue)")
        let request = PhoneRequest(path: .replay, contentType: "application/json", body: Array(body.utf8))
        let reading = PhoneReading(request, as: .radar)
        #expect(
            reading.records.map(\.time) == [.iso("2024-03-01T06:10:38.000Z"), .iso("2024-03-01T06:11:13.000Z")]
        )
        #expect(reading.refusals.isEmpty && reading.records.allSatisfy { $0.device.text == "phone-1" })
    }
}
