import MobileSDKCore
import RadarEngine
import PhoneOS
import Synchronization
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Trips")
struct RadarTripTests {
    private static let trip = RadarTripOptions(externalID: "order-42", mode: .bike)

    /// The result of a call.
    private final class Ended: Sendable {
        private let list = Mutex<[RadarStatus]>([])
        var all: [RadarStatus] { list.withLock { $0 } }
        func add(_ status: RadarStatus) { list.withLock { $0.append(status) } }
    }

    /// Sets up a server with or without trips, which reports whether the device is on one.
    private static func serve(_ scene: RadarScene, knowsTrips: Bool, isOnTrip: Bool = true) {
        let user = isOnTrip ? #""geofences":[],"trip":{"_id":"t"}"# : #""geofences":[]"#
        scene.server.reply { request in
            guard request.url.contains("/v1/trips") else { return .now(RadarServerDouble.success(user: user)) }
            return .now(.response(status: knowsTrips ? 200 : 404, body: []))
        }
    }

    @Test(
        "a trip of a server that knows none is the phone's own, and goes with each update",
        arguments: Platform.allCases
    )
    func local(platform: Platform) throws {
        let scene = try RadarScene(platform)
        Self.serve(scene, knowsTrips: false, isOnTrip: false)
        let ended = Ended()
        try scene.client.beginStartTrip(Self.trip, trackingOptions: .presetContinuous(on: platform), then: ended.add)
        scene.run(to: 5)
        #expect(ended.all == [.success] && scene.client.trip == Self.trip && scene.client.isTracking)
        let record = try #require(scene.server.records.last)
        #expect((record["tripOptions"] as? [String: Any])?["externalId"] as? String == "order-42")
        #expect(scene.server.records.contains { $0.source == "FOREGROUND_LOCATION" })
        let messages = RadarTripOptions(externalID: "order-42", mode: .car)
        scene.client.beginUpdateTrip(messages, status: .arrived, then: ended.add)
        #expect(ended.all == [.success, .success] && scene.client.trip == messages)
        scene.client.beginEndTrip(isCompleted: true, then: ended.add)
        #expect(ended.all.count == 3 && scene.client.trip == nil && !scene.client.isTracking)
        #expect(scene.server.requests.filter { $0.url.contains("/v1/trips") }.count == 1)
        scene.client.beginEndTrip(isCompleted: true, then: ended.add)
        #expect(ended.all.last == .errorNotFound)
    }

    @Test("under a server with trips, a refused trip changes nothing")
    func refused() throws {
        let scene = try RadarScene(.ios, setup: { $0.trips = .server })
        Self.serve(scene, knowsTrips: false)
        let ended = Ended()
        try scene.client.beginStartTrip(Self.trip, then: ended.add)
        #expect(ended.all == [.errorNotFound] && scene.client.trip == nil && !scene.client.isTracking)
    }

    @Test(
        "a server that knows trips is asked, and the options from before come back at the end",
        arguments: [true, false]
    )
    func remote(isCompleted: Bool) throws {
        let scene = try RadarScene(.ios)
        Self.serve(scene, knowsTrips: true)
        let before = RadarTrackingOptions.presetResponsive
        try scene.client.startTracking(trackingOptions: before)
        let ended = Ended()
        try scene.client.beginStartTrip(Self.trip, trackingOptions: .presetContinuous, then: ended.add)
        scene.run(to: 3)
        #expect(scene.client.trackingOptions == .presetContinuous)
        scene.client.beginUpdateTrip(Self.trip, status: .approaching, then: ended.add)
        scene.client.beginEndTrip(isCompleted: isCompleted, then: ended.add)
        #expect(ended.all == [.success, .success, .success])
        #expect(scene.client.trip == nil && scene.client.isTracking && scene.client.trackingOptions == before)
        let requests = scene.server.requests.filter { $0.url.contains("/v1/trips") }
        #expect(requests.map(\.method) == ["POST", "PATCH", "PATCH"])
        #expect(String(decoding: requests[2].body, as: UTF8.self).contains(isCompleted ? "completed" : "canceled"))
    }

    @Test("a trip of which the end can't be sent restores the options all the same, and stays")
    func endFails() throws {
        let scene = try RadarScene(.ios)
        Self.serve(scene, knowsTrips: true)
        try scene.client.beginStartTrip(Self.trip)
        scene.run(to: 1)
        #expect(scene.client.isTracking)
        scene.server.reply { _ in .now(.failure("no connection")) }
        scene.client.beginEndTrip(isCompleted: true)
        #expect(!scene.client.isTracking && scene.client.trip == Self.trip)
    }

    @Test("a trip that the server has ended is over; one that the phone keeps is not", arguments: [true, false])
    func endedByServer(knowsTrips: Bool) throws {
        let scene = try RadarScene(.android)
        Self.serve(scene, knowsTrips: knowsTrips)
        try scene.client.beginStartTrip(Self.trip, trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 2)
        Self.serve(scene, knowsTrips: knowsTrips, isOnTrip: false)
        scene.run(to: 4)
        #expect((scene.client.trip == nil) == knowsTrips)
        #expect(scene.client.isTracking == !knowsTrips)
    }

    @Test("a trip outlives the process", arguments: [true, false])
    func outlives(knowsTrips: Bool) throws {
        let scene = try RadarScene(.android)
        Self.serve(scene, knowsTrips: knowsTrips)
        try scene.client.beginStartTrip(Self.trip, trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 2)
        scene.act { $0.killApp() }
        scene.run(to: 3)
        Self.serve(scene, knowsTrips: knowsTrips, isOnTrip: false)
        scene.act { $0.openApp() }
        scene.run(to: 5)
        #expect((scene.client.trip == nil) == knowsTrips)
    }

    @Test("a waiting caller is answered when the process ends", .timeLimit(.minutes(10)))
    func processEnds() async throws {
        let scene = try RadarScene(.ios)
        scene.server.reply { _ in .later }
        let ended = Ended()
        try scene.client.beginStartTrip(Self.trip, then: ended.add)
        scene.client.beginTrackOnce(.high) { ended.add($0.status) }
        scene.client.end()
        #expect(ended.all == [.errorUnknown, .errorUnknown])
        scene.server.answerPending()
        #expect(ended.all.count == 2 && scene.client.trip == nil)
        #expect(await scene.client.completeTrip() == .errorNotFound)
        #expect(await scene.client.trackOnce().status == .errorUnknown)
    }
}
