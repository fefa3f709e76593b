import RadarEngine
import PhoneOS
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Signals that wake the app without a position")
struct RadarWakingTests {
    private static func visit(left departure: Timestamp?) throws -> PhoneSignal {
        .visit(
            try RadarScene.place(east: 0),
            accuracyMeters: 20,
            arrival: RadarScene.start,
            departure: departure
        )
    }

    @Test("a departure is reported with the present position, and with the place that was left where none comes")
    func departure() throws {
        for hasReception in [true, false] {
            let scene = try RadarScene(.ios, moves: [(0, 2000)])
            if !hasReception { scene.act { $0.setReception(nil) } }
            try scene.client.startTracking(trackingOptions: .presetEfficient)
            scene.run(to: 5)
            let left = RadarScene.minute(3)
            scene.client.handle(try Self.visit(left: left), at: RadarScene.minute(5))
            #expect(!scene.sources(0...6).contains("VISIT_DEPARTURE"))
            scene.run(to: 5.2)
            let record = try #require(scene.server.records.last)
            #expect(record.source == "VISIT_DEPARTURE" && !record.isStopped)
            let place = try Coordinate(latitude: 45, longitude: try #require(record["longitude"] as? Double))
            #expect((place.distance(to: try RadarScene.place(east: 0)) < 1) == !hasReception)
            #expect((record.locationMs == left.milliseconds) == !hasReception)
        }
    }

    @Test("a transition without a fix requests one; Android reports a missing one", arguments: Platform.allCases)
    func crossing(platform: Platform) throws {
        for hasReception in [true, false] {
            let scene = try RadarScene(platform)
            if !hasReception { scene.act { $0.setReception(nil) } }
            try scene.client.startTracking(trackingOptions: .presetEfficient(on: platform))
            let id = try RegionID(platform == .ios ? "radar_geofence_gym" : "radar_sync_0")
            scene.client.handle(.regionTransition([id], .enter, nil), at: RadarScene.start)
            scene.run(to: 0.2)
            let sources = scene.messages.compactMap { messages in
                if case .clientLocation(_, _, let source) = messages { source } else { nil }
            }
            #expect(sources.contains(.geofenceEnter) == hasReception)
            #expect(scene.messages.contains(.error(.errorLocation)) == (!hasReception && platform == .android))
        }
    }

    @Test("a transition of a foreign region is ignored")
    func foreign() throws {
        let scene = try RadarScene(.ios)
        try scene.client.startTracking(trackingOptions: .presetEfficient)
        scene.client.handle(.regionTransition([try RegionID("gym")], .enter, nil), at: RadarScene.start)
        scene.run(to: 1)
        #expect(scene.server.requests.isEmpty)
    }
}
