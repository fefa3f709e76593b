import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel
import VisitStore

@Suite("Tracking over the app's life")
struct TrackingLifeTests {
    @Test("a phone is tracked while it moves, and everything is uploaded", arguments: Platform.allCases)
    func tracks(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        #expect(scene.app.enabled)
        #expect(scene.names.contains("stationary"))
        scene.act { $0.leaveApp() }
        scene.run(to: 120)
        print(scene.names.filter { $0 != "location" && $0 != "sample" && $0 != "http 200" })
        print(scene.names.count, scene.locations.count, scene.server.requests.count)
        #expect(scene.names.filter { $0 == "moving" }.count == 2)
        #expect(scene.names.filter { $0 == "stationary" }.count == 3)
        #expect(scene.app.odometer > 5000)
        #expect(try scene.app.store.getCount() == 0)
        #expect(Set(scene.server.names) == Set(scene.locations.map(\.uuid)))
        #expect(scene.server.names.count == Set(scene.server.names).count)
    }
}
