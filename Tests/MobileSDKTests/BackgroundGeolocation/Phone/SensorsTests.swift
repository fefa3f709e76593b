import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@Suite("What the phone notices motion with")
struct SensorsTests {
    @Test("the hardware and the permission are separate", arguments: Platform.allCases)
    func hardware(platform: Platform) throws {
        let scene = try GeolocationScene(platform, grants: [.fineLocation, .backgroundLocation])
        #expect(scene.app.sensors.hasMotionHardware)
        #expect(scene.app.sensors.motionPermission == .denied)
        #expect(!scene.app.sensors.isMotionAvailable)
        scene.act { $0.setPermission(.physicalActivity, .granted) }
        #expect(scene.app.sensors.isMotionAvailable)
        scene.act { $0.setMotionHardware(isPresent: false) }
        #expect(!scene.app.sensors.hasMotionHardware)
        #expect(scene.app.sensors.motionPermission == .granted)
        #expect(!scene.app.sensors.isMotionAvailable)
    }

    @Test("a phone without motion hardware reports no activity, whatever is permitted", arguments: Platform.allCases)
    func without(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.act { $0.setMotionHardware(isPresent: false) }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 60)
        #expect(!scene.names.contains("activity"))
    }
}
