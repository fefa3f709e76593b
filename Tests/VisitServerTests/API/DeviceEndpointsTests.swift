import Foundation
import HTTPTypes
import LongTests
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import DeviceEngine

@testable import VisitServer

@Suite("Phones over HTTP")
struct DeviceEndpointsTests {
    static let path = "/v1/devices/android-1001"

    @Test("Pages of fixes contain every fix once, by time", .long)
    func fixes() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        var times: [String] = []
        var next = ""
        repeat {
            let page = try await bench.call(.get, "\(Self.path)/fixes?limit=700\(next)")
            times += (page["fixes"]?.list ?? []).compactMap { $0["time"]?.text }
            next = page["next"]?.text.map { "&after=\($0)" } ?? ""
        } while !next.isEmpty
        let count = try #require(try bench.store.devices.find(DeviceID("android-1001"))).fixCount
        #expect(times.count == count)
        #expect(times == times.sorted())
        let some = try await bench.call(.get, "\(Self.path)/fixes?since=2024-03-02&until=2024-03-03&limit=5000")
        let day = (some["fixes"]?.list ?? []).compactMap { $0["time"]?.text }
        #expect(day == times.filter { $0.hasPrefix("2024-03-02") })
        #expect(!day.isEmpty)
        try await bench.call(.get, "/v1/devices/nobody/fixes", 404)
    }

    @Test("Fixes of one time are on one page or the next, and never on both", arguments: 1...4)
    func equalTimes(limit: Int) throws {
        let bench = try ServiceBench()
        let time = Timestamp(milliseconds: 1_709_300_000_000)
        let fixes = try (0..<7).map { number in
            let coordinate = try Coordinate(latitude: 40 + Double(number) / 1_000, longitude: -75)
            return Fix(time: number < 5 ? time : time.advanced(bySeconds: Double(number)), coordinate: coordinate)
        }
        let pipeline = bench.live.pipeline
        let device = Device(id: try DeviceID("p"), member: try MemberID("m"), platform: .ios)
        var phone = LivePhone(device, pipeline: pipeline)
        _ = try phone.report(fixes.map(DeviceInput.fix), observedAt: ServiceBench.now)
        var found: [Fix] = []
        var place: FixCursor?
        repeat {
            let page = try pipeline.fixes(of: device.id, after: place, size: limit)
            found += page.fixes
            place = page.next
        } while place != nil
        #expect(found.map(\.coordinate.latitude).sorted() == fixes.map(\.coordinate.latitude))
    }

    @Test("A reboot is reported with the regions that the phone registers again, also to listeners")
    func reboot() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let before = try await bench.call(.get, "/v1/registrations?device=android-1001")
        let events = try #require(try await bench.call(.post, "\(Self.path)/reboot")["events"]?.list)
        #expect(events.compactMap { $0["kind"]?.text } == ["Unregistered", "Registered"])
        #expect(try await bench.call(.get, "/v1/registrations?device=android-1001") == before)
        #expect(
            try bench.store.events.emitted(after: 0, limit: 10).map(\.event.kind.name) == [
                "Unregistered", "Registered",
            ]
        )
        let update = try await bench.call(.post, "\(Self.path)/app-update")
        #expect(update["events"]?.list?.isEmpty == false)
        try await bench.call(.post, "/v1/devices/nobody/reboot", 404)
        try await bench.call(.post, "\(Self.path)/reboot?at=2020-01-01", 400)
        try await bench.call(.post, "\(Self.path)/reboot?at=2099-01-01", 400)
    }

    @Test("Without the permission nothing is monitored, and with it everything again")
    func permission() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        let denied = try await bench.call(.post, "\(Self.path)/permission", 200, #"{"location":"denied"}"#)
        #expect(denied["events"]?.list?.compactMap { $0["kind"]?.text } == ["Error", "Unregistered"])
        #expect(try await bench.call(.get, Self.path)["registered"]?.number == 0)
        let inUse = try await bench.call(.post, "\(Self.path)/permission", 200, #"{"location":"when_in_use"}"#)
        #expect(inUse["events"]?[0]?["code"]?.text == "LOCATION_WHEN_IN_USE")
        try await bench.call(.post, "\(Self.path)/permission", 200, #"{"location":"always"}"#)
        #expect(try await bench.call(.get, Self.path)["registered"]?.number == 5)
        let wrong = try await bench.call(.post, "\(Self.path)/permission", 400, #"{"location":"never"}"#)
        #expect(wrong["field"]?.text == "location")
    }

    @Test("The geofences for a phone are the registered ones, with their shapes")
    func geofences() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"])
        try await bench.call(.get, "\(Self.path)/geofences")
        #expect(try await bench.call(.get, Self.path)["delivered"]?.number == 0, "only the phone reads them")
        let answer = try await bench.call(.get, "\(Self.path)/geofences", as: .device)
        #expect(try await bench.call(.get, Self.path)["delivered"]?.number == 5)
        let both = try await bench.call(.get, "/v1/registrations?device=android-1001")
        #expect(both["delivered"]?.list == both["facilities"]?.list)
        let fences = try #require(answer["geofences"]?.list)
        #expect(answer["limit"]?.number == 100)
        #expect(fences.count == 5)
        let polygon = try #require(fences.first { $0["id"]?.text == "FIT-0138" })
        #expect((polygon["vertices"]?.list?.count ?? 0) >= 3)
        let listed = try await bench.call(.get, "/v1/devices?member=M-1001")
        #expect(listed["devices"]?.list?.count == 1)
    }
}
