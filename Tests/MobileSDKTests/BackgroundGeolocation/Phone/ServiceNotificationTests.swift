import PhoneOS
import PhoneSimulator
import PhoneStore
import LongTests
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

@Suite("The notification of the options on the member's phone")
struct ServiceNotificationTests {
    private static func shown(_ scene: GeolocationScene) -> ServiceNotification? {
        scene.simulator.withPhone(\.foregroundNotification)
    }

    private static func channelName(_ id: String, _ scene: GeolocationScene) -> String? {
        scene.simulator.withPhone { $0.notificationChannelName(of: id) }
    }

    @Test("is what Android shows while tracking is on")
    func shows() throws {
        let scene = try GeolocationScene(.android) { config in
            config.app.notification.title = "On the way"
            config.app.notification.text = "Looking"
            config.app.notification.smallIcon = "drawable/walk"
            config.app.notification.largeIcon = "drawable/run"
            config.app.notification.color = "#00FF00"
            config.app.notification.priority = .high
            config.app.notification.channelId = "tracks"
            config.app.notification.channelName = "Tracks"
        }
        scene.ready()
        #expect(Self.shown(scene) == nil)
        #expect(Self.channelName("tracks", scene) == nil)
        try scene.app.startNow()
        #expect(
            Self.shown(scene)
                == ServiceNotification(
                    title: "On the way",
                    text: "Looking",
                    icon: "drawable/walk",
                    largeIcon: "drawable/run",
                    iconColor: "#00FF00",
                    channel: "tracks",
                    importance: .high
                )
        )
        #expect(Self.channelName("tracks", scene) == "Tracks")
        scene.app.stop()
        #expect(Self.shown(scene) == nil)
    }

    @Test("has its channel under the configured name, which changes at once with the option")
    func channelName() throws {
        let scene = try GeolocationScene(.android)
        scene.ready()
        try scene.app.startNow()
        #expect(Self.channelName("bggeo", scene) == "BackgroundGeolocation")
        scene.app.config.batchUpdate { $0.app.notification.channelName = "Trips" }
        #expect(Self.channelName("bggeo", scene) == "Trips")
        scene.app.config.batchUpdate {
            $0.app.notification.channelId = "other"
            $0.app.notification.channelName = "Others"
        }
        #expect(Self.channelName("bggeo", scene) == "Trips")
        #expect(Self.channelName("other", scene) == "Others")
    }

    @Test("changes with the options while the service runs, its channel too, and is there after a restart")
    func changes() throws {
        let scene = try GeolocationScene(.android) { $0.app.stopOnTerminate = false }
        scene.ready()
        try scene.app.startNow()
        #expect(Self.shown(scene)?.text == "Tracking location")
        scene.app.config.batchUpdate {
            $0.app.notification.text = "At the gym"
            $0.app.notification.channelId = "other"
        }
        #expect(Self.shown(scene)?.text == "At the gym")
        #expect(Self.shown(scene)?.channel == "other")
        scene.run(to: 22)
        scene.crash()
        #expect(Self.shown(scene) == nil)
        scene.act { $0.openApp() }
        scene.run(to: 23)
        #expect(Self.shown(scene)?.text == "At the gym")
    }

    @Test(
        "what of it changes nothing that shows is warned of in the log",
        .long,
        arguments: ["sticky", "layout", "strings", "actions"]
    )
    func ignored(option: String) throws {
        let scene = try GeolocationScene(.android) { config in
            config.logger.logLevel = .warning
            switch option {
            case "sticky": config.app.notification.sticky = true
            case "layout": config.app.notification.layout = "small"
            case "strings": config.app.notification.strings = ["line": "Hello"]
            default: config.app.notification.actions = ["pause"]
            }
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 30)
        #expect(Self.shown(scene)?.text == "Tracking location")
        let lines = try scene.app.logger.getLog().map(\.message)
        #expect(lines.filter { $0.hasPrefix("app.notification.\(option): ") }.count == 1, "\(lines)")
    }

    @Test("is none on iOS")
    func ios() throws {
        let scene = try GeolocationScene(.ios)
        scene.ready()
        try scene.app.startNow()
        #expect(Self.shown(scene) == nil)
    }
}
