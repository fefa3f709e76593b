import MobileSDKCore
import TrackingModel
import RadarEngine
import Foundation
import PhoneOS
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Failed uploads under each replay option")
struct RadarDeliveryTests {
    /// The ways in which a server or the connection fails.
    enum Failure: String, CaseIterable, Sendable {
        case noConnection, unauthorized, serverError, tooMany, noAnswer, foreignPage

        var reply: RadarServerDouble.Reply {
            switch self {
            case .noConnection: .now(.failure("no connection"))
            case .unauthorized: .now(.response(status: 401, body: []))
            case .serverError: .now(.response(status: 500, body: Array("oops".utf8)))
            case .tooMany: .now(.response(status: 429, body: []))
            case .noAnswer: .later
            case .foreignPage: .now(.response(status: 203, body: Array("<html>Sign in</html>".utf8)))
            }
        }

        var status: RadarStatus {
            switch self {
            case .noConnection, .noAnswer: .errorNetwork
            case .unauthorized: .errorUnauthorized
            case .serverError, .foreignPage: .errorServer
            case .tooMany: .errorRateLimit
            }
        }
    }

    /// A scene of ten good minutes, fifteen with failures and a drive in them, and good ones again.
    private static func scene(
        _ platform: Platform,
        _ replay: RadarReplayMode,
        _ failure: Failure,
        isKilled: Bool = false
    ) throws -> RadarScene {
        let scene = try RadarScene(platform, moves: [(0, 0), (14, 0), (20, 5000)])
        var options = RadarTrackingOptions.presetContinuous(on: platform)
        options.replay = replay
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 10)
        scene.server.reply { _ in failure.reply }
        scene.run(to: 25)
        #expect(scene.messages.contains(.error(failure.status)))
        if isKilled {
            scene.act { $0.killApp() }
            scene.run(to: 26)
        }
        scene.server.reply { _ in .now(RadarServerDouble.success()) }
        if isKilled { scene.act { $0.openApp() } }
        scene.run(to: 30)
        return scene
    }

    /// The attempted updates and those that the server accepted, by the time of the fix.
    private static func sent(_ scene: RadarScene) -> (tried: [Int64: Bool], taken: Set<Int64>) {
        var tried: [Int64: Bool] = [:]
        for record in scene.server.records { tried[record.locationMs] = record.isStopped }
        return (tried, Set(scene.server.takenRecords.map(\.locationMs)))
    }

    @Test("all: every update arrives", arguments: Platform.allCases, Failure.allCases)
    func all(platform: Platform, failure: Failure) throws {
        let scene = try Self.scene(platform, .all, failure)
        let (tried, taken) = Self.sent(scene)
        #expect(tried.count > 40 && Set(tried.keys) == taken)
        #expect(scene.client.waitingUpdates == 0)
        let replay = try #require(scene.server.requests.last { $0.url.hasSuffix("/v1/track/replay") })
        let records = RadarServerDouble.records(replay)
        #expect(records.count > 20 && records.allSatisfy { $0.isReplayed && $0["updatedAtMs"] != nil })
        #expect(records.map(\.locationMs) == records.map(\.locationMs).sorted())
    }

    @Test("stops: every stop arrives, and nothing else that failed", arguments: Platform.allCases, Failure.allCases)
    func stops(platform: Platform, failure: Failure) throws {
        let scene = try Self.scene(platform, .stops, failure)
        let (tried, taken) = Self.sent(scene)
        let stops = Set(tried.filter(\.value).keys)
        #expect(stops.isSubset(of: taken))
        let lost = Set(tried.keys).subtracting(taken)
        #expect(lost.count > 5 && lost.isDisjoint(with: stops))
    }

    @Test("none: what fails is lost", arguments: Failure.allCases)
    func none(failure: Failure) throws {
        let scene = try Self.scene(.android, .none, failure)
        let (tried, taken) = Self.sent(scene)
        #expect(Set(tried.keys).subtracting(taken).count > 20)
        #expect(!scene.server.requests.contains { $0.url.hasSuffix("/replay") })
    }

    @Test(
        "sync none uploads what the app asks for and nothing else, over stops, drives and the end of the app's process",
        arguments: Platform.allCases,
        RadarPreset.allCases
    )
    func syncNone(platform: Platform, preset: RadarPreset) throws {
        let scene = try RadarScene(platform)
        var options = RadarTrackingOptions(preset: preset, on: platform)
        options.sync = .none
        let warnings = try scene.client.startTracking(trackingOptions: options)
        #expect(warnings.contains { $0.code == .nothingUploaded })
        scene.run(to: 1)
        scene.leave()
        scene.run(to: 90)
        scene.act { $0.killApp() }
        scene.run(to: 140)
        scene.act { $0.openApp() }
        scene.run(to: 145)
        #expect(scene.server.requests.isEmpty)
        #expect(scene.messages.contains { if case .clientLocation = $0 { true } else { false } })
        scene.client.beginTrackOnce(.high) { _ in }
        scene.run(to: 146)
        #expect(scene.server.records.map(\.source) == ["FOREGROUND_LOCATION"])
        let fix = Fix(
            time: scene.simulator.system.now(),
            coordinate: try RadarScene.place(east: 10),
            horizontalAccuracy: 5
        )
        scene.client.track(location: RadarLocation(fix))
        scene.run(to: 150)
        #expect(scene.server.records.map(\.source) == ["FOREGROUND_LOCATION", "MANUAL_LOCATION"])
    }

    @Test(
        "sync none uploads the first update and stops where the vendor's code is followed",
        arguments: Platform.allCases
    )
    func syncNoneOfVendor(platform: Platform) throws {
        let scene = try RadarScene(platform, setup: { $0.profile = .vendor })
        var options = RadarTrackingOptions.presetContinuous(on: platform)
        options.sync = .none
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 140)
        let records = scene.server.records
        #expect(records.first?.isStopped == false && records.dropFirst().allSatisfy(\.isStopped))
        #expect(records.count > 2)
    }

    @Test("waiting updates outlive the app's process", arguments: Platform.allCases)
    func outlives(platform: Platform) throws {
        let scene = try Self.scene(platform, .all, .noConnection, isKilled: true)
        let (tried, taken) = Self.sent(scene)
        #expect(tried.count > 35 && Set(tried.keys) == taken)
        let names = scene.simulator.withPhone { phone in
            (0..<1000).filter { phone.stored(StoredRadar.recordName($0)) != nil }
        }
        #expect(names.isEmpty, "what was sent is still kept")
    }

    @Test("an answer that comes after ten seconds is ignored")
    func late() throws {
        let scene = try RadarScene(.android)
        scene.server.reply { _ in .later }
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 0.1)
        #expect(scene.server.pendingCount == 1 && !scene.messages.contains(.error(.errorNetwork)))
        scene.run(to: 0.3)
        #expect(scene.messages.contains(.error(.errorNetwork)))
        scene.server.answerPending(
            RadarServerDouble.success(options: RadarTrackingOptions.presetEfficient(on: .android).json())
        )
        #expect(!scene.client.isUsingRemoteTrackingOptions())
        #expect(!scene.messages.contains { if case .location = $0 { true } else { false } })
    }

    @Test("an answer on another thread, at any time, is processed", .timeLimit(.minutes(10)))
    func otherThread() async throws {
        let scene = try RadarScene(.ios)
        scene.server.reply { _ in .later }
        let client = scene.client
        let server = scene.server
        async let result = client.trackOnce()
        while scene.server.pendingCount == 0 {
            scene.run(to: RadarScene.start.seconds(to: scene.simulator.system.now()) / 60 + 0.01)
            await Task.yield()
        }
        await Task.detached { server.answerPending() }.value
        let ended = await result
        #expect(ended.status == .success && ended.location != nil)
    }

    @Test("an upload has a background task until it ends or iOS's time for it is over")
    func backgroundTask() throws {
        let scene = try RadarScene(.ios)
        scene.server.reply { _ in .later }
        try scene.client.startTracking(trackingOptions: .presetEfficient)
        scene.run(to: 0.1)
        scene.leave()
        scene.run(to: 5.1)
        #expect(scene.server.pendingCount == 1)
        #expect(scene.simulator.withPhone(\.app.backgroundTasks) == ["footfall.radar.request.1"])
        scene.run(to: 6)
        #expect(scene.simulator.withPhone(\.app.backgroundTasks).isEmpty)
        #expect(scene.simulator.system.appState == .background && scene.isSuspended)
        scene.act { $0.openApp() }
        scene.run(to: 6.1)
        scene.client.beginTrackOnce(.medium) { _ in }
        scene.run(to: 6.2)
        #expect(scene.simulator.withPhone(\.app.backgroundTasks).count == 1)
        scene.server.answerPending()
        #expect(scene.simulator.withPhone(\.app.backgroundTasks).isEmpty)
    }

    @Test("without a key nothing is sent, and the app is notified")
    func keyless() throws {
        let scene = try RadarScene(
            .android,
            setup: { $0 = try RadarSetup(publishableKey: "", server: $0.server) }
        )
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 1)
        #expect(scene.server.requests.isEmpty && scene.messages.contains(.error(.errorPublishableKey)))
    }

    @Test(
        "an address that can't be requested is refused",
        arguments: ["", "footfall", "ftp://x", "https://", "https://x/?a=b", "https://x/#a"]
    )
    func address(server: String) {
        #expect(throws: MobileSDKError.self) { try RadarSetup(publishableKey: "k", server: server) }
    }
}
