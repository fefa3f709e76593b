import GeofenceEngine
import Interchange
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import DeviceEngine
@testable import VisitPipeline

/// Compares the plain rule without a limit with an independent program, row by row.
@Suite(
    "Every run of inside fixes of the real and labelled tracks",
    .enabled(if: SharedData.isPresent, SharedData.missing)
)
struct PlainRunTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let facilities: String
        let track: String
        var maximumAccuracyMeters: Double?

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "synthetic_m25_normal",
            facilities: "synthetic/m25_normal/facilities.csv",
            track: "synthetic/m25_normal/fixes.csv.gz"
        ),
        Case(
            name: "synthetic_m1_dense",
            facilities: "synthetic/m1_dense/facilities.csv",
            track: "synthetic/m1_dense/fixes.csv.gz"
        ),
        Case(
            name: "emission_osm_gyms_r150",
            facilities: "traces/facilities/emission_osm_gyms.csv",
            track: "traces/emission_fixes.csv"
        ),
        Case(
            name: "emission_staypoints",
            facilities: "traces/facilities/emission_staypoints.csv",
            track: "traces/emission_fixes.csv"
        ),
        Case(
            name: "emission_staypoints_acc100",
            facilities: "traces/facilities/emission_staypoints.csv",
            track: "traces/emission_fixes.csv",
            maximumAccuracyMeters: 100
        ),
        Case(
            name: "google_takeout_newest_first_staypoints",
            facilities: "traces/facilities/google_takeout_newest_first_staypoints.csv",
            track: "traces/google_takeout_newest_first.csv"
        ),
        Case(
            name: "gpx_fixes_staypoints",
            facilities: "traces/facilities/gpx_fixes_staypoints.csv",
            track: "traces/gpx_fixes.csv"
        ),
    ]

    @Test("are found, each with its enter, exit and number of fixes", .long, arguments: cases)
    func runs(example: Case) throws {
        let store = try SharedData.store(example.facilities, "UTC")
        var policy = EvaluationPolicy.bare
        policy.hygiene.maximumAccuracyMeters = example.maximumAccuracyMeters
        let pipeline = try VisitPipeline(store: store, policy: policy, selection: SelectionOptions(ignoresLimit: true))
        let summary = try SharedData.withTrack(example.track) { path in
            try pipeline.replay([path], observedAt: SharedData.now)
        }
        #expect(summary.unreadable == 0)
        let expected = try SharedData.rows("expected/\(example.name).runs.csv").map(Run.init).sorted()
        let found = try store.visits.all().map(Run.init).sorted()
        #expect(!expected.isEmpty)
        expectSame(found, expected, "\(example.name)")
    }

    /// A run in the form that both programs produce.
    private struct Run: Comparable, CustomStringConvertible {
        let description: String

        init(_ row: [Substring: Substring]) throws {
            let enter = try #require(try SharedData.time(row["enter"]))
            let exit = row["open"] == "1" ? nil : try SharedData.time(row["exit"])
            self.init(row["member"] ?? "", row["facility"] ?? "", enter, exit, row["fixes"] ?? "")
        }

        init(_ visit: Visit) {
            self.init(
                Substring(visit.member.text),
                Substring(visit.facility.text),
                visit.enteredAt,
                visit.exitedAt,
                "\(visit.fixesInside)"
            )
        }

        private init(
            _ member: Substring,
            _ facility: Substring,
            _ enter: Timestamp,
            _ exit: Timestamp?,
            _ fixes: Substring
        ) {
            description = "\(member) \(facility) \(enter) \(exit?.description ?? "open") \(fixes)"
        }

        static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }
    }
}
