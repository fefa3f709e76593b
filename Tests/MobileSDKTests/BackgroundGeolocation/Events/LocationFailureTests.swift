import MobileSDK
import MobileSDKTestSupport
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@Suite("The failure of onLocation while locations are not allowed")
struct LocationFailureTests {
    private static func failures(_ scene: GeolocationScene) -> [LocationError] {
        scene.events.compactMap { if case .locationFailed(let error) = $0.event { error } else { nil } }
    }

    /// A phone that is not handled: that would be reported as walking, another motion change.
    private static func restingScene(
        _ platform: Platform,
        options: @escaping @Sendable (inout TrackingConfig) -> Void = { _ in }
    ) throws -> GeolocationScene {
        let scene = try GeolocationScene(platform, options: options, profile: { $0.activity.handledPerHour = 0 })
        scene.ready()
        return scene
    }

    @Test(
        "location that is switched off while the app tracks is a failure once, and once more after it was on again",
        arguments: Platform.allCases
    )
    func switchedOff(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        #expect(Self.failures(scene).isEmpty)
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 10)
        #expect(Self.failures(scene) == [.denied])
        #expect(Self.failures(scene).map(\.rawValue) == [1])
        #expect(scene.minutes(of: "no location") == [1])
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 12)
        #expect(Self.failures(scene) == [.denied])
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 13)
        #expect(Self.failures(scene) == [.denied, .denied])
        #expect(scene.minutes(of: "no location") == [1, 12])
    }

    @Test(
        "a revoked permission is a failure once: on iOS at once, on Android, which ends the app, in the next process",
        arguments: Platform.allCases
    )
    func revoked(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        for (minute, count) in [(1.0, 1), (5, 2)] {
            scene.act { $0.setPermission(.fineLocation, .denied) }
            scene.run(to: minute + 1)
            #expect(Self.failures(scene).count == (platform == .ios ? count : count - 1))
            scene.act { $0.openApp() }
            scene.run(to: minute + 3)
            #expect(scene.app.enabled)
            #expect(Self.failures(scene) == Array(repeating: .denied, count: count))
            scene.act { $0.setPermission(.fineLocation, .granted) }
            scene.run(to: minute + 4)
            #expect(Self.failures(scene).count == count)
        }
    }

    @Test(
        "the first position of tracking is given up at once when location is off, and found when it is on again",
        arguments: Platform.allCases
    )
    func pending(platform: Platform) throws {
        let scene = try Self.restingScene(platform)
        try scene.app.startNow()
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 0.1)
        #expect(Self.failures(scene) == [.denied])
        scene.run(to: 5)
        #expect(Self.failures(scene) == [.denied], "no timeout follows")
        #expect(!scene.names.contains("stationary"))
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 6)
        #expect(scene.names.filter { $0 == "stationary" }.count == 1)
        #expect(Self.failures(scene) == [.denied])
    }

    @Test("a requested position fails at once, and onLocation hears nothing of it", arguments: Platform.allCases)
    func requested(platform: Platform) throws {
        let (scene, answer) = (try Self.restingScene(platform), Box<Result<TrackedLocation, LocationError>?>(nil))
        try scene.app.getCurrentPositionNow { answer.set($0) }
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 0.01)
        #expect(answer.current == .failure(.denied))
        scene.run(to: 2)
        #expect(Self.failures(scene).isEmpty)
    }

    @Test("tracking that starts with location off is a failure at once", arguments: Platform.allCases, [true, false])
    func starts(platform: Platform, bySchedule: Bool) throws {
        let scene = try Self.restingScene(platform) { $0.app.schedule = ["1-7 00:00-23:59"] }
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 1)
        #expect(Self.failures(scene).isEmpty)
        if bySchedule { scene.app.startSchedule() } else { try scene.app.startNow() }
        #expect(scene.app.enabled)
        #expect(Self.failures(scene) == [.denied])
        scene.run(to: 5)
        #expect(Self.failures(scene) == [.denied], "no timeout follows")
    }

    @Test("a start that throws is no failure of onLocation besides", arguments: Platform.allCases)
    func throwing(platform: Platform) throws {
        let scene = try GeolocationScene(platform, grants: [])
        scene.act { $0.setPermission(.fineLocation, .restricted) }
        scene.ready()
        #expect(throws: LocationError.denied) { try scene.app.startNow() }
        scene.run(to: 5)
        #expect(Self.failures(scene).isEmpty)
    }

    @Test(
        "a refusal at the prompt of start is a failure, consent is not",
        arguments: Platform.allCases,
        [true, false]
    )
    func prompted(platform: Platform, isAllowed: Bool) async throws {
        let scene = try GeolocationScene(platform, grants: [])
        scene.act { $0.setAnswer(to: .fineLocation, allow: isAllowed) }
        scene.ready()
        try await scene.app.start()
        scene.run(to: 1)
        #expect(Self.failures(scene) == (isAllowed ? [] : [.denied]))
    }

    @Test("tracking of geofences alone has no failure", arguments: Platform.allCases)
    func geofences(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startGeofencesNow()
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 5)
        #expect(Self.failures(scene).isEmpty)
    }
}
