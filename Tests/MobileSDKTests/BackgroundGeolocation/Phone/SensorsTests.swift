import MobileSDK
import MobileSDKCore
import MobileSDKTestSupport
import PhoneOS
import PhoneSimulator
import PhoneStore
import Testing
import TrackingEngine
import TrackingModel
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

    /// The warnings that the app was given for the motion service, in order.
    private final class Warnings: Sendable {
        private let heard = Box<[ConfigurationWarning]>([])
        private let subscription = Box<EventSubscription?>(nil)

        init(_ app: BackgroundGeolocation) {
            subscription.set(
                app.onWarning { [heard] warning in
                    guard warning.option == SensorsTests.option else { return }
                    heard.set(heard.current + [warning])
                }
            )
        }

        var all: [ConfigurationWarning] { heard.current }
    }

    private static let option = "activity.disableMotionActivityUpdates"
    private static let allButMotion = Set(Permission.allCases).subtracting([.physicalActivity])

    @Test("a member who revokes the permission while the app tracks is warned of once, until it is granted again")
    func revoked() throws {
        let scene = try GeolocationScene(.ios)
        let warnings = Warnings(scene.app)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        #expect(warnings.all.isEmpty)
        scene.act { $0.setPermission(.physicalActivity, .denied) }
        scene.run(to: 2)
        let first = try #require(warnings.all.first)
        #expect(first.code == .needsApp)
        #expect(first.message.contains("Motion & Fitness") && first.message.contains("requestPermission"))
        scene.act { $0.setPermission(.physicalActivity, .restricted) }
        scene.run(to: 3)
        #expect(warnings.all == [first])
        scene.act { $0.setPermission(.physicalActivity, .granted) }
        scene.run(to: 4)
        scene.act { $0.setPermission(.physicalActivity, .denied) }
        scene.run(to: 5)
        #expect(warnings.all == [first, first])
    }

    @Test("Android ends the app of a revoked permission, and its next process warns")
    func revokedOnAndroid() throws {
        let scene = try GeolocationScene(.android) { config in
            config.app.stopOnTerminate = false
            config.logger.logLevel = .warning
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.setPermission(.physicalActivity, .denied) }
        scene.run(to: 2)
        scene.act { $0.openApp() }
        scene.run(to: 3)
        let lines = try scene.app.logger.getLog().map(\.message).filter { $0.hasPrefix(Self.option) }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("200 to 500 m") == true)
    }

    @Test("tracking that starts without the permission is warned of once in a process", arguments: Platform.allCases)
    func startsWithout(platform: Platform) throws {
        let scene = try GeolocationScene(platform, grants: Self.allButMotion)
        let warnings = Warnings(scene.app)
        scene.ready()
        #expect(warnings.all.isEmpty)
        try scene.app.startNow()
        #expect(warnings.all.map(\.code) == [.needsApp])
        scene.app.stop()
        try scene.app.startNow()
        #expect(warnings.all.count == 1)
    }

    @Test(
        "a refusal at the prompt of start is warned of after the prompt, consent is not",
        arguments: Platform.allCases,
        [true, false]
    )
    func prompted(platform: Platform, isAllowed: Bool) async throws {
        let scene = try GeolocationScene(platform, grants: [])
        scene.act { $0.setAnswer(to: .physicalActivity, allow: isAllowed) }
        let warnings = Warnings(scene.app)
        scene.ready()
        try await scene.app.start()
        scene.run(to: 1)
        #expect(warnings.all.map(\.code) == (isAllowed ? [] : [.needsApp]))
    }

    @Test("where nothing is lost or the options' own warning says it, the refusal is not warned of")
    func warnsOfNothing() throws {
        let without = try GeolocationScene(.ios, grants: Self.allButMotion)
        without.act { $0.setMotionHardware(isPresent: false) }
        let bare = try GeolocationScene(.ios, grants: Self.allButMotion)
        bare.act { phone in
            phone.setManifest(
                AppManifest(
                    usageDescriptions: [AppManifest.whenInUseKey, AppManifest.alwaysKey],
                    backgroundModes: [AppManifest.locationMode]
                )
            )
        }
        for (scene, expected) in [(without, [String]()), (bare, ["Info.plist lacks NSMotionUsageDescription"])] {
            let warnings = Warnings(scene.app)
            scene.ready()
            try scene.app.startNow()
            scene.run(to: 1)
            #expect(warnings.all.map { String($0.message.prefix { $0 != "," }) } == expected)
        }
    }
}
