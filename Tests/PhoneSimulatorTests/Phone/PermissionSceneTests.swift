import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Permissions on a phone")
struct PermissionSceneTests {
    private func phone(_ platform: Platform, _ version: OSVersion? = nil) throws -> SimulatedPhone {
        try SimulatedPhone(
            PhoneProfile(platform: platform, version: version),
            movement: try PhoneScene.movement(),
            start: PhoneScene.start,
            seed: 1
        )
    }

    @Test("nothing is granted at first except what needs no request")
    func beginning() throws {
        let old = try phone(.android, OSVersion(9))
        #expect(
            Permission.allCases.filter { old.status(of: $0) == .granted } == [
                .backgroundLocation, .notifications, .physicalActivity,
            ]
        )
        let new = try phone(.android, OSVersion(14))
        #expect(Permission.allCases.allSatisfy { new.status(of: $0) == .denied })
    }

    @Test("Android asks twice, then only Settings help")
    func androidTwice() throws {
        var phone = try phone(.android)
        phone.setAnswer(to: .fineLocation, allow: false)
        #expect(try phone.request(.fineLocation) == .denied)
        #expect(phone.canPrompt(for: .fineLocation))
        #expect(try phone.request(.fineLocation) == .restricted)
        #expect(!phone.canPrompt(for: .fineLocation))
        phone.setAnswer(to: .fineLocation, allow: true)
        #expect(try phone.request(.fineLocation) == .restricted)
        phone.setPermission(.fineLocation, .granted)
        #expect(phone.status(of: .fineLocation) == .granted)
    }

    @Test("iOS asks once")
    func iosOnce() throws {
        var phone = try phone(.ios)
        phone.setAnswer(to: .notifications, allow: false)
        #expect(try phone.request(.notifications) == .denied)
        phone.setAnswer(to: .notifications, allow: true)
        #expect(try phone.request(.notifications) == .denied)
        #expect(!phone.canPrompt(for: .notifications))
    }

    @Test("background location can't be asked for before location", arguments: Platform.allCases)
    func order(platform: Platform) throws {
        var phone = try phone(platform)
        #expect(try phone.request(.backgroundLocation) == .denied)
        #expect(try phone.request(.fineLocation) == .granted)
        #expect(try phone.request(.backgroundLocation) == .granted)
    }

    @Test(
        "iOS refuses to ask where Info.plist does not say why",
        arguments: [
            (.fineLocation, AppManifest.whenInUseKey), (.backgroundLocation, AppManifest.alwaysKey),
            (.physicalActivity, AppManifest.motionKey),
        ] as [(Permission, String)]
    )
    func missingKey(permission: Permission, key: String) throws {
        var phone = try phone(.ios)
        phone.setPermission(.fineLocation, permission == .fineLocation ? .denied : .granted)
        phone.app.manifest.usageDescriptions.remove(key)
        let error = #expect(throws: PhoneError.self) { _ = try phone.request(permission) }
        #expect(error?.code == .manifestIncomplete)
        #expect(error?.message.contains(key) == true)
    }

    @Test(
        "revoking location also revokes background location, and ends the process on Android",
        arguments: Platform.allCases
    )
    func revoked(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        scene.run(to: 1)
        scene.act { $0.setPermission(.fineLocation, .denied) }
        scene.run(to: 2)
        #expect(scene.simulator.system.status(of: .backgroundLocation) == .denied)
        #expect(scene.simulator.system.appState == (platform == .android ? .terminated : .foreground))
    }

    @Test("a notification needs the permission and, on Android, a channel")
    func notifications() throws {
        let notice = Notice(title: "Visit Started", body: "You arrived at facility gym")
        var android = try phone(.android)
        #expect(throws: PhoneError.self) { try android.post(notice, channel: "visits") }
        _ = try android.request(.notifications)
        #expect(throws: PhoneError.self) { try android.post(notice, channel: "visits") }
        android.createNotificationChannel(id: "visits")
        try android.post(notice, channel: "visits")
        var ios = try phone(.ios)
        _ = try ios.request(.notifications)
        try ios.post(notice, channel: "visits")
        #expect(ios.next(by: ios.now)?.notes.contains(.showed(notice)) == true)
    }

    @Test("a reinstall revokes every permission and removes all stored data", arguments: Platform.allCases)
    func reinstall(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        let system = scene.simulator.system
        system.store([1, 2], as: "config")
        try system.addRegions([PhoneScene.gym()])
        #expect(system.stored("config") == [1, 2])
        scene.act { $0.reinstallApp() }
        #expect(system.stored("config") == nil)
        #expect(scene.watched.isEmpty)
        #expect(system.status(of: .fineLocation) == .denied)
    }
}
