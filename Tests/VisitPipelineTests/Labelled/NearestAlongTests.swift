import GeofenceEngine
import Interchange
import Testing
import TimelineTestSupport
import VisitModel

@testable import DeviceEngine
@testable import VisitPipeline

@Suite("The nearest 20 along a real day", .enabled(if: SharedData.isPresent, SharedData.missing))
struct NearestAlongTests {
    @Test("are registered at each of its 793 fixes, among 20,137 places")
    func nearestAlong() throws {
        let world = try TimelineWorld(
            facilities: try SharedData.facilities("facilities/osm_us_gyms_tab.csv"),
            .ios,
            policy: .bare
        )
        let catalog = world.context.history.latest
        #expect(catalog.count == 20_137)
        let expected = try SharedData.rows("expected/nearest20_along_em0763de_2016-08-15.csv")
        let fixes = try Self.fixes(at: Set(expected.compactMap { $0["timestamp"] }))
        try #require(expected.count == 793 && fixes.count == 793)
        var timeline = world.timeline()
        var journal = TimelineJournal()
        var wrong = 0
        for (row, fix) in zip(expected, fixes) {
            timeline.advance(.fix(fix), world.context, into: &journal)
            let found = timeline.registry.registered.compactMap {
                catalog[$0]?.geofence.center.distance(to: fix.coordinate)
            }
            let names = (row["nearest20"] ?? "").split(separator: " ")
            let wanted = try names.compactMap { name in
                catalog[try FacilityID(name)]?.geofence.center.distance(to: fix.coordinate)
            }
            let isRight =
                found.count == 20 && wanted.count == 20
                && zip(found.sorted(), wanted.sorted()).allSatisfy { abs($0 - $1) < 0.02 }
                && abs((found.max() ?? 0) - (Double(row["d20_m"] ?? "") ?? -1)) < 0.02
            if !isRight {
                wrong += 1
                if wrong < 4 { Issue.record("at \(fix.time): \(found.sorted()) instead of \(wanted.sorted())") }
            }
        }
        #expect(wrong == 0)
    }

    /// The day's fixes with their accuracies.
    private static func fixes(at times: Set<Substring>) throws -> [Fix] {
        try SharedData.rows("traces/emission_fixes.csv")
            .filter { $0["member"] == "em0763de" && times.contains($0["timestamp"] ?? "") }
            .map { row in
                Fix(
                    time: try #require(try SharedData.time(row["timestamp"])),
                    coordinate: try Coordinate(
                        latitude: try #require(Double(row["lat"] ?? "")),
                        longitude: try #require(Double(row["lon"] ?? ""))
                    ),
                    horizontalAccuracy: Double(row["accuracy"] ?? "")
                )
            }
    }
}
