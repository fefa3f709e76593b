import Foundation
import PhoneDoctor
import LongTests
import Testing

@testable import SimulationLab

@Suite("The scenarios under data/scenarios")
struct ScenarioCatalogTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "data/scenarios")

    /// A scenario, the doctor's findings, and the outcomes of its visits with the scenario's app and with Footfall.
    struct Row: CustomTestStringConvertible, Sendable {
        let file: String
        /// The symptom that it demonstrates.
        let shows: Symptom?
        /// All findings: problems, then notes.
        let found: [Symptom]
        /// Right, missed and false visits with the scenario's app.
        let asItIs: [Int]
        /// Right, missed and false visits with Footfall.
        let withFootfall: [Int]

        init(_ file: String, shows: Symptom?, found: [Symptom], _ asItIs: [Int], footfall: [Int]) {
            (self.file, self.shows, self.found, self.asItIs, self.withFootfall) = (file, shows, found, asItIs, footfall)
        }

        var testDescription: String { file }
    }

    static let rows: [Row] = [
        // The troubleshooting table of the Gym Visits document.
        Row("no-permission", shows: .noEvents, found: [.noEvents], [0, 1, 0], footfall: [0, 1, 0]),
        Row(
            "foreign-regions",
            shows: .someRegister,
            found: [.someRegister, .overLimit],
            [1, 0, 0],
            footfall: [1, 0, 0]
        ),
        Row("forced-to-stop", shows: .appKilled, found: [.appKilled], [0, 1, 0], footfall: [0, 1, 0]),
        Row(
            "while-in-use-only",
            shows: .noBackgroundEvents,
            found: [.noEvents, .noBackgroundEvents],
            [0, 1, 0],
            footfall: [0, 1, 0]
        ),
        Row(
            "reboot-without-receiver",
            shows: .nothingAfterReboot,
            found: [.nothingAfterReboot, .lostAfterReboot],
            [0, 1, 0],
            footfall: [1, 0, 0]
        ),
        Row("play-services-missing-after-reboot", shows: nil, found: [.lateEvents], [1, 0, 0], footfall: [1, 0, 0]),
        Row(
            "killed-without-always",
            shows: .nothingAfterKill,
            found: [.noBackgroundEvents, .nothingAfterKill],
            [0, 1, 0],
            footfall: [0, 1, 0]
        ),
        Row("app-update", shows: .lostByUpdate, found: [.lostByUpdate, .lateEvents], [1, 0, 0], footfall: [1, 0, 0]),
        // Field complaints about such SDKs.
        Row(
            "bad-fix",
            shows: .falseExit,
            found: [.wrongNearest, .falseExit, .exitWithoutEntry, .wrongDwell, .lateExit],
            [1, 0, 1],
            footfall: [1, 0, 0]
        ),
        Row(
            "edge-jitter",
            shows: .flapping,
            found: [.wrongNearest, .falseExit, .flapping, .exitWithoutEntry, .lateExit, .lateEvents],
            [1, 0, 2],
            footfall: [1, 0, 0]
        ),
        Row(
            "registered-again-and-again",
            shows: .repeatedEvent,
            found: [.wrongNearest, .repeatedEvent, .wrongDwell, .lateExit],
            [1, 0, 5],
            footfall: [1, 0, 0]
        ),
        Row(
            "already-inside",
            shows: .exitWithoutEntry,
            found: [.exitWithoutEntry, .lateExit],
            [0, 1, 0],
            footfall: [1, 0, 0]
        ),
        Row("suspended-timer", shows: .wrongDwell, found: [.wrongDwell, .lateExit], [0, 1, 0], footfall: [1, 0, 0]),
        Row("wide-exit", shows: .lateExit, found: [.lateExit], [1, 0, 0], footfall: [1, 0, 0]),
        Row(
            "doze",
            shows: .lateEvents,
            found: [.wrongDwell, .lateExit, .lateEvents],
            [1, 0, 0],
            footfall: [1, 0, 0]
        ),
        Row(
            "locked-after-reboot",
            shows: .lostAfterReboot,
            found: [.lostAfterReboot],
            [0, 1, 0],
            footfall: [0, 1, 0]
        ),
        Row(
            "update-without-receiver",
            shows: .lostAfterReinstall,
            found: [.lostByUpdate, .lostAfterReinstall],
            [0, 1, 0],
            footfall: [1, 0, 0]
        ),
        Row("reinstalled", shows: .lostAfterReinstall, found: [.lostAfterReinstall], [0, 1, 0], footfall: [0, 1, 0]),
        Row(
            "reboot-in-the-gym",
            shows: .falseEntry,
            found: [.wrongNearest, .falseEntry, .wrongDwell, .lateExit],
            [1, 0, 1],
            footfall: [1, 0, 0]
        ),
        Row("location-off", shows: .locationOff, found: [.noEvents, .locationOff], [0, 1, 0], footfall: [1, 0, 0]),
        Row(
            "too-many",
            shows: .overLimit,
            found: [.noEvents, .someRegister, .overLimit],
            [0, 1, 0],
            footfall: [1, 0, 0]
        ),
        Row(
            "phantoms",
            shows: .overLimit,
            found: [.someRegister, .overLimit, .lateExit],
            [1, 0, 0],
            footfall: [1, 0, 0]
        ),
        Row(
            "one-fix-evicts",
            shows: .wrongNearest,
            found: [.wrongNearest, .lateExit],
            [1, 0, 0],
            footfall: [1, 0, 0]
        ),
        Row("far-trip", shows: .wrongNearest, found: [.wrongNearest], [0, 1, 0], footfall: [1, 0, 0]),
        Row("schedule-in-utc", shows: .wrongHours, found: [.wrongHours], [0, 1, 0], footfall: [1, 0, 0]),
        Row("polygon", shows: .polygon, found: [.wrongNearest, .lateExit, .polygon], [0, 0, 1], footfall: [0, 0, 0]),
        // Healthy phones.
        Row("healthy-ios", shows: nil, found: [], [1, 0, 0], footfall: [1, 0, 0]),
        Row("healthy-android", shows: nil, found: [], [1, 0, 0], footfall: [1, 0, 0]),
        Row("reboot-mid-visit", shows: nil, found: [], [1, 0, 0], footfall: [1, 0, 0]),
    ]

    static func scenario(_ name: String) throws -> Scenario {
        try Scenario.read(file: folder.appending(path: "\(name).yaml").path)
    }

    private static func counts(_ record: SimulationRecord) -> [Int] {
        [record.score.count(.right), record.score.count(.missed), record.score.count(.wrong)]
    }

    @Test("a scenario shows its symptom, and Footfall counts what can be counted", .long, arguments: rows)
    func row(row: Row) throws {
        let scenario = try Self.scenario(row.file)
        let record = try scenario.run()
        let found = Doctor.findings(in: CaseHistory(record)).map(\.symptom)
        #expect(found == row.found)
        if let shows = row.shows { #expect(found.contains(shows)) }
        #expect(Self.counts(record) == row.asItIs)
        #expect(Self.counts(try scenario.run(app: .footfall)) == row.withFootfall)
    }

    @Test("every symptom of both tables has a scenario")
    func complete() {
        #expect(Set(Self.rows.compactMap(\.shows)) == Set(Symptom.allCases))
    }

    @Test("docs/doctor.md has the same table, and every symptom")
    func documented() throws {
        let page = Self.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/doctor.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for row in Self.rows {
            let numbers = [row.asItIs, row.withFootfall].map { $0.map(String.init).joined(separator: " / ") }
            let shows = row.shows.map { "`\($0.rawValue)`" } ?? "nothing"
            let line = "| `\(row.file)` | \(shows) | \(numbers[0]) | \(numbers[1]) |"
            #expect(text.contains(line), "\(line)")
        }
        for symptom in Symptom.allCases { #expect(text.contains("`\(symptom.rawValue)`")) }
    }

    @Test("every file is checked")
    func files() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
        #expect(Set(files) == Set(Self.rows.map(\.file) + ["month", "sdk-lost-connection"]))
    }

    @Test("the same scenario gives the same document, byte for byte")
    func deterministic() throws {
        let scenario = try Self.scenario("reboot-mid-visit")
        let documents = try (0..<2).map { _ in try SimulationDocument(scenario.run()).json() }
        #expect(documents[0] == documents[1])
    }
}
