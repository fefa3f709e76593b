import MobileSDKCore
import MobileSDKTestSupport
import PhoneSimulator
import RadarEngine
import Testing
import VisitModel

@testable import RadarSDK

@Suite("A subscription to Radar's client")
struct RadarSubscriptionTests {
    @Test("to Radar's client can be stored in a set like the others")
    func radar() throws {
        let (scene, count) = (try RadarScene(.android), Box(0))
        @Sendable func countOne() { count.set(count.current + 1) }
        var kept: Set<EventSubscription> = []
        scene.client.subscribe { _ in countOne() }.store(in: &kept)
        scene.client.subscribe(onClientLocation: { _, _, _ in countOne() }).store(in: &kept)
        #expect(kept.count == 2)
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 1)
        let before = count.current
        #expect(before > 1)
        kept = []
        scene.run(to: 3)
        #expect(count.current == before)
    }
}
