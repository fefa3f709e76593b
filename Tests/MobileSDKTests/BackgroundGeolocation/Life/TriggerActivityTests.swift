import MobileSDK
import PhoneSimulator
import LongTests
import Testing
import TrackingEngine
import VisitModel

@Suite("Activities that start the moving state on the phone")
struct TriggerActivityTests {
    private static let (walking, running, driving) = (1.4, 3.0, 12.0)

    /// A phone in a pocket, with an owner who leaves home after 20 minutes, at a speed in metres a second, for 2 km.
    private static func scene(
        _ platform: Platform,
        _ triggers: [TriggerActivity],
        speed: Double
    ) throws -> GeolocationScene {
        let seconds = 2000 / speed
        let end = GeolocationScene.minute(20).advanced(bySeconds: seconds)
        let (home, away) = (try GeolocationScene.place(east: 0), try GeolocationScene.place(east: 2000))
        let movement = try Movement([
            Movement.Waypoint(time: GeolocationScene.start, coordinate: home),
            Movement.Waypoint(time: GeolocationScene.minute(20), coordinate: home),
            Movement.Waypoint(time: end, coordinate: away),
            Movement.Waypoint(time: end.advanced(bySeconds: 3600), coordinate: away),
        ])
        let scene = try GeolocationScene(platform, movement: movement) {
            $0.activity.triggerActivities = triggers
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 20 + seconds / 60)
        return scene
    }

    @Test(
        "on_foot begins with walking and with running, and a name of its own with that alone",
        .long,
        arguments: Platform.allCases
    )
    func onFoot(platform: Platform) throws {
        for speed in [Self.walking, Self.running] {
            #expect(try Self.scene(platform, [.onFoot], speed: speed).names.contains("moving"), "\(speed)")
        }
        #expect(try Self.scene(platform, [.walking], speed: Self.walking).names.contains("moving"))
        #expect(try !Self.scene(platform, [.onFoot], speed: Self.driving).names.contains("moving"))
    }

    @Test(
        "in_vehicle alone holds a walk, also where the place of the stop was left, and begins with a drive",
        arguments: Platform.allCases
    )
    func inVehicle(platform: Platform) throws {
        #expect(try !Self.scene(platform, [.inVehicle], speed: Self.walking).names.contains("moving"))
        #expect(try Self.scene(platform, TriggerActivity.allCases, speed: Self.walking).names.contains("moving"))
        #expect(try Self.scene(platform, [.inVehicle], speed: Self.driving).names.contains("moving"))
    }
}
