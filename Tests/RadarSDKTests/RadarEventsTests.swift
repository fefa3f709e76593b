import MobileSDKCore
import RadarEngine
import Synchronization
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Uploads under sync events, on the phone")
struct RadarEventsTests {
    /// A server that sees the device in the gym where its newest update lies in it, and always sends the gym and one far off.
    private static func answer(_ request: TransportRequest) throws -> RadarServerDouble.Reply {
        let (gym, far) = (try RadarScene.place(east: 3000), try RadarScene.place(east: 30_000))
        let fences = [
            RadarServerDouble.fence("gym", latitude: gym.latitude, longitude: gym.longitude, radius: 150),
            RadarServerDouble.fence("far", latitude: far.latitude, longitude: far.longitude, radius: 150),
        ]
        let newest = RadarServerDouble.records(request).last
        let place = try Coordinate(
            latitude: newest?["latitude"] as? Double ?? 0,
            longitude: newest?["longitude"] as? Double ?? 0
        )
        let isInside = place.distance(to: gym) <= 150
        return .now(
            RadarServerDouble.success(
                fences: "[\(fences.map { $0.dropFirst().dropLast() }.joined(separator: ","))]",
                user: isInside ? #""geofences":[{"_id":"gym","tag":"facility"}]"# : #""geofences":[]"#
            )
        )
    }

    private static func scene(_ platform: Platform, _ sync: RadarSyncMode) throws -> RadarScene {
        let scene = try RadarScene(platform)
        scene.server.reply { (try? answer($0)) ?? .later }
        var options = RadarTrackingOptions.presetContinuous(on: platform)
        options.sync = sync
        try scene.client.startTracking(trackingOptions: options)
        return scene
    }

    @Test("what is uploaded is the first update, stops, coming and going", arguments: Platform.allCases)
    func uploads(platform: Platform) throws {
        let (events, all) = (try Self.scene(platform, .events), try Self.scene(platform, .all))
        for scene in [events, all] { scene.run(to: 180) }
        // At home, coming, a stop at the gym, going, a stop at home; readings that lie off make some more stops.
        #expect((5...18).contains(events.server.records.count))
        #expect(all.server.records.count > 200)
        let inside = events.minutes().filter { (64...66).contains($0) }
        let outside = events.minutes().filter { (120...122).contains($0) }
        #expect(!inside.isEmpty && !outside.isEmpty)
        #expect(events.minutes().filter { (70...119).contains($0) }.count < 5)
        #expect(events.server.pendingCount == 0)
    }

    @Test("an app that is killed at the gym knows of it afterwards", arguments: Platform.allCases)
    func killed(platform: Platform) throws {
        let scene = try Self.scene(platform, .events)
        scene.run(to: 80)
        #expect(scene.client.state.withLock(\.tracking.localFences.inside) == ["gym"])
        scene.act {
            $0.killApp()
            $0.openApp()
        }
        scene.run(to: 100)
        #expect(scene.minutes().filter { (81...100).contains($0) }.isEmpty)
        #expect(scene.client.state.withLock(\.tracking.localFences.inside) == ["gym"])
    }
}
