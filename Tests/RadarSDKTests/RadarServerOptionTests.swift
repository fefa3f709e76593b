import MobileSDKCore
import RadarEngine
import TrackingModel
import PhoneOS
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Options, fences and trips from the server, on the phone")
struct RadarServerOptionTests {
    /// A gym at the member's destination.
    private static func gym(radius: Int = 150, id: String = "gym") throws -> String {
        let place = try RadarScene.place(east: 3000)
        return RadarServerDouble.fence(
            id,
            latitude: place.latitude,
            longitude: place.longitude,
            radius: radius
        )
    }

    @Test("remote options are taken and given back with the answers", arguments: Platform.allCases)
    func remote(platform: Platform) throws {
        let scene = try RadarScene(platform)
        let remote = RadarTrackingOptions.presetContinuous(on: platform)
        scene.server.reply { _ in .now(RadarServerDouble.success(options: remote.json())) }
        var local = RadarTrackingOptions.presetResponsive(on: platform)
        local.stopDuration = 3600
        try scene.client.startTracking(trackingOptions: local)
        scene.run(to: 5)
        #expect(scene.client.isUsingRemoteTrackingOptions() && scene.client.getTrackingOptions() == remote)
        #expect(scene.isForegroundServiceRunning == (platform == .android))
        #expect(scene.updates?.showsIndicator == (platform == .ios))
        #expect(scene.server.records.last?["usingRemoteTrackingOptions"] as? Bool == true)
        scene.server.reply { _ in .now(RadarServerDouble.success()) }
        scene.run(to: 7)
        #expect(!scene.client.isUsingRemoteTrackingOptions() && scene.client.trackingOptions == local)
        #expect(!scene.isForegroundServiceRunning && scene.updates?.showsIndicator != true)
    }

    @Test("an app without options of its own leaves it to the server", arguments: Platform.allCases)
    func dashboard(platform: Platform) throws {
        let scene = try RadarScene(platform)
        try scene.client.startTracking()
        #expect(scene.client.trackingOptions == .presetEfficient(on: platform))
        let remote = RadarTrackingOptions.presetContinuous(on: platform)
        scene.server.reply { _ in .now(RadarServerDouble.success(options: remote.json())) }
        scene.run(to: 10)
        #expect(scene.client.trackingOptions == remote)
    }

    @Test("options of the other platform are refused")
    func foreign() throws {
        let scene = try RadarScene(.android)
        #expect(throws: TrackingEngineError.self) {
            try scene.client.startTracking(trackingOptions: .presetContinuous)
        }
        #expect(throws: TrackingEngineError.self) {
            try scene.client.beginStartTrip(RadarTripOptions(externalID: "t"), trackingOptions: .presetContinuous)
        }
        #expect(!scene.client.isTracking && scene.server.requests.isEmpty)
    }

    @Test("the server's fences are watched, and wake the app for an update", arguments: Platform.allCases)
    func fences(platform: Platform) throws {
        let scene = try RadarScene(platform)
        let fences = try Self.gym()
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: fences)) }
        try scene.client.startTracking(trackingOptions: .presetEfficient(on: platform))
        scene.run(to: 0.2)
        scene.leave()
        scene.run(to: 59)
        #expect(scene.watched == [platform == .ios ? "radar_geofence_gym" : "radar_sync_0"])
        scene.run(to: 118)
        #expect(scene.sources(60...118).contains("GEOFENCE_ENTER"))
        #expect(!scene.messages.contains(.error(.errorLocation)))
    }

    @Test(
        "a fence that is listed again unchanged is not registered again, unless requested",
        arguments: [true, false]
    )
    func equalFences(keeps: Bool) throws {
        let scene = try RadarScene(.android, setup: { $0.keepsEqualRegions = keeps })
        let fences = try Self.gym()
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: fences)) }
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 5)
        let added = scene.notes.filter { if case .added = $0.note { true } else { false } }
        #expect((added.count == 1) == keeps)
        let wider = try Self.gym(radius: 200)
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: wider)) }
        scene.run(to: 6)
        #expect(scene.watched == ["radar_sync_0"])
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: "[]")) }
        scene.run(to: 7)
        #expect(scene.watched.isEmpty)
    }

    @Test("iOS's twenty are never passed: nineteen of the server's fences and the bubble")
    func limit() throws {
        let scene = try RadarScene(.ios)
        let place = try RadarScene.place(east: 3000)
        let all = (0..<40).map { index in
            let latitude = place.latitude + Double(index) / 100
            return RadarServerDouble.fence("g\(index)", latitude: latitude, longitude: -93, radius: 100).dropFirst()
                .dropLast()
        }
        let list = "[" + all.joined(separator: ",") + "]"
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: list)) }
        try scene.client.startTracking(trackingOptions: .presetResponsive)
        scene.run(to: 10)
        #expect(scene.watched.count == 20)
        #expect(scene.watched.contains("radar_geofence_g18") && !scene.watched.contains("radar_geofence_g19"))
        #expect(!scene.messages.contains { if case .log(let line) = $0 { line.level == .error } else { false } })
    }

    @Test(
        "fences that Google Play services lose come back with them; those that location off took, with the next answer"
    )
    func losses() throws {
        let scene = try RadarScene(.android)
        let fences = try Self.gym()
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: fences)) }
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 2)
        scene.act { $0.setPlayServices(.missing) }
        scene.run(to: 2.1)
        #expect(scene.watched.isEmpty)
        scene.server.reply { _ in .now(.failure("no connection")) }
        scene.act { $0.setPlayServices(.available) }
        scene.run(to: 3)
        #expect(scene.watched == ["radar_sync_0"])
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 4)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 5)
        #expect(scene.watched.isEmpty)
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: fences)) }
        scene.run(to: 6)
        #expect(scene.watched == ["radar_sync_0"])
    }

    @Test("regions that the phone refuses are reported, and requested again when it may accept them")
    func refusals() throws {
        let scene = try RadarScene(.android)
        scene.act { $0.setPermission(.backgroundLocation, .denied) }
        scene.run(to: 0.1)
        scene.act { $0.openApp() }
        scene.run(to: 0.2)
        try scene.client.startTracking(trackingOptions: .presetResponsive(on: .android))
        scene.run(to: 1)
        #expect(scene.watched.isEmpty)
        #expect(
            scene.messages.contains {
                if case .log(let line) = $0 { line.message.contains("radar_moving") } else { false }
            }
        )
        scene.act { $0.setPermission(.backgroundLocation, .granted) }
        scene.run(to: 1.1)
        #expect(scene.watched == ["radar_moving"])
    }
}
