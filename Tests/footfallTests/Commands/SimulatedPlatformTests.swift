import Foundation
import LongTests
import Testing
import VisitModel

@testable import footfall

@Suite("A simulated phone's share of the geofences")
struct SimulatedPlatformTests {
    private static func story(_ platform: Platform, _ sdk: String) -> String {
        """
        name: Many places
        platform: \(platform.rawValue)
        facilities: [{id: gym, name: Corner Gym, at: "39.9500, -75.1600", radius: 150 m, dwell: 10 min}]
        grid: {count: 120, around: home, spacing: 120 m, radius: 100 m}
        places: {home: "39.9400, -75.1700"}
        start: "07:00"
        journey: home 07:10, gym 07:30 for 30 min, home 08:30
        sdk: \(sdk)

        """
    }

    @Test(
        "a service sends an Android phone up to 100, and an iPhone up to 20",
        .long,
        arguments: [(Platform.android, 95...100), (.ios, 15...20)]
    )
    func share(platform: Platform, expected: ClosedRange<Int>) async throws {
        let bench = try CommandBench()
        let file = try bench.file("s.yaml", Self.story(platform, "transistor"))
        let outcome = await bench.run("simulate", file, "--format", "json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let most = try #require(document?["most_watched"] as? Int)
        #expect(expected.contains(most), "\(most)")
    }
}
