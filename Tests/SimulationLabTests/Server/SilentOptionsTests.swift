import Testing
import VisitModel

@testable import SimulationLab

/// Radar's `sync` decides what a phone uploads: `stopsAndExits` uploads stops and leaving them, `none` neither.
@Suite("A phone with options that prevent every upload")
struct SilentOptionsTests {
    /// A stop between two hours at home.
    struct Stop: CustomTestStringConvertible, Sendable {
        var sync: String
        var platform: Platform
        var minutes: Int
        var seed: Int

        var testDescription: String { "\(sync) on \(platform.rawValue), \(minutes) min, seed \(seed)" }

        static func all(_ minutes: [Int], sync: [String]) -> [Stop] {
            sync.flatMap { sync in
                Platform.allCases.flatMap { platform in
                    minutes.enumerated().map { Stop(sync: sync, platform: platform, minutes: $1, seed: $0 + 1) }
                }
            }
        }

        /// The gym is near home, so that the member spends much of the time in the circle of 100 m walking through it.
        func play() throws -> SimulationRecord {
            let text = ScenarioText.text(
                [
                    "platform:": "platform: \(platform.rawValue)",
                    "journey:": "journey: home 07:00, gym 07:30 for \(minutes) min, home 09:30",
                ],
                "seed: \(seed)\nsdk: radar\noptions: {preset: responsive, sync: \(sync)}"
            )
            return try ScenarioText.scenario(text).run()
        }
    }

    @Test(
        """
        a stop of three to five minutes is not a visit, however long the silence round it, but where the way made it \
        one
        """,
        arguments: Stop.all([3, 4, 5, 3, 5], sync: ["stopsAndExits", "none"])
    )
    func shortStop(_ stop: Stop) throws {
        #expect(try stop.play().score.count(.wrong) == 0, stop.comment)
    }

    @Test(
        "an hour is one, where stops and exits are reported",
        arguments: Stop.all([60, 55, 75], sync: ["stopsAndExits"])
    )
    func hour(_ stop: Stop) throws {
        let score = try stop.play().score
        #expect(score.count(.right) == 1, stop.comment)
        #expect(score.count(.missed) == 0 && score.count(.wrong) == 0, stop.comment)
    }
}

extension SilentOptionsTests.Stop {
    fileprivate var comment: Comment { Comment(rawValue: testDescription) }
}
