import Foundation
import Interchange
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("The fences that a phone is reported to be in")
struct LivePresenceTests {
    private struct Reading {
        var device = "phone"
        var minute: Double
        var east: Double
        var accuracy = 10.0

        func json() throws -> String {
            let place = try SmallWorld.coordinate(east: east)
            return """
                {"deviceId":"\(device)","latitude":\(place.latitude),"longitude":\(place.longitude),\
                "accuracy":\(accuracy),"locationMs":\(SmallWorld.minute(minute).milliseconds)}
                """
        }
    }

    /// The geofences of `user` in the response to fixes; `nil` where the response has no user.
    private func presence(
        _ scene: LiveScene,
        _ readings: [Reading],
        from sender: PhoneSender = PhoneSender()
    ) async throws -> [String]? {
        let list = try readings.map { try $0.json() }.joined(separator: ",")
        let request = PhoneRequest(path: .replay, body: Array("{\"replays\":[\(list)]}".utf8))
        let reply = try await scene.live.ingest(request, of: .radar, from: sender).reply
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
        guard let user = answer["user"] as? [String: Any] else { return nil }
        let geofences = try #require(user["geofences"] as? [[String: Any]])
        #expect(geofences.allSatisfy { $0["tag"] as? String == "facility" && $0["geometryRadius"] as? Double == 150 })
        return geofences.compactMap { $0["description"] as? String }
    }

    private func stay(_ minutes: ClosedRange<Double>, east: Double) -> [Reading] {
        stride(from: minutes.lowerBound, through: minutes.upperBound, by: 1).map { Reading(minute: $0, east: east) }
    }

    @Test("Those with an open stay, from the entry to the exit, and after a restart of the service")
    func course() async throws {
        let world = try SmallWorld()
        let scene = try LiveScene(world)
        #expect(try await presence(scene, stay(0...5, east: -500)) == [])
        #expect(try await presence(scene, stay(6...9, east: 5)) == ["Place 0"])
        await scene.live.stop()
        let restarted = try LiveScene(world)
        #expect(try await presence(restarted, stay(10...12, east: 5)) == ["Place 0"])
        // One fix with a poor accuracy does not end a stay.
        #expect(try await presence(restarted, [Reading(minute: 13, east: 2000, accuracy: 2500)]) == ["Place 0"])
        #expect(try await presence(restarted, stay(14...20, east: -500)) == [])
        #expect(try await presence(restarted, stay(30...35, east: 805)) == ["Place 1"])
    }

    @Test("Both where fences overlap")
    func overlap() async throws {
        let scene = try LiveScene(SmallWorld(places: 3, apart: 100))
        #expect(try await presence(scene, stay(0...5, east: 50)) == ["Place 0", "Place 1"])
    }

    @Test("With several phones in a request the last one's, which the response is about")
    func several() async throws {
        let scene = try LiveScene()
        let there = stay(0...5, east: 5)
        let other = [Reading(device: "other", minute: 5, east: 805), Reading(device: "other", minute: 6, east: 805)]
        #expect(try await presence(scene, there + other) == ["Place 1"])
        #expect(try await presence(scene, other + [Reading(minute: 7, east: 5)]) == ["Place 0"])
    }

    @Test("Nothing of another member's phone")
    func foreign() async throws {
        let scene = try LiveScene()
        let owner = PhoneSender(member: try MemberID("ann"))
        #expect(try await presence(scene, stay(0...5, east: 5), from: owner) == ["Place 0"])
        let stranger = PhoneSender(member: try MemberID("eve"))
        #expect(try await presence(scene, [Reading(minute: 6, east: 5)], from: stranger) == [])
    }

    @Test("A renamed facility is reported under the new name")
    func renamed() async throws {
        let world = try SmallWorld()
        let scene = try LiveScene(world)
        #expect(try await presence(scene, stay(0...5, east: 5)) == ["Place 0"])
        var place = try SmallWorld.place(0, eastMeters: 0)
        place.name = "Gym"
        try world.setFacilities([place])
        #expect(try scene.live.refreshPlaces())
        #expect(try await presence(scene, stay(6...7, east: 5)) == ["Gym"])
    }

    @Test("A report without the request gets none")
    func untold() async throws {
        let scene = try LiveScene()
        let journey = try Journey.visitOfFirstPlace()
        let receipt = try await scene.live.ingest(LiveScene.reports(journey.fixes), receivedAt: SmallWorld.now)
        #expect(receipt.presence.isEmpty)
    }
}
