import LongTests
import RadarEngine
import RadarSDK
import Testing
import VisitModel

/// How often Radar's responsive preset updates, where its document says "about every 2.5 minutes when moving".
///
/// The exits from the moving bubble come between the timed updates, so that the rate depends on the speed.
@Suite("The rate of Radar's responsive preset")
struct RadarRateTests {
    struct Course: CustomTestStringConvertible, Sendable {
        let platform: Platform
        let kilometersPerHour: Double
        let isInFront: Bool
        /// The seconds between two updates, the mean of all seeds.
        let seconds: ClosedRange<Double>

        var testDescription: String {
            "\(platform.rawValue) at \(kilometersPerHour) km/h\(isInFront ? " in front" : "")"
        }

        static let all = [
            // iOS: 114 s on foot, 72 s in town, and where the bubble is left before iOS first looks at it, the timer's.
            Course(platform: .ios, kilometersPerHour: 5, isInFront: false, seconds: 104...124),
            Course(platform: .ios, kilometersPerHour: 30, isInFront: false, seconds: 62...82),
            Course(platform: .ios, kilometersPerHour: 60, isInFront: false, seconds: 138...156),
            // Android: 81 s on foot and 35 s in a car, by the bubble alone; the system holds the timed updates back.
            Course(platform: .android, kilometersPerHour: 5, isInFront: false, seconds: 74...88),
            Course(platform: .android, kilometersPerHour: 30, isInFront: false, seconds: 32...39),
            Course(platform: .android, kilometersPerHour: 60, isInFront: false, seconds: 32...39),
            // In front as fast as the fastest interval, 30 s, and sooner by the bubble.
            Course(platform: .android, kilometersPerHour: 5, isInFront: true, seconds: 27...33),
            Course(platform: .android, kilometersPerHour: 60, isInFront: true, seconds: 21...29),
        ]
    }

    private static let seeds = UInt64(1)...30
    /// Minutes of the way in which updates are counted.
    private static let counted = 15.0..<48.0

    @Test("updates come as often as the options table says", .long, arguments: Course.all)
    func rate(course: Course) throws {
        // From minute 10 to 50.
        let meters = course.kilometersPerHour * 1000 * 40 / 60
        var updates = 0
        for seed in Self.seeds {
            let scene = try RadarScene(
                course.platform,
                seed: seed,
                moves: [(0, 0), (10, 0), (50, meters), (60, meters)]
            )
            try scene.client.startTracking(trackingOptions: .presetResponsive(on: course.platform))
            scene.run(to: 0.2)
            if !course.isInFront { scene.leave() }
            scene.run(to: 50)
            updates += scene.minutes().count { Self.counted.contains($0) }
        }
        let span = (Self.counted.upperBound - Self.counted.lowerBound) * 60
        let seconds = span * Double(Self.seeds.count) / Double(updates)
        #expect(course.seconds.contains(seconds), "one in \(seconds) s")
    }
}
