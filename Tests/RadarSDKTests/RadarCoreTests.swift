import MobileSDKCore
import RadarEngine
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import RadarSDK

@Suite("Tracking with Radar's options, from the phone to the server and back")
struct RadarCoreTests {
    @Test("fixes become requests, their responses are delivered, and the state is stored", arguments: Platform.allCases)
    func course(platform: Platform) throws {
        let scene = try RadarScene(platform)
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: platform))
        scene.client.userID = "ann"
        scene.run(to: 10)
        #expect(scene.client.isTracking && scene.client.isStopped)
        let first = try #require(scene.server.requests.first)
        #expect(first.method == "POST" && first.url == "https://footfall.example.com/v1/track")
        #expect(first.headers["Authorization"] == "prj_test_pk")
        let record = try #require(scene.server.records.last)
        #expect(record["userId"] as? String == "ann" && record["deviceId"] as? String == "phone-1")
        #expect(record["id"] as? String == "u-1")
        #expect(record["source"] as? String == "BACKGROUND_LOCATION")
        #expect(scene.server.records.count > 15)
        let located = scene.messages.filter { if case .location = $0 { true } else { false } }
        #expect(located.count == scene.server.records.count)
        let stored = StoredRadar.read(from: scene.simulator.system, setup: scene.client.setup)
        #expect(stored.problem == nil && stored.user.userID == "ann")
        #expect(stored.tracking.isTracking && stored.tracking.motion.isStopped)
        scene.client.stopTracking()
        let count = scene.server.requests.count
        scene.run(to: 30)
        #expect(scene.server.requests.count == count)
        #expect(!scene.isForegroundServiceRunning && scene.watched.isEmpty)
    }
}
