import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Location updates that iOS may pause")
struct PauseSceneTests {
    private static let request = LocationRequest(interval: .seconds(30), pausesAutomatically: true)

    private func scene(_ platform: Platform = .ios, request: LocationRequest = Self.request) throws -> PhoneScene {
        let scene = try PhoneScene(platform) { $0.backgroundFetchSeconds = 1e9 }
        scene.simulator.system.startLocationUpdates(request)
        return scene
    }

    @Test("are paused after a quarter of an hour of rest in the background, and the app is suspended then")
    func pause() throws {
        let scene = try scene()
        scene.run(to: 5)
        scene.act { $0.leaveApp() }
        scene.run(to: 19.9)
        #expect(scene.times(of: .locationUpdatesPaused).isEmpty)
        #expect(scene.simulator.withPhone { !$0.isAppSuspended })
        scene.run(to: 58)
        #expect(scene.times(of: .locationUpdatesPaused) == [20])
        #expect(scene.simulator.withPhone { $0.areUpdatesPaused && $0.isAppSuspended })
        #expect(scene.fixes.allSatisfy { $0.minute <= 20 })
        // They stay paused, though the phone moves from minute 60 on.
        scene.run(to: 90)
        #expect(scene.fixes.allSatisfy { $0.minute <= 20 })
    }

    @Test("continue when the app comes to the screen, with a signal, and not when it moves")
    func resume() throws {
        let scene = try scene()
        scene.act { $0.leaveApp() }
        scene.run(to: 70)
        #expect(scene.times(of: .locationUpdatesPaused) == [15])
        #expect(scene.times(of: .locationUpdatesResumed).isEmpty)
        scene.act { $0.openApp() }
        scene.run(to: 75)
        #expect(scene.times(of: .locationUpdatesResumed) == [70])
        #expect(scene.fixes.filter { $0.minute > 70 }.count == 10)
    }

    @Test("continue when they are requested again, without a signal, and are paused again after another quarter")
    func askedAnew() throws {
        let scene = try scene()
        scene.simulator.system.setPreventsSuspension(true)
        scene.act { $0.leaveApp() }
        scene.run(to: 20)
        scene.simulator.system.startLocationUpdates(Self.request)
        scene.run(to: 34.9)
        #expect(scene.fixes.filter { $0.minute > 20 }.count == 30)
        scene.run(to: 50)
        #expect(scene.times(of: .locationUpdatesPaused) == [15, 35])
        #expect(scene.times(of: .locationUpdatesResumed).isEmpty)
    }

    @Test("are not paused on the screen, on the move, without permission to pause, or on Android")
    func never() throws {
        let stayed = try scene()
        stayed.run(to: 58)
        var other = Self.request
        other.pausesAutomatically = false
        let unasked = try scene(request: other)
        unasked.act { $0.leaveApp() }
        unasked.run(to: 58)
        let android = try scene(.android)
        android.act { $0.leaveApp() }
        android.run(to: 58)
        let moving = try scene()
        moving.run(to: 61)
        moving.act { $0.leaveApp() }
        // The phone rests from minute 65 on.
        moving.run(to: 79.9)
        for scene in [stayed, unasked, android, moving] { #expect(scene.times(of: .locationUpdatesPaused).isEmpty) }
        moving.run(to: 81)
        #expect(moving.times(of: .locationUpdatesPaused) == [80])
    }

    @Test("do not outlive their process: the next one is not paused")
    func process() throws {
        let scene = try scene()
        scene.act { $0.leaveApp() }
        scene.run(to: 20)
        scene.act {
            $0.killApp()
            $0.openApp()
        }
        scene.run(to: 21)
        #expect(scene.simulator.withPhone { !$0.areUpdatesPaused })
        #expect(scene.times(of: .locationUpdatesResumed).isEmpty)
    }

    @Test("show the background indicator where the app requested it, and only while they are made")
    func indicator() throws {
        for (platform, isAsked) in [(Platform.ios, true), (.ios, false), (.android, true)] {
            var request = Self.request
            request.showsIndicator = isAsked
            let scene = try scene(platform, request: request)
            func isShown() -> Bool { scene.simulator.withPhone { $0.isLocationIndicatorShown } }
            scene.run(to: 5)
            #expect(!isShown())
            scene.act { $0.leaveApp() }
            scene.run(to: 10)
            #expect(isShown() == (platform == .ios && isAsked), "\(platform) \(isAsked)")
            scene.run(to: 21)
            #expect(!isShown())
        }
    }
}
