import RadarEngine
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import RadarSDK

@Suite("Radar's presets on a phone")
struct RadarPresetPhoneTests {
    /// At home for an hour, a drive of 60 km in an hour, and a rest.
    private static let drive: [(minute: Double, east: Double)] = [(0, 0), (60, 0), (120, 60_000)]

    private static func scene(
        _ preset: RadarPreset,
        on platform: Platform,
        moves: [(minute: Double, east: Double)]? = nil,
        stays: Bool = false
    ) throws -> RadarScene {
        let scene = try RadarScene(platform, moves: moves)
        try scene.client.startTracking(trackingOptions: RadarTrackingOptions(preset: preset, on: platform))
        scene.run(to: 0.2)
        if !stays { scene.leave() }
        return scene
    }

    /// The minutes between consecutive updates.
    private static func gaps(_ minutes: [Double], in range: ClosedRange<Double>) -> [Double] {
        let minutes = minutes.filter(range.contains)
        return zip(minutes, minutes.dropFirst()).map { $1 - $0 }
    }

    @Test(
        "continuous: updates about every 30 seconds, moving or stopped; the blue bar, or a foreground service, shows",
        arguments: Platform.allCases
    )
    func continuous(platform: Platform) throws {
        let scene = try Self.scene(.continuous, on: platform, moves: Self.drive)
        scene.run(to: 130)
        let minutes = scene.minutes()
        for range in [10.0...58, 62...118] {
            let gaps = Self.gaps(minutes, in: range)
            #expect(gaps.count > 80)
            #expect(gaps.allSatisfy { (0.35...0.65).contains($0) })
        }
        #expect(scene.server.records.filter(\.isStopped).count > 80)
        #expect(scene.isForegroundServiceRunning == (platform == .android))
        #expect(scene.client.foregroundNotification?.text == (platform == .android ? "Location tracking started" : nil))
        #expect(scene.updates?.showsIndicator == (platform == .ios))
        #expect(scene.watched.isEmpty && !scene.isSuspended)
    }

    @Test("responsive on iOS: a timed fix every 2.5 minutes while moving, shut down while stopped, without a blue bar")
    func responsiveOnIOS() throws {
        let scene = try Self.scene(.responsive, on: .ios, moves: Self.drive)
        scene.run(to: 6)
        #expect(scene.client.isStopped)
        #expect(scene.updates == nil)
        scene.run(to: 59)
        #expect(scene.isSuspended)
        #expect(scene.minutes().filter { (8...60).contains($0) }.isEmpty)
        scene.run(to: 90)
        #expect(scene.updates?.showsIndicator == false)
        #expect(!scene.isSuspended && !scene.client.isStopped)
        scene.run(to: 119)
        // The timer's fixes; exits of the bubble and significant changes come between them.
        let readings = scene.signals.filter { if case .fix(_, .single) = $0.signal { true } else { false } }
        let gaps = Self.gaps(readings.map(\.minute), in: 66...118)
        #expect(gaps.count > 15)
        #expect(gaps.allSatisfy { (2.4...2.6).contains($0) })
    }

    @Test("responsive on Android in front: every 2.5 minutes or sooner while moving, shut down while stopped")
    func responsiveOnAndroid() throws {
        let scene = try Self.scene(.responsive, on: .android, moves: Self.drive, stays: true)
        scene.run(to: 59)
        #expect(scene.client.isStopped && scene.updates == nil)
        #expect(scene.minutes().filter { (8...60).contains($0) }.isEmpty)
        scene.run(to: 90)
        #expect(scene.updates?.interval == .seconds(150) && scene.updates?.fastestInterval == .seconds(30))
        scene.run(to: 119)
        let readings = scene.signals.filter { if case .fix(_, .updates) = $0.signal { true } else { false } }
        let gaps = Self.gaps(readings.map(\.minute), in: 66...118)
        #expect(gaps.count > 15)
        #expect(gaps.allSatisfy { (0.5...2.6).contains($0) })
        #expect(!scene.isForegroundServiceRunning)
    }

    @Test("responsive on Android in the background is delayed by the system's limits, and woken by its bubble")
    func responsiveInBackgroundOfAndroid() throws {
        let scene = try Self.scene(.responsive, on: .android, moves: Self.drive)
        scene.run(to: 119)
        let readings = scene.signals.filter { if case .fix(_, .updates) = $0.signal { true } else { false } }
        #expect(Self.gaps(readings.map(\.minute), in: 66...118).allSatisfy { $0 > 2.6 })
        #expect(scene.sources(62...118).filter { $0 == "GEOFENCE_EXIT" }.count > 10)
    }

    @Test(
        "responsive: once stopped, a device has to move more than 100 meters to wake up",
        arguments: [
            (Platform.ios, 60.0, false), (.ios, 400, true), (.android, 60, false), (.android, 400, true),
        ]
    )
    func wakesFromResponsive(platform: Platform, east: Double, wakes: Bool) throws {
        let scene = try Self.scene(.responsive, on: platform, moves: [(0, 0), (60, 0), (65, east)])
        scene.run(to: 59)
        #expect(scene.watched.count == 1)
        let before = scene.server.records.count
        scene.run(to: 80)
        #expect(scene.sources(59...80).contains("GEOFENCE_EXIT") == wakes)
        #expect((scene.server.records.count > before) == wakes)
    }

    @Test("efficient on iOS: updates on stops and exits alone, by the system's visits; nothing runs between them")
    func efficientOnIOS() throws {
        let scene = try Self.scene(.efficient, on: .ios)
        scene.run(to: 3)
        #expect(scene.isSuspended && scene.updates == nil)
        scene.run(to: 140)
        let sources = ["VISIT_ARRIVAL", "VISIT_DEPARTURE", "VISIT_ARRIVAL", "VISIT_DEPARTURE", "VISIT_ARRIVAL"]
        #expect(scene.server.records.map(\.source) == sources)
        #expect(scene.server.records.map(\.isStopped) == [true, false, true, false, true])
        // The departure is reported with the member's position by then: several hundred meters away.
        let departure = try #require(scene.server.records.dropFirst().first)
        let longitude = try #require(departure["longitude"] as? Double)
        let place = try Coordinate(latitude: 45, longitude: longitude)
        #expect(place.distance(to: try RadarScene.place(east: 0)) > 300)
        #expect(scene.watched.isEmpty && scene.isSuspended)
    }

    @Test("efficient on iOS is not woken by a walk round the house")
    func sleepsEfficientlyOnIOS() throws {
        let scene = try Self.scene(.efficient, on: .ios, moves: [(0, 0), (60, 0), (62, 70), (64, 0)])
        scene.run(to: 120)
        #expect(scene.server.records.map(\.source) == ["VISIT_ARRIVAL"])
    }

    @Test("efficient on Android: as fast as every 6 minutes while moving, now and then while stopped")
    func efficientOnAndroid() throws {
        let scene = try Self.scene(.efficient, on: .android, moves: [(0, 0), (60, 0), (180, 120_000)])
        // A navigation app makes fixes all the time, which may come as soon as the fastest interval allows.
        scene.run(to: 60)
        let stopped = scene.minutes().filter { $0 > 25 }
        #expect(scene.client.isStopped && stopped.count <= 2)
        #expect(scene.updates?.interval == .seconds(3600) && scene.updates?.fastestInterval == .seconds(1200))
        scene.act {
            $0.setOtherAppUpdates(LocationRequest(interval: .seconds(5)))
            $0.openApp()
        }
        scene.run(to: 180)
        let gaps = Self.gaps(scene.minutes(), in: 85...180)
        #expect(gaps.count > 10)
        #expect(gaps.allSatisfy { (5.9...6.6).contains($0) })
        #expect(!scene.isForegroundServiceRunning && scene.watched.isEmpty)
    }

    @Test("efficient on Android: once stopped, more than 100 meters and 15 minutes have to pass to wake up")
    func wakesFromEfficientOnAndroid() throws {
        let scene = try Self.scene(.efficient, on: .android, moves: [(0, 0), (60, 0), (64, 3000)])
        scene.run(to: 59)
        let stoppedAt = try #require(scene.minutes().last)
        #expect(scene.client.isStopped)
        scene.run(to: 150)
        let woke = try #require(
            scene.server.records.first { !$0.isStopped && $0.locationMs > RadarScene.minute(60).milliseconds }
        )
        let wokeAt = RadarScene.start.seconds(to: Timestamp(milliseconds: woke.locationMs)) / 60
        #expect(wokeAt - stoppedAt >= 15 && wokeAt > 60)
        #expect(woke.source == "BACKGROUND_LOCATION")
    }
}
