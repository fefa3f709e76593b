import LongTests
import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

/// Two trips with a rest between them, over thirty phones that err each in its own way.
@Suite("Moving and stationary on thirty phones")
struct MotionOverSeedsTests {
    /// How the member moves, and whether the app is on the screen meanwhile.
    struct Case: Hashable, CustomTestStringConvertible {
        let platform: Platform
        /// 1.4 m/s is a walk, 10 a drive.
        let metersPerSecond: Double
        let isOnScreen: Bool

        /// Long enough to leave the region around the stop.
        var tripMinutes: Double { metersPerSecond > 5 ? 3 : 10 }

        var testDescription: String {
            "\(platform), \(metersPerSecond > 5 ? "a drive" : "a walk"), \(isOnScreen ? "on the screen" : "in the pocket")"
        }

        static var all: [Self] {
            Platform.allCases.flatMap { platform in
                [1.4, 10].flatMap { speed in
                    [true, false].map { Self(platform: platform, metersPerSecond: speed, isOnScreen: $0) }
                }
            }
        }
    }

    static let seeds: ClosedRange<UInt64> = 1...30
    /// The member leaves at minute 5, rests for twenty minutes, goes back, and rests for twenty minutes.
    private static let departure = 5.0
    private static let rest = 20.0

    private static func run(_ run: Case, seed: UInt64, restMinutes: Double = rest) throws -> GeolocationScene {
        let tripMinutes = run.tripMinutes
        let meters = run.metersPerSecond * tripMinutes * 60
        let (home, away) = (try GeolocationScene.place(east: 0), try GeolocationScene.place(east: meters))
        let back = departure + tripMinutes + restMinutes
        let movement = try Movement([
            Movement.Waypoint(time: GeolocationScene.start, coordinate: home),
            Movement.Waypoint(time: GeolocationScene.minute(departure), coordinate: home),
            Movement.Waypoint(time: GeolocationScene.minute(departure + tripMinutes), coordinate: away),
            Movement.Waypoint(time: GeolocationScene.minute(back), coordinate: away),
            Movement.Waypoint(time: GeolocationScene.minute(back + tripMinutes), coordinate: home),
        ])
        let scene = try GeolocationScene(
            run.platform,
            seed: seed,
            movement: movement,
            options: { $0.http.autoSync = false },
            // Handling at rest would be reported as walking.
            profile: { $0.activity.handledPerHour = 0 }
        )
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        if !run.isOnScreen { scene.act { $0.leaveApp() } }
        scene.run(to: back + tripMinutes + rest)
        return scene
    }

    @Test(
        "every trip begins and ends once, and the stop comes when the stop timeout is over",
        .long,
        arguments: Case.all
    )
    func trips(run: Case) throws {
        var errors = 0
        for seed in Self.seeds {
            let scene = try Self.run(run, seed: seed)
            let changes = scene.names.filter { $0 == "moving" || $0 == "stationary" }
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
            guard changes == ["stationary", "moving", "stationary", "moving", "stationary"] else {
                errors += 1
                continue
            }
            let stops = scene.minutes(of: "stationary").dropFirst()
            let arrivals = [Self.departure + run.tripMinutes, Self.departure + 2 * run.tripMinutes + Self.rest]
            for (index, (stop, arrival)) in zip(stops, arrivals).enumerated() {
                // The stop timeout of five minutes begins once the motion service reports the rest. In the pocket the
                // system may report the departure only after the arrival.
                let start = max(arrival, scene.minutes(of: "moving")[index])
                #expect((5...8).contains(stop - start), "seed \(seed)")
            }
        }
        // The system itself may report an exit in error, or miss one.
        #expect(errors <= 1)
    }

    @Test(
        "a drive that continues within the stop timeout is tracked again at once",
        .long,
        arguments: Platform.allCases
    )
    func continued(platform: Platform) throws {
        for isOnScreen in [true, false] {
            for seed in Self.seeds {
                let run = Case(platform: platform, metersPerSecond: 10, isOnScreen: isOnScreen)
                let scene = try Self.run(run, seed: seed, restMinutes: 3)
                let departure = Self.departure + run.tripMinutes + 3
                #expect(scene.minutes(of: "stationary").count == 2, "seed \(seed)")
                let next = scene.locations.first { GeolocationScene.minute(departure) < $0.fix.time }?.fix.time
                let seconds = next.map { GeolocationScene.minute(departure).seconds(to: $0) } ?? .infinity
                #expect(seconds < 90, "seed \(seed), \(isOnScreen ? "on the screen" : "in the pocket")")
            }
        }
    }

    @Test(
        "a phone at rest stays stationary, whatever the app asks of its position",
        .long,
        arguments: Platform.allCases
    )
    func rests(platform: Platform) throws {
        var departures = 0
        for seed in Self.seeds {
            let home = try GeolocationScene.place(east: 0)
            let scene = try GeolocationScene(
                platform,
                seed: seed,
                movement: Movement(restingAt: home, since: GeolocationScene.start),
                // Handling would be reported as walking.
                profile: { $0.activity.handledPerHour = 0 }
            )
            let app = scene.app
            let watch = app.onHeartbeat { _ in
                var request = PositionRequest()
                request.samples = 1
                #expect(throws: Never.self) { try app.getCurrentPositionNow(request) { _ in } }
            }
            scene.ready()
            app.setConfig {
                $0.app.heartbeatInterval = 60
                $0.app.preventSuspend = true
            }
            try app.startNow()
            scene.act { $0.changePower { $0.isCharging = true } }
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 120)
            let id = app.watchPosition(interval: 5000) { _ in }
            scene.run(to: 150)
            app.stopWatchPosition(id)
            scene.run(to: 240)
            watch.remove()
            #expect(scene.names.contains("heartbeat"))
            // The system itself may err about the region around the stop.
            departures += scene.minutes(of: "moving").count
            #expect(!scene.app.state.isMoving, "seed \(seed)")
        }
        // In 120 hours of rest.
        #expect(departures <= 3)
    }
}
