import RadarEngine
import Testing
import RadarEngine
import VisitModel

@Suite("Radar's rule of distance and duration")
struct RadarStopRuleTests {
    @Test("without either of the two there is no rule", arguments: Platform.allCases)
    func off(platform: Platform) {
        for (distance, duration) in [(0, 0), (0, 140), (70, 0)] as [(WholeMeters, WholeSeconds)] {
            let options = RadarGround.options(on: platform) {
                ($0.stopDistance, $0.stopDuration) = (distance, duration)
            }
            #expect(RadarStopRule(options) == nil)
        }
    }

    @Test(
        "up to the distance counts on iOS, below it on Android, and neither takes it for a move",
        arguments: [(69.999, true, true, false), (70, true, false, false), (70.001, false, false, true)]
    )
    func distance(meters: Double, ios: Bool, android: Bool, isBeyond: Bool) throws {
        for (platform, expected) in [(Platform.ios, ios), (.android, android)] {
            let rule = try #require(RadarStopRule(RadarGround.options(on: platform)))
            #expect(rule.isWithin(meters) == expected)
            #expect(rule.isBeyond(meters) == isBeyond)
        }
    }

    @Test(
        "from the duration on counts on iOS, more than it in whole seconds on Android",
        arguments: [(139_999, false, false), (140_000, true, false), (140_999, true, false), (141_000, true, true)]
    )
    func duration(milliseconds: Int, ios: Bool, android: Bool) throws {
        for (platform, expected) in [(Platform.ios, ios), (.android, android)] {
            let rule = try #require(RadarStopRule(RadarGround.options(on: platform)))
            #expect(rule.isLongEnough(.milliseconds(milliseconds)) == expected)
        }
    }
}
