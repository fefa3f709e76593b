import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("The platform of a phone")
struct PlatformTests {
    /// A fix at the first place, `minutes` after the scene's start.
    private static func reading(_ minutes: Int) -> String {
        let time = ServiceScene.start.advanced(bySeconds: Double(minutes * 60)).iso8601
        return #"{"time":"\#(time)","lat":45,"lon":-93,"accuracy":10}"#
    }

    @Test(
        "the token says it, and where nothing does it is unknown and not iOS",
        arguments: [nil, Platform.ios, .android]
    )
    func token(platform: Platform?) async throws {
        let scene = try ServiceScene(places: 60)
        let token = try scene.token(.ingest, member: "ann", device: "phone", platform: platform)
        #expect(try await scene.ask(.post, "/v1/fixes", token, json: Self.reading(0)).status == 200)
        let answer = try await scene.ask(.get, "/v1/devices/phone", scene.token(.read))
        #expect(try answer.part("platform") as? String == platform?.rawValue ?? "unknown")
        #expect(try answer.part("registered") as? Int == (platform == .android ? 60 : 20))
        let browser = try await DashboardBench(scene, as: .read)
        let words = ["ios": "iOS", "android": "Android"][platform?.rawValue ?? ""] ?? "unknown"
        for page in ["/devices", "/devices/phone", "/members/ann", "/"] {
            let text = try await browser.open(page).text
            #expect(text.contains(words), "\(page)")
            #expect(platform != nil || !text.contains("iOS"), "\(page)")
        }
    }

    @Test("a phone that gets a known platform gets that platform's limit, and keeps its current visit")
    func learned() async throws {
        let scene = try ServiceScene(places: 60)
        let read = try scene.token(.read)
        let unknown = try scene.token(.ingest, member: "ann", device: "phone")
        let known = try scene.token(.ingest, member: "ann", device: "phone", platform: .android)
        for minutes in 0..<6 {
            scene.advance(seconds: 60)
            #expect(try await scene.ask(.post, "/v1/fixes", unknown, json: Self.reading(minutes)).status == 200)
        }
        #expect(try await scene.ask(.get, "/v1/devices/phone", read).part("limit") as? Int == 20)
        for minutes in 6..<15 {
            scene.advance(seconds: 60)
            #expect(try await scene.ask(.post, "/v1/fixes", known, json: Self.reading(minutes)).status == 200)
        }
        let answer = try await scene.ask(.get, "/v1/devices/phone", read)
        #expect(try answer.part("platform") as? String == "android")
        #expect(try answer.part("limit") as? Int == 100)
        #expect(try answer.part("registered") as? Int == 60)
        let visits = try scene.store.visits.all()
        #expect(visits.count == 1)
        #expect(visits.first?.enteredAt == ServiceScene.start && visits.first?.dwelledAt != nil)
        // A token without a platform does not remove a known one.
        #expect(try await scene.ask(.post, "/v1/fixes", unknown, json: Self.reading(15)).status == 200)
        #expect(try scene.store.devices.find(DeviceID("phone"))?.device.isPlatformKnown == true)
    }
}
