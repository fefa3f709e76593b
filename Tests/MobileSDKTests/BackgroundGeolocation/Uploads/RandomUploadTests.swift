import MobileSDK
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import PhoneStore
import LongTests
import Testing
import TrackingEngine
import VisitModel

@Suite("No recorded location is lost")
struct RandomUploadTests {
    @Test(
        "through crashes, ends, holes in the connection and errors of the server, each record arrives once by its name",
        .long,
        arguments: [1, 2, 3, 5] as [UInt64]
    )
    func arrives(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let platform = Platform.allCases[Int(seed % 2)]
        let options = (
            batch: Bool.random(using: &dice), size: Int.random(in: 1...20, using: &dice), newest: seed % 5 == 0
        )
        let scene = try GeolocationScene(platform, seed: seed, movement: try restless()) {
            $0.app.stopOnTerminate = false
            $0.app.startOnBoot = true
            $0.http.batchSync = options.batch
            $0.http.maxBatchSize = options.size
            $0.http.timeout = 240_000
            $0.geolocation.distanceFilter = 30
            if options.newest { $0.persistence.locationsOrderDirection = .descending }
            $0.authorization.refreshToken = "r"
            $0.authorization.refreshUrl = "https://example.com/tokens"
            $0.authorization.refreshPayload = ["token": "{refreshToken}"]
        }
        scene.ready()
        try scene.app.startNow()
        var minute = 1.0
        while minute < 95 {
            scene.run(to: minute)
            befall(scene, &dice)
            minute += Double.random(in: 0.2...4, using: &dice)
        }
        recover(scene)
        scene.run(to: 100)
        try scene.app.store.syncNow()
        scene.run(to: 101)

        let arrived = scene.server.names
        let recorded = Set(scene.locations.map(\.uuid))
        #expect(!recorded.isEmpty, "seed \(seed)")
        #expect(recorded.subtracting(arrived).isEmpty, "seed \(seed): lost")
        #expect(try scene.app.store.getCount() == 0, "seed \(seed): left")
        #expect(try scene.records.counts().locked == 0, "seed \(seed): locked")
        // A record comes twice only after a lost answer, or a process that ended within a request.
        // It is byte for byte the same, so that a server drops it by its name.
        var bodies: [String: Set<String>] = [:]
        for request in scene.server.taken where !options.batch {
            for name in request.names { bodies[name, default: []].insert(request.text) }
        }
        #expect(bodies.values.allSatisfy { $0.count == 1 }, "seed \(seed): changed")
    }

    /// A member who drives to and fro, with short rests, so that there is always something to send.
    private func restless() throws -> Movement {
        let (home, away) = (try GeolocationScene.place(east: 0), try GeolocationScene.place(east: 2000))
        let places = (0..<24).flatMap { leg in
            let (from, to) = leg.isMultiple(of: 2) ? (home, away) : (away, home)
            let minute = 2 + Double(leg) * 4
            return [
                Movement.Waypoint(time: GeolocationScene.minute(minute), coordinate: from),
                Movement.Waypoint(time: GeolocationScene.minute(minute + 3), coordinate: to),
            ]
        }
        return try Movement(places)
    }

    /// Performs a random event of the phone, its app or its server.
    private func befall(_ scene: GeolocationScene, _ dice: inout SeededGenerator) {
        switch Int.random(in: 0..<16, using: &dice) {
        case 0, 13: scene.crash()
        case 1: scene.act { $0.killApp() }
        case 2, 14, 15: scene.act { $0.openApp() }
        case 3: scene.act { $0.leaveApp() }
        case 4, 5: scene.act { [none = Bool.random(using: &dice)] in $0.setConnectivity(none ? .none : .wifi) }
        case 6: scene.server.script { _ in .answer(500) }
        case 7: scene.server.script { _ in .lost }
        case 8: scene.server.script { _ in .unreachable }
        case 9:
            scene.server.script {
                $0.url.hasSuffix("tokens") ? .answer(200, #"{"access_token":"t"}"#) : .answer(401)
            }
        case 10: scene.server.script { _ in .later(200) }
        case 11: scene.server.release()
        default: scene.server.script { _ in .answer(200) }
        }
        if scene.simulator.system.appState.isRunning, !scene.app.enabled { try? scene.app.startNow() }
    }

    /// Restores the connection, the server and the app.
    private func recover(_ scene: GeolocationScene) {
        scene.server.script { _ in .answer(200) }
        scene.act {
            $0.setConnectivity(.wifi)
            $0.openApp()
        }
        scene.run(to: 97)
        scene.ready()
    }
}
