import MobileSDKCore
import PhoneStore
import SQLiteStorage
import TrackingModel
import Foundation
import PhoneOS
import PhoneSimulator
import Synchronization
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

@Suite("State that outlives the app's process")
struct StoredTrackingTests {
    /// A phone that tracks with custom options and some geofences, with its stored state.
    private func kept(_ platform: Platform = .android) throws -> GeolocationScene {
        let scene = try GeolocationScene(platform) { $0.logger.logLevel = .verbose }
        scene.ready()
        // Set later, so that the next `ready` does not set them again.
        scene.app.config.batchUpdate {
            $0.geolocation.distanceFilter = 33
            $0.persistence.extras = ["team": .text("a")]
        }
        try scene.app.startNow()
        let fences = try (0..<5).map { number in
            try TrackedGeofence(
                identifier: "f\(number)",
                center: try GeolocationScene.place(east: Double(number) * 400 - 3000),
                radius: try Radius(meters: 150)
            )
        }
        try scene.app.geofences.addNow(fences)
        scene.run(to: 24)
        return scene
    }

    /// Changes a stored record as text.
    private func spoil(_ scene: GeolocationScene, _ name: TrackingStateName, _ change: (String) -> String) throws {
        let bytes = try #require(try scene.records.state(name))
        let text = change(String(decoding: bytes, as: UTF8.self))
        try scene.records.setState(name, to: Array(text.utf8))
    }

    private func restart(_ scene: GeolocationScene) throws {
        scene.crash()
        scene.run(to: 24.5)
        scene.act { $0.openApp() }
        scene.run(to: 25)
    }

    @Test("is restored unchanged in the next process", arguments: Platform.allCases)
    func comesBack(platform: Platform) throws {
        let scene = try kept(platform)
        let (before, fences) = (scene.app.state, scene.app.geofences.getAll())
        try restart(scene)
        #expect(scene.app.state.config == before.config)
        #expect(scene.app.geofences.getAll().map(\.identifier) == fences.map(\.identifier))
        #expect(scene.app.state.enabled)
        #expect(scene.app.odometer > 0)
    }

    @Test(
        "malformed bytes are discarded, and tracking is reset with a log message",
        arguments: ["", "no JSON", "[]", "{\"version\":1}", "{\"version\":1,\"value\":[]}"]
    )
    func damaged(text: String) throws {
        let scene = try kept()
        for name in [StoredTracking.stateName, StoredTracking.geofencesName] { try spoil(scene, name) { _ in text } }
        try restart(scene)
        #expect(!scene.app.enabled)
        #expect(scene.app.geofences.getAll().isEmpty)
        #expect(
            try scene.app.logger.getLog().contains {
                $0.level == .warning && $0.message.contains("is restored without")
            }
        )
        try scene.app.startNow()
        #expect(scene.app.enabled)
    }

    @Test("from a newer program keeps every readable part")
    func newer() throws {
        let scene = try kept()
        let fences = scene.app.geofences.getAll().count
        for name in [StoredTracking.stateName, StoredTracking.geofencesName] {
            try spoil(scene, name) { $0.replacingOccurrences(of: "\"version\":1}", with: "\"version\":2}") }
        }
        try restart(scene)
        #expect(scene.app.state.config.geolocation.distanceFilter == 33)
        #expect(scene.app.state.config.persistence.extras == ["team": .text("a")])
        #expect(scene.app.enabled)
        #expect(scene.app.geofences.getAll().count == fences)
        #expect(Set(scene.watched).isSuperset(of: scene.app.geofences.getAll().map(\.identifier)))
    }

    @Test("with an unreadable part keeps the others")
    func partly() throws {
        let scene = try kept()
        try spoil(scene, StoredTracking.stateName) {
            $0.replacingOccurrences(of: "\"distanceFilter\":33", with: "\"distanceFilter\":{}")
                .replacingOccurrences(of: "\"odometer\":{", with: "\"odometer\":{\"x\":[}")
                .replacingOccurrences(of: "\"x\":[}", with: "\"x\":[],")
                .replacingOccurrences(of: "\"motion\":{", with: "\"motion\":3,\"old\":{")
        }
        try restart(scene)
        #expect(scene.app.enabled)
        #expect(scene.app.state.config.persistence.extras == ["team": .text("a")])
        #expect(scene.app.state.config.geolocation.distanceFilter == 10)
        #expect(scene.app.odometer > 0)
    }

    @Test("with one unreadable geofence record keeps the others")
    func oneGeofence() throws {
        let scene = try kept()
        try spoil(scene, StoredTracking.geofencesName) {
            $0.replacingOccurrences(of: "\"identifier\":\"f2\"", with: "\"identifier\":2")
        }
        try restart(scene)
        #expect(scene.app.geofences.getAll().map(\.identifier) == ["f0", "f1", "f3", "f4"])
    }

    @Test("in an unreadable file stops ready with an error, and nothing is written over it")
    func unreadable() throws {
        let scene = try kept()
        scene.crash()
        let closed = try RecordStore.temporary()
        try closed.close()
        let app = BackgroundGeolocation(phone: scene.simulator.system, records: closed, transport: scene.server)
        #expect { try app.ready { _ in } } throws: { ($0 as? MobileSDKError)?.code == .storage }
        app.stop()
    }

    @Test("that can't be written is reported, and tracking continues")
    func unwritable() throws {
        let records = try RecordStore.temporary()
        let scene = try GeolocationScene(.android, records: records) { $0.http.autoSync = false }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        #expect(try records.counts().stored == 1)
        let events = scene.app.events
        try records.close()
        scene.run(to: 22)
        #expect(scene.locations.count > 10)
        #expect(throws: StorageError.self) { try scene.app.store.getCount() }
        #expect {
            try scene.app.geofences.addNow([try TrackingLifeTests.place])
        } throws: { error in
            (error as? MobileSDKError)?.code == .storage
        }
        let kept = scene.app.session.withLock { $0.unwritten.records.map(\.uuid) }
        #expect(kept == scene.locations.dropFirst().map(\.uuid))
        withExtendedLifetime(events) {}
    }

    @Test("is written in a simulation only when it requests that")
    func settles() throws {
        let records = try RecordStore.inMemory()
        let home = try GeolocationScene.place(east: 0)
        var phone = try SimulatedPhone(
            PhoneProfile(platform: .ios),
            movement: Movement(restingAt: home, since: GeolocationScene.start),
            start: GeolocationScene.start,
            seed: 1
        )
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        let simulator = PhoneSimulator(phone)
        let app = BackgroundGeolocation(
            phone: simulator.system,
            records: records,
            transport: ScriptedServer(),
            seed: 1,
            writing: .whenSettled
        )
        try app.ready { $0.logger.logLevel = .verbose }
        try app.startNow()
        simulator.run(until: GeolocationScene.minute(2))
        #expect(try records.state(StoredTracking.stateName) == nil)
        #expect(try records.counts().stored == 1)
        app.flush()
        let bytes = try #require(try records.state(StoredTracking.stateName))
        let defaults = BackgroundTracking(
            platform: .ios,
            facts: PhoneFacts(at: GeolocationScene.start, timeZone: .utc),
            seed: 1
        )
        #expect(StoredTracking.state(bytes, defaults: defaults.kept).value?.state.isEnabled == true)
        simulator.withPhone { $0.killApp() }
        simulator.run(until: GeolocationScene.minute(3))
        #expect(!(try records.logLines().isEmpty))
    }
}
