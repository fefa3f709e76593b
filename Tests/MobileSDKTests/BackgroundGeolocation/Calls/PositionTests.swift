import MobileSDKCore
import MobileSDKTestSupport
import PhoneStore
import TrackingModel
import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@Suite("Position requests")
struct PositionTests {
    private typealias Answer = Result<TrackedLocation, LocationError>

    private func scene(_ platform: Platform = .ios) throws -> GeolocationScene {
        let scene = try GeolocationScene(platform) { $0.http.autoSync = false }
        scene.ready()
        return scene
    }

    @Test("the best of three fixes is returned, emitted and stored, samples only emitted", arguments: Platform.allCases)
    func current(platform: Platform) throws {
        let (scene, answer) = (try scene(platform), Box<Answer?>(nil))
        var request = PositionRequest()
        request.timeout = 60
        request.desiredAccuracy = 0
        request.extras = ["route": .integer(7)]
        try scene.app.getCurrentPositionNow(request) { answer.set($0) }
        #expect(answer.current == nil)
        scene.run(to: 1)
        let location = try #require(try answer.current?.get())
        #expect(location.extras == ["route": .integer(7)])
        #expect(scene.names.filter { $0 == "sample" }.count == 2)
        #expect(scene.locations.map(\.uuid) == [location.uuid])
        #expect(try scene.app.store.getLocations().map(\.uuid) == [location.uuid])
        #expect(!scene.app.enabled)
    }

    @Test("the label is in the log, with the request and with its failure", arguments: [nil, "check-in"])
    func label(label: String?) throws {
        let scene = try GeolocationScene(.ios) { $0.logger.logLevel = .info }
        scene.ready()
        var request = PositionRequest()
        request.label = label
        request.allowStale = false
        scene.act { $0.setLocationServices(on: false) }
        try scene.app.getCurrentPositionNow(request) { _ in }
        scene.run(to: 2)
        let lines = try scene.app.logger.getLog().map(\.message)
        let name = label.map { " (\($0))" } ?? ""
        #expect(lines.contains("a position is requested\(name)"))
        #expect(lines.contains { $0.hasPrefix("no position\(name): ") }, "\(lines)")
    }

    @Test("a cached fix that is young enough is returned at once, and a position may be left unstored")
    func known() throws {
        let (scene, answer) = (try scene(), Box<Answer?>(nil))
        try scene.app.getCurrentPositionNow { _ in }
        scene.run(to: 1)
        let count = try scene.app.store.getCount()
        var request = PositionRequest()
        request.maximumAge = 120_000
        request.persist = false
        try scene.app.getCurrentPositionNow(request) { answer.set($0) }
        #expect(try answer.current?.get() != nil)
        #expect(try scene.app.store.getCount() == count)
    }

    @Test("where no fix comes the last known will do, unless it is refused")
    func timesOut() throws {
        let (scene, stale, none) = (try scene(), Box<Answer?>(nil), Box<Answer?>(nil))
        try scene.app.getCurrentPositionNow { _ in }
        scene.run(to: 1)
        scene.act { $0.setReception(nil) }
        try scene.app.getCurrentPositionNow { stale.set($0) }
        var request = PositionRequest()
        request.allowStale = false
        try scene.app.getCurrentPositionNow(request) { none.set($0) }
        scene.run(to: 2)
        #expect(try stale.current?.get() != nil)
        #expect(none.current == .failure(.timeout))
    }

    @Test("what the member does not allow fails at once, and before ready it is refused")
    func denied() async throws {
        let scene = try GeolocationScene(.ios, grants: [])
        await #expect {
            try await scene.app.getCurrentPosition()
        } throws: { error in
            (error as? MobileSDKError)?.code == .notReady
        }
        await #expect {
            try await scene.app.setOdometer(5)
        } throws: { error in
            (error as? MobileSDKError)?.code == .notReady
        }
        #expect(scene.app.watchPosition(success: { _ in }) == 0)
        scene.act { $0.setPermission(.fineLocation, .restricted) }
        scene.ready()
        await #expect(throws: LocationError.denied) { try await scene.app.getCurrentPosition() }
        await #expect(throws: LocationError.denied) { try await scene.app.start() }
    }

    @Test("the odometer is set where a position is found, and kept")
    func odometer() throws {
        let (scene, answer) = (try scene(), Box<Answer?>(nil))
        try scene.app.setOdometerNow(1234.5) { answer.set($0) }
        scene.run(to: 1)
        #expect(try answer.current?.get().odometerMeters == 1234.5)
        scene.crash()
        scene.run(to: 2)
        scene.act { $0.openApp() }
        scene.run(to: 3)
        #expect(scene.app.odometer == 1234.5)
    }

    @Test("resetOdometer sets the odometer to 0 and records where", .timeLimit(.minutes(10)))
    func resets() async throws {
        let (scene, location) = (try scene(), Box<TrackedLocation?>(nil))
        try scene.app.setOdometerNow(1234.5) { _ in }
        scene.run(to: 1)
        #expect(scene.app.getOdometer() == 1234.5)
        let count = try scene.app.store.getCount()
        let app = scene.app
        let task = Task { location.set(try await app.resetOdometer()) }
        var minute = 1.0
        while location.current == nil, minute < 60 {
            await Task.yield()
            minute += 1.0 / 60
            scene.run(to: minute)
        }
        try await task.value
        #expect(location.current?.odometerMeters == 0)
        #expect(app.getOdometer() == 0)
        #expect(try app.store.getCount() == count + 1)
    }

    @Test("a requested position is uploaded like any other record", arguments: Platform.allCases)
    func uploaded(platform: Platform) throws {
        let (scene, answer) = (try GeolocationScene(platform), Box<Answer?>(nil))
        scene.ready()
        var request = PositionRequest()
        request.timeout = 60
        try scene.app.getCurrentPositionNow(request) { answer.set($0) }
        scene.run(to: 1)
        let location = try #require(try answer.current?.get())
        #expect(scene.server.names == [location.uuid])
        #expect(try scene.app.store.getCount() == 0)
    }

    @Test("a stream delivers until it is ended, and says once when nothing comes")
    func watches() throws {
        let scene = try scene(.android)
        let (found, failed) = (Box<Int>(0), Box<[String]>([]))
        let id = scene.app.watchPosition(
            interval: 5000,
            timeout: 30,
            extras: ["a": .bool(true)],
            success: { [found] in
                #expect($0.extras == ["a": .bool(true)])
                found.set(found.current + 1)
            },
            failure: { [failed] in failed.set(failed.current + ["\($0)"]) }
        )
        #expect(id > 0)
        // No stream has this number.
        scene.app.stopWatchPosition(id + 1)
        scene.run(to: 2)
        #expect((15...26).contains(found.current))
        #expect(try scene.app.store.getCount() == 0)
        scene.act { $0.setReception(nil) }
        scene.run(to: 5)
        #expect(failed.current.count == 1)
        scene.act { $0.setReception(.satellites) }
        scene.run(to: 6)
        let count = found.current
        scene.app.stopWatchPosition(id)
        scene.run(to: 8)
        #expect(found.current == count)
    }

    @Test("a position requested in the background is found before iOS suspends the app")
    func inBackground() throws {
        let (scene, answer) = (try scene(), Box<Answer?>(nil))
        scene.act { $0.leaveApp() }
        scene.run(to: 0.1)
        var request = PositionRequest()
        request.timeout = 20
        request.desiredAccuracy = 0
        try scene.app.getCurrentPositionNow(request) { answer.set($0) }
        scene.run(to: 1)
        #expect(try answer.current?.get() != nil)
        scene.run(to: 5)
        #expect(scene.simulator.withPhone { $0.isAppSuspended })
        #expect(scene.simulator.withPhone { $0.appState } == .background)
    }
}
