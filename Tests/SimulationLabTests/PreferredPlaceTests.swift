import LongTests
import MobileSDK
import PhoneDoctor
import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator
@testable import SimulationLab

@Suite("A favourite in another town")
struct PreferredPlaceTests {
    private static let trigger = "footfall.movement"
    private static let updates = LocationRequest(interval: .seconds(60))

    /// A pool 30 km west of home, which the member visits.
    private static func pool() throws -> Facility {
        Facility(
            id: try FacilityID("pool"),
            name: "Pool",
            geofence: .circle(center: try LabScene.place(east: -30_000), radius: .standard)
        )
    }

    /// An hour at home, a stay at the pool, and back home, at a speed in metres a second.
    private static func trip(speed: Double) throws -> (movement: Movement, end: Double) {
        let (home, pool) = (try LabScene.place(east: 0), try LabScene.place(east: -30_000))
        let way = 30_000 / speed / 60
        let times = [0, 60, 60 + way, 115 + way, 115 + 2 * way, 175 + 2 * way]
        let places = [home, home, pool, pool, home, home]
        let movement = try Movement(
            zip(times, places).map { Movement.Waypoint(time: LabScene.minute($0), coordinate: $1) }
        )
        return (movement, times[5])
    }

    @Test(
        "stays registered at home after a visit, on a drive and a ride, in front and in the background",
        .long,
        arguments: Platform.allCases,
        Array<UInt64>(1...30)
    )
    func visited(platform: Platform, seed: UInt64) throws {
        let speed = seed.isMultiple(of: 2) ? 17.0 : 6
        let trip = try Self.trip(speed: speed)
        for (requested, isInFront) in [(nil, false), (Self.updates, true)] {
            for slots in [0, 5] {
                let scene = try LabScene(
                    platform,
                    seed: seed,
                    options: MonitoringOptions(updates: requested),
                    preferVisited: slots,
                    farPlaces: [Self.pool()],
                    movement: trip.movement
                )
                try scene.facilities.beginMonitoring()
                scene.run(to: 1)
                if !isInFront { scene.act { $0.leaveApp() } }
                scene.run(to: 50)
                let comment: Comment = "\(platform), seed \(seed), \(slots) slots, in front: \(isInFront)"
                #expect(!scene.watched.contains("pool"), comment)
                scene.run(to: trip.end)
                let counted = try scene.visits().filter { $0.verdict == .counted }
                #expect(counted.map(\.facility.text) == ["pool"], comment)
                let places = scene.watched.subtracting([Self.trigger])
                #expect(places.contains("pool") == (slots > 0), comment)
                #expect(places.count == platform.geofenceLimit - (requested == nil ? 1 : 0), comment)
                #expect(places == (try scene.registered()), comment)
                #expect(scene.emittedRegistered == places, comment)
                #expect(scene.mostWatched <= platform.geofenceLimit, comment)
                #expect(scene.errors.isEmpty, comment)
            }
        }
    }

    @Test(
        "is registered on a new phone from the start, and does not make the movement trigger wider",
        .long,
        arguments: Platform.allCases,
        Array<UInt64>(1...30)
    )
    func newPhone(platform: Platform, seed: UInt64) throws {
        var radii: [Double] = []
        for earlier in [[:], [try FacilityID("pool"): 12]] {
            let scene = try LabScene(
                platform,
                seed: seed,
                options: MonitoringOptions(),
                preferVisited: 5,
                earlierVisits: earlier,
                farPlaces: [Self.pool()]
            )
            try scene.facilities.beginMonitoring()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            let comment: Comment = "\(platform), seed \(seed), \(earlier)"
            #expect(scene.watched.contains("pool") == !earlier.isEmpty, comment)
            radii += scene.simulator.withPhone { phone in
                let requests = phone.ios.watched.map(\.request) + phone.android.fences.map(\.request)
                return requests.compactMap { request -> Double? in
                    guard request.id.text == Self.trigger, case .circle(_, let radius) = request.shape else {
                        return nil
                    }
                    return radius
                }
            }
            // The set still follows the member, whose gym is 3 km away.
            scene.run(to: 180)
            #expect(try scene.visits().map(\.facility) == [try LabScene.gym()], comment)
            #expect(scene.watched.contains("pool") == !earlier.isEmpty, comment)
        }
        #expect(radii.count == 2)
        // The noise of two positions is the rest.
        #expect(try #require(radii.last) < #require(radii.first) + 100, "\(platform), seed \(seed), \(radii)")
    }

    @Test("has a slot in a scenario, which says how many there are and which visits came before")
    func scenario() throws {
        func watched(_ app: String) throws -> [String] {
            let text = """
                name: T
                platform: ios
                facilities: [{id: pool, at: "39.9526, -74.8"}, {id: gym, at: "39.9526, -75.1652"}]
                places: {home: 3 km west of gym}
                grid: {count: 60, around: home}
                start: 06:30
                journey: home 07:00, gym 07:30 for 55 min, home 09:00
                end: 09:30
                app: \(app)

                """
            let record = try Scenario(yaml: text, file: "s.yaml").run()
            #expect(record.mostWatched <= 20)
            return record.watched
        }
        #expect(try watched("{kind: footfall, earlier_visits: {pool: 3}}").contains("pool"))
        #expect(try !watched("{kind: footfall, prefer_visited: 0, earlier_visits: {pool: 3}}").contains("pool"))
        #expect(try watched("{kind: footfall}").contains("gym"))
    }

    @Test("is no sign of wrong places for the doctor")
    func doctor() throws {
        let text = """
            name: T
            platform: ios
            facilities: [{id: pool, at: "39.9526, -74.8"}, {id: gym, at: "39.9526, -75.1652", dwell: 10 min}]
            places: {home: 3 km west of gym}
            grid: {count: 60, around: home}
            start: 06:30
            journey: home 07:00, gym 07:30 for 55 min, home 09:00
            end: 12:00
            app: {updates: every 60 s, earlier_visits: {pool: 3}}

            """
        let record = try Scenario(yaml: text, file: "s.yaml").run()
        #expect(record.watched.contains("pool"))
        #expect(!Doctor.findings(in: CaseHistory(record)).contains { $0.symptom == .wrongNearest })
    }
}
