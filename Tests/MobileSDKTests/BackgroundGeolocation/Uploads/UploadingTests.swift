import MobileSDK
import MobileSDKCore
import MobileSDKTestSupport
import PhoneOS
import PhoneSimulator
import PhoneStore
import SQLiteStorage
import Testing
import TrackingEngine
import VisitModel

@Suite("Uploading records")
struct UploadingTests {
    private static let tokens = #"{"access_token":"new","refresh_token":"r2","expires_in":3600}"#

    /// A scene in which tracking is on.
    private func scene(
        _ platform: Platform = .android,
        _ options: @escaping @Sendable (inout TrackingConfig) -> Void = { _ in }
    ) throws -> GeolocationScene {
        let scene = try GeolocationScene(platform, options: options)
        scene.ready()
        try scene.app.startNow()
        return scene
    }

    private func stored(_ scene: GeolocationScene) throws -> [String] {
        try scene.app.store.getLocations().map(\.uuid)
    }

    @Test("what a server did not take stays, and goes out with the next record", arguments: [500, 404, 301])
    func refused(status: Int) throws {
        let scene = try scene()
        scene.server.script { _ in .answer(status) }
        scene.run(to: 21)
        let waiting = try stored(scene)
        #expect(waiting.count > 10)
        #expect(scene.server.taken.isEmpty)
        #expect(scene.names.contains("http \(status)"))
        scene.server.script { _ in .answer(200) }
        scene.run(to: 22)
        #expect(try stored(scene).isEmpty)
        #expect(Array(scene.server.names.prefix(waiting.count)) == waiting)
        #expect(scene.server.names.count == Set(scene.server.names).count)
    }

    @Test("a network that returns sends queued records below the threshold; a change of network does not")
    func reconnects() throws {
        let scene = try scene { $0.http.autoSyncThreshold = 1000 }
        scene.run(to: 20.5)
        scene.act { $0.setConnectivity(.none) }
        scene.run(to: 23)
        let waiting = try stored(scene)
        #expect(waiting.count > 3)
        scene.act { $0.setConnectivity(.cellular) }
        scene.run(to: 23.1)
        #expect(Set(waiting).isSubset(of: scene.server.names))
        scene.run(to: 24)
        let more = try stored(scene)
        #expect(!more.isEmpty)
        scene.act { $0.setConnectivity(.wifi) }
        scene.run(to: 24.1)
        #expect(Set(more).isDisjoint(with: scene.server.names))
    }

    @Test("where uploads wait for Wi-Fi, Wi-Fi sends the records below the threshold")
    func reconnectsToWiFi() throws {
        let scene = try GeolocationScene(.android) {
            $0.http.autoSyncThreshold = 1000
            $0.http.disableAutoSyncOnCellular = true
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 23)
        let waiting = try stored(scene)
        #expect(waiting.count > 3 && scene.server.names.isEmpty)
        scene.act { $0.setConnectivity(.wifi) }
        scene.run(to: 23.1)
        #expect(Set(waiting).isSubset(of: scene.server.names))
    }

    @Test(
        "a request without an answer ends with its timeout, and its records are sent again",
        arguments: [true, false]
    )
    func timesOut(isTaken: Bool) throws {
        let scene = try scene { $0.http.timeout = 30_000 }
        scene.server.script { _ in isTaken ? .lost : .later(200) }
        scene.run(to: 0.5)
        #expect(scene.server.requests.count == 1)
        #expect(!scene.names.contains("http 0"))
        scene.run(to: 2)
        #expect(scene.names.contains("http 0"))
        #expect(try stored(scene).count == 1)
        scene.server.script { _ in .answer(200) }
        // A late answer changes nothing.
        scene.server.release()
        #expect(try stored(scene).count == 1)
        scene.run(to: 30)
        #expect(try stored(scene).isEmpty)
        #expect(Set(scene.server.names) == Set(scene.locations.map(\.uuid)))
    }

    @Test("after a 401 new tokens are asked for once, kept at once, and the records sent again")
    func refreshes() throws {
        let scene = try scene {
            $0.authorization.accessToken = $0.authorization.accessToken ?? "old"
            $0.authorization.refreshToken = $0.authorization.refreshToken ?? "r1"
            $0.authorization.refreshUrl = "https://example.com/tokens"
            $0.authorization.refreshPayload = ["token": "{refreshToken}"]
        }
        scene.server.script { request in
            if request.url.hasSuffix("/tokens") { return .answer(200, Self.tokens) }
            return .answer(request.headers["Authorization"] == "Bearer new" ? 200 : 401)
        }
        scene.run(to: 1)
        #expect(scene.server.requests.map(\.url).count { $0.hasSuffix("/tokens") } == 1)
        #expect(scene.server.requests[1].text == "token=r1")
        #expect(
            scene.names.filter { $0 == "authorized" || $0.hasPrefix("http") } == ["http 401", "authorized", "http 200"]
        )
        #expect(try stored(scene).isEmpty)
        scene.crash()
        scene.run(to: 1.5)
        scene.act { $0.openApp() }
        scene.run(to: 2)
        #expect(scene.app.config.authorization.accessToken == "new")
        #expect(scene.app.config.authorization.refreshToken == "r2")
    }

    @Test(
        "a failed refresh is reported, and the records stay",
        arguments: [ScriptedServer.Reply.answer(400, "no"), .unreachable]
    )
    func refreshFails(reply: ScriptedServer.Reply) throws {
        let scene = try scene {
            $0.authorization.accessToken = "old"
            $0.authorization.refreshToken = "r1"
            $0.authorization.refreshUrl = "https://example.com/tokens"
            $0.authorization.refreshPayload = ["token": "{refreshToken}"]
        }
        scene.server.script { $0.url.hasSuffix("/tokens") ? reply : .answer(401) }
        scene.run(to: 1)
        #expect(scene.names.contains("not authorized"))
        #expect(try stored(scene).count == 1)
        scene.server.script { $0.headers["Authorization"] == "Bearer mine" ? .answer(200) : .answer(401) }
        // A token that the app sets starts an upload.
        scene.app.config.authorization.accessToken = "mine"
        #expect(try stored(scene).isEmpty)
    }

    @Test("without a connection nothing is sent, and everything when there is one")
    func offline() throws {
        let scene = try scene()
        scene.run(to: 1)
        scene.act { $0.setConnectivity(.none) }
        let sent = scene.server.requests.count
        scene.run(to: 30)
        #expect(scene.server.requests.count == sent)
        #expect(try stored(scene).count > 50)
        scene.act { $0.setConnectivity(.cellular) }
        scene.run(to: 31)
        #expect(try stored(scene).isEmpty)
        #expect(scene.names.contains("disconnected"))
    }

    @Test("autoSyncThreshold holds records back, but not when the phone starts or stops moving")
    func threshold() throws {
        let scene = try scene {
            $0.http.autoSyncThreshold = 1000
            $0.http.batchSync = true
        }
        scene.run(to: 1)
        // The first record is a motion change.
        #expect(scene.server.requests.count == 1)
        scene.run(to: 22)
        let waiting = try stored(scene).count
        #expect(waiting > 10)
        scene.run(to: 60)
        #expect(try stored(scene).isEmpty)
        #expect(scene.server.requests.map(\.names.count).max() ?? 0 > waiting)
        #expect(scene.server.requests.count <= 6)
    }

    @Test("over the mobile network no automatic upload starts where it is disabled")
    func cellular() throws {
        let scene = try scene { $0.http.disableAutoSyncOnCellular = true }
        scene.run(to: 1)
        #expect(scene.server.requests.isEmpty)
        let outcome = Box<SyncOutcome?>(nil)
        try scene.app.store.syncNow { outcome.set($0) }
        #expect(scene.server.requests.count == 1)
        #expect(outcome.current.map { if case .sent(let records) = $0 { records.count } else { 0 } } == 1)
        scene.run(to: 22)
        scene.act { $0.setConnectivity(.wifi) }
        scene.run(to: 22.1)
        #expect(try stored(scene).isEmpty)
    }

    @Test("records in a request when the process ended are sent again by the next one")
    func endsWithinRequest() throws {
        let scene = try scene()
        scene.server.script { _ in .later(200) }
        scene.run(to: 1)
        #expect(try scene.records.counts().locked == 1)
        scene.crash()
        scene.server.script { _ in .answer(200) }
        scene.run(to: 2)
        scene.act { $0.openApp() }
        scene.run(to: 30)
        // The answer to the earlier process is dropped.
        scene.server.release()
        #expect(try stored(scene).isEmpty)
        #expect(try scene.records.counts().locked == 0)
    }

    @Test("leaving the screen and coming back start another attempt, and so does background time")
    func tries() throws {
        let scene = try scene(.ios)
        scene.server.script { _ in .answer(503) }
        scene.run(to: 1)
        #expect(scene.server.requests.count == 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 2)
        #expect(scene.server.requests.count == 2)
        scene.act { $0.openApp() }
        scene.run(to: 3)
        #expect(scene.server.requests.count == 3)
        scene.act { $0.leaveApp() }
        scene.run(to: 4)
        scene.run(to: 16)
        #expect(scene.server.requests.count == 5)
    }

    @Test("an upload that the app asks for is answered with what was sent, or why not", .timeLimit(.minutes(10)))
    func sync() async throws {
        let scene = try GeolocationScene(.ios) { $0.http.autoSync = false }
        await #expect { try await scene.app.store.sync() } throws: { ($0 as? MobileSDKError)?.code == .notReady }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 23)
        let waiting = try stored(scene)
        #expect(waiting.count > 10)
        #expect(scene.server.requests.isEmpty)
        #expect(try await scene.app.store.sync().map(\.uuid) == waiting)
        #expect(try await scene.app.store.sync().isEmpty)
        scene.run(to: 24)
        scene.server.script { _ in .answer(500) }
        await #expect {
            try await scene.app.store.sync()
        } throws: { error in
            let cause = (error as? MobileSDKError)?.cause as? BackgroundGeolocation.SyncFailure
            return cause?.failure == .response
        }
        #expect(try !stored(scene).isEmpty)
    }

    @Test("records of the app's own are sent like any other, and can be looked up and deleted")
    func own() throws {
        let scene = try GeolocationScene(.ios) { $0.http.autoSync = false }
        scene.ready()
        let fix = Fix(time: GeolocationScene.start, coordinate: try GeolocationScene.place(east: 5))
        for name in ["a", "b", "c"] {
            let location = TrackedLocation(uuid: name, fix: fix, recordedAt: GeolocationScene.start, isMoving: false)
            try scene.app.store.insertLocation(location)
        }
        #expect(throws: StorageError.self) {
            try scene.app.store.insertLocation(
                TrackedLocation(uuid: "a", fix: fix, recordedAt: GeolocationScene.start, isMoving: false)
            )
        }
        #expect(try stored(scene) == ["a", "b", "c"])
        #expect(try scene.app.store.getLocations(limit: 1).count == 1)
        try scene.app.store.destroyLocation("b")
        #expect(try scene.app.store.getCount() == 2)
        try scene.app.store.syncNow()
        #expect(scene.server.names == ["a", "c"])
        try scene.app.store.destroyLocations()
        #expect(try scene.app.store.getCount() == 0)
    }

    @Test("records are deleted by number and age, and those that options leave out are emitted and not stored")
    func retention() throws {
        let scene = try scene {
            $0.http.autoSync = false
            $0.persistence.maxRecordsToPersist = 10
        }
        scene.run(to: 40)
        #expect(try stored(scene).count == 10)
        #expect(try stored(scene) == Array(scene.locations.map(\.uuid).suffix(10)))
        scene.app.config.persistence.persistMode = PersistMode.none
        let before = try stored(scene)
        scene.run(to: 120)
        #expect(try stored(scene) == before)
        scene.run(to: 60 * 27)
        scene.crash()
        scene.act { $0.openApp() }
        scene.run(to: 60 * 27 + 1)
        // More than a day old.
        #expect(try stored(scene).isEmpty)
    }

    @Test("an invalid template costs no record")
    func template() throws {
        let scene = try scene {
            $0.http.autoSync = false
            $0.logger.logLevel = .error
            $0.persistence.locationTemplate = #"{"a":<%= speed %>}"#
        }
        scene.run(to: 1)
        scene.app.config.persistence.locationTemplate = #"{"a":<%= nonsense %>}"#
        scene.app.changePace(true)
        scene.run(to: 2)
        let documents = try scene.app.store.getLocations().map { String(decoding: $0.document, as: UTF8.self) }
        #expect(documents.count == scene.locations.count)
        #expect(documents.first?.hasPrefix(#"{"a":"#) == true)
        #expect(documents.last?.contains("\"uuid\"") == true)
        #expect(try scene.app.logger.getLog().contains { $0.message.contains("without a template") })
    }
}
