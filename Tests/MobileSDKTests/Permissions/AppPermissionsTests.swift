import MobileSDK
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Synchronization
import Testing
import VisitModel

@Suite("Requesting permissions on a phone")
struct AppPermissionsTests {
    /// An explainer that shows nothing and records the explanations.
    private final class Explainer: PermissionExplainer {
        private let shown = Mutex<[String]>([])
        private let goesOn: Bool

        init(goesOn: Bool = true) { self.goesOn = goesOn }

        var all: [String] { shown.withLock { $0 } }

        func explain(_ explanation: PermissionExplanation, leadsToSettings: Bool) async -> Bool {
            shown.withLock { $0.append(explanation.permission.rawValue + (leadsToSettings ? " in settings" : "")) }
            return goesOn
        }
    }

    private func simulator(
        _ platform: Platform,
        _ version: OSVersion? = nil,
        manifest: AppManifest = .complete
    ) throws -> PhoneSimulator {
        let start = Timestamp(milliseconds: 1_710_741_600_000)
        let home = try Coordinate(latitude: 45, longitude: -93)
        var phone = try SimulatedPhone(
            PhoneProfile(platform: platform, version: version),
            movement: Movement(restingAt: home, since: start),
            start: start,
            seed: 1
        )
        phone.setManifest(manifest)
        return PhoneSimulator(phone)
    }

    @Test("each prompt is explained before it comes, in order, once", arguments: Platform.allCases)
    func explained(platform: Platform) async throws {
        let (simulator, explainer) = (try simulator(platform), Explainer())
        let permissions = AppPermissions(phone: simulator.system, explainer: explainer)
        let situation = try await permissions.requestAll()
        let background = platform == .android ? "background_location in settings" : "background_location"
        #expect(explainer.all == ["fine_location", background, "notifications"])
        #expect(situation.isReadyToMonitor)
        #expect(situation.nextStep() == .done)
        _ = try await permissions.requestAll()
        #expect(explainer.all.count == 3)
    }

    @Test(
        "the way to the settings is announced where the system has no prompt for background location, from Android 11 on",
        arguments: [
            (.ios, OSVersion(17), false), (.android, OSVersion(10), false), (.android, OSVersion(11), true),
            (.android, OSVersion(15), true),
        ] as [(Platform, OSVersion, Bool)]
    )
    func leadsToSettings(platform: Platform, version: OSVersion, leads: Bool) async throws {
        let (simulator, explainer) = (try simulator(platform, version), Explainer())
        simulator.withPhone { $0.setPermission(.fineLocation, .granted) }
        let permissions = AppPermissions(phone: simulator.system, explainer: explainer)
        #expect(try await permissions.requestPermission(permission: .backgroundLocation) == .granted)
        #expect(explainer.all == ["background_location" + (leads ? " in settings" : "")])
    }

    @Test("the prompt of the motion service is explained with its benefit", arguments: Platform.allCases)
    func motionService(platform: Platform) async throws {
        let (simulator, explainer) = (try simulator(platform), Explainer())
        let permissions = AppPermissions(phone: simulator.system, explainer: explainer)
        #expect(try await permissions.requestPermission(permission: .physicalActivity) == .granted)
        #expect(explainer.all == ["physical_activity"])
        let version = simulator.system.version
        let explanation = PermissionExplanation.beforePrompt(.physicalActivity, on: platform, version)
        #expect(explanation.text.hasPrefix("Knowing when you are not moving saves battery"))
    }

    @Test("a member who puts an explanation off is not prompted")
    func putOff() async throws {
        let (simulator, explainer) = (try simulator(.ios), Explainer(goesOn: false))
        let permissions = AppPermissions(phone: simulator.system, explainer: explainer)
        #expect(try await permissions.requestPermission(permission: .fineLocation) == .denied)
        #expect(simulator.system.canPrompt(for: .fineLocation))
    }

    @Test("refused once on iOS, twice on Android, and only Settings are left", arguments: Platform.allCases)
    func settings(platform: Platform) async throws {
        let (simulator, explainer) = (try simulator(platform), Explainer())
        simulator.withPhone { $0.setAnswer(to: .fineLocation, allow: false) }
        let permissions = AppPermissions(phone: simulator.system, explainer: explainer)
        for _ in 0..<3 { try await permissions.requestPermission(permission: .fineLocation) }
        let settings = ["fine_location in settings"]
        #expect(
            explainer.all
                == (platform == .ios
                    ? ["fine_location"] + settings + settings : ["fine_location", "fine_location"] + settings)
        )
        #expect(
            permissions.getPermissionStatus(permission: .fineLocation) == (platform == .ios ? .denied : .restricted)
        )
        let now = simulator.system.now()
        var opened = 0
        simulator.run(until: now.advanced(bySeconds: 1)) { occurrence in
            opened += occurrence.notes.count { $0 == .changed("settings", "opened") }
        }
        #expect(opened == (platform == .ios ? 2 : 1))
    }

    @Test("the system's page is opened when the app asks for it", arguments: Platform.allCases)
    func openSettings(platform: Platform) async throws {
        let simulator = try simulator(platform)
        await AppPermissions(phone: simulator.system, explainer: Explainer()).openAppSettings()
        let now = simulator.system.now()
        var opened = 0
        simulator.run(until: now.advanced(bySeconds: 1)) { occurrence in
            opened += occurrence.notes.count { $0 == .changed("settings", "opened") }
        }
        #expect(opened == 1)
    }

    @Test("background location before location is an error that says what to do")
    func order() async throws {
        let permissions = AppPermissions(phone: try simulator(.android).system, explainer: Explainer())
        let error = await #expect(throws: MobileSDKError.self) {
            try await permissions.requestPermission(permission: .backgroundLocation)
        }
        #expect(error?.code == .permission)
        #expect(error?.message.contains("fineLocation first") == true)
    }

    @Test("an app that was built without a key or a background mode gets its name")
    func manifest() async throws {
        let without = AppManifest(usageDescriptions: [AppManifest.whenInUseKey], backgroundModes: [])
        let simulator = try simulator(.ios, manifest: without)
        let permissions = AppPermissions(phone: simulator.system, explainer: Explainer())
        #expect(try await permissions.requestPermission(permission: .fineLocation) == .granted)
        let mode = await #expect(throws: MobileSDKError.self) {
            try await permissions.requestPermission(permission: .backgroundLocation)
        }
        #expect(mode?.code == .manifest)
        #expect(mode?.message.contains("Location Updates") == true)
        simulator.withPhone {
            $0.setManifest(AppManifest(usageDescriptions: [AppManifest.whenInUseKey], backgroundModes: ["location"]))
        }
        let key = await #expect(throws: MobileSDKError.self) {
            try await permissions.requestPermission(permission: .backgroundLocation)
        }
        #expect(key?.code == .manifest)
        #expect(key?.message.contains(AppManifest.alwaysKey) == true)
    }
}
