import MobileSDK
import MobileSDKCore
import MobileSDKTestSupport
import PhoneOS
import PhoneSimulator
import Synchronization
import Testing
import TrackingEngine
import VisitModel

@Suite("Requesting the permissions that tracking needs")
struct PermissionTests {
    /// An explainer that shows nothing and gives a fixed answer.
    private final class Explainer: PermissionExplainer {
        let shown = Box<[PermissionExplanation]>([])
        let goesOn: Bool

        init(goesOn: Bool) { self.goesOn = goesOn }

        func explain(_ explanation: PermissionExplanation, leadsToSettings: Bool) async -> Bool {
            shown.set(shown.current + [explanation])
            return goesOn
        }
    }

    @Test("start asks for location, for location always and for the motion service", arguments: Platform.allCases)
    func starts(platform: Platform) async throws {
        let scene = try GeolocationScene(platform, grants: [])
        scene.ready()
        #expect(scene.app.getProviderState().status == .notDetermined)
        try await scene.app.start()
        scene.run(to: 1)
        #expect(scene.app.getProviderState().status == .authorizedAlways)
        #expect(scene.app.sensors.isMotionAvailable)
        #expect(scene.names.contains("stationary"))
    }

    @Test("only what the options want is asked for")
    func onlyWanted() async throws {
        let scene = try GeolocationScene(.ios, grants: []) {
            $0.geolocation.locationAuthorizationRequest = .whenInUse
            $0.activity.disableMotionActivityUpdates = true
        }
        scene.ready()
        #expect(try await scene.app.requestPermission() == .authorizedWhenInUse)
        #expect(scene.app.sensors.motionPermission == .denied)
        let refusing = try GeolocationScene(.ios, grants: [])
        refusing.act { $0.setAnswer(to: .fineLocation, allow: false) }
        refusing.ready()
        #expect(try await refusing.app.authorization.requestPermission() == .denied)
        await #expect(throws: LocationError.denied) { try await refusing.app.startGeofences() }
    }

    @Test("before ready the default options say what is asked for")
    func beforeReady() async throws {
        let scene = try GeolocationScene(.ios, grants: []) { $0.geolocation.locationAuthorizationRequest = .whenInUse }
        #expect(try await scene.app.requestPermission() == .authorizedAlways)
    }

    @Test("Android 11 and later show the rationale before their page, or the app does", arguments: [true, false, nil])
    func rationale(goesOn: Bool?) async throws {
        let scene = try GeolocationScene(.android, grants: [.fineLocation, .notifications])
        let explainer = goesOn.map(Explainer.init)
        let app = BackgroundGeolocation(
            phone: scene.simulator.system,
            records: scene.records,
            transport: scene.server,
            explainer: explainer
        )
        try app.ready {
            $0.app.backgroundPermissionRationale.title = "Why"
            $0.app.backgroundPermissionRationale.message = "Because"
        }
        let status = try await app.requestPermission()
        #expect(status == (goesOn == false ? .authorizedWhenInUse : .authorizedAlways))
        scene.run(to: 0.1)
        #expect(explainer.map { $0.shown.current.map(\.title) } ?? ["Why"] == ["Why"])
        #expect(scene.notices.contains { $0.title == "Why" && $0.body == "Because" } == (goesOn == nil))
    }

    @Test(
        "the explainer gets the texts of the buttons that the options have, and none otherwise",
        arguments: [true, false]
    )
    func buttons(areSet: Bool) async throws {
        let scene = try GeolocationScene(.android, grants: [.fineLocation])
        let explainer = Explainer(goesOn: true)
        let app = BackgroundGeolocation(
            phone: scene.simulator.system,
            records: scene.records,
            transport: scene.server,
            explainer: explainer
        )
        try app.ready {
            $0.app.backgroundPermissionRationale.title = "Why"
            guard areSet else { return }
            $0.app.backgroundPermissionRationale.positiveAction = "Change to Always"
            $0.app.backgroundPermissionRationale.negativeAction = "Not now"
        }
        _ = try await app.requestPermission()
        let shown = try #require(explainer.shown.current.first)
        #expect(explainer.shown.current.count == 1)
        #expect(shown.positiveAction == (areSet ? "Change to Always" : nil))
        #expect(shown.negativeAction == (areSet ? "Not now" : nil))
    }

    @Test("an app that was built without what iOS requires gets an error")
    func manifest() async throws {
        let scene = try GeolocationScene(.ios, grants: [])
        scene.act { $0.setManifest(AppManifest(usageDescriptions: [], backgroundModes: [])) }
        scene.ready()
        await #expect {
            try await scene.app.requestPermission()
        } throws: { error in
            (error as? MobileSDKError)?.code == .manifest
        }
    }

    @Test("the member's changes in the settings are emitted and applied")
    func settings() throws {
        let scene = try GeolocationScene(.ios)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.setPermission(.fineLocation, .denied) }
        scene.run(to: 2)
        #expect(scene.app.getProviderState().status == .denied)
        #expect(scene.names.filter { $0 == "provider" }.count == 2)
        scene.act { $0.setPermission(.fineLocation, .granted) }
        scene.run(to: 3)
        #expect(scene.app.getProviderState().status == .authorizedWhenInUse)
        #expect(scene.app.enabled)
    }
}
