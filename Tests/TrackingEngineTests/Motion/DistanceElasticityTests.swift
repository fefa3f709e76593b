import Testing
import VisitModel

@testable import TrackingEngine

@Suite("The elastic distance filter")
struct DistanceElasticityTests {
    @Test(
        "it widens by steps of 5 m/s, rounded up, as in the vendor's examples",
        arguments: [
            (30.0, 7.7 as Double?, 60.0), (50, 27, 300), (10, 0, 10), (10, 2, 10), (10, 5, 10), (10, 5.1, 20),
            (10, nil, 10), (10, -1, 10), (10, .nan, 10), (10, .infinity, 10), (0, 30, 0),
        ]
    )
    func examples(filter: Double, speed: Double?, expected: Double) {
        #expect(DistanceElasticity(distanceFilterMeters: filter, multiplier: 1).meters(atSpeed: speed) == expected)
    }

    @Test("the nearest step is there as the vendor's prose has it")
    func nearest() {
        let rule = DistanceElasticity(distanceFilterMeters: 50, multiplier: 1, rounding: .nearest)
        #expect(rule.meters(atSpeed: 27) == 250)
        #expect(rule.meters(atSpeed: 1) == 50)
    }

    @Test("a multiplier scales it, 0 and the switch end it, and it is never narrower than at rest")
    func multiplier() {
        var config = TrackingConfig(platform: .ios)
        config.geolocation.elasticityMultiplier = 2
        #expect(DistanceElasticity(config).meters(atSpeed: 20) == 80)
        config.geolocation.elasticityMultiplier = 0.1
        #expect(DistanceElasticity(config).meters(atSpeed: 20) == 10)
        config.geolocation.elasticityMultiplier = 0
        #expect(DistanceElasticity(config).meters(atSpeed: 20) == 10)
        config.geolocation.elasticityMultiplier = 3
        config.geolocation.disableElasticity = true
        #expect(DistanceElasticity(config).meters(atSpeed: 20) == 10)
    }
}
