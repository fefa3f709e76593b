import PhoneDoctor
import Testing
import VisitModel

@testable import SimulationLab

@Suite("The doctor's findings in a short scenario")
struct DoctorCaseTests {
    /// A day with one visit, and the symptoms found in it.
    struct Row: CustomTestStringConvertible, Sendable {
        let platform: Platform
        /// The lines that are added to the day.
        let more: String
        let found: [Symptom]
        /// Texts in the first finding's title, cause, advice or evidence.
        let says: [String]
        /// Texts that occur in no finding.
        var never: [String] = []
        var radius = "150 m"

        var testDescription: String { "\(platform.rawValue) \(more.replacing("\n", with: "; ")) \(radius)" }
    }

    static func findings(_ row: Row) throws -> [Finding] {
        let text = """
            name: T
            platform: \(row.platform.rawValue)
            facilities: [{id: gym, at: "39.9526, -75.1652", radius: \(row.radius), dwell: 10 min}]
            places: {home: 3 km west of gym}
            start: 06:30
            journey: home 07:00, gym 07:30 for 55 min, home 09:00
            end: 10:00
            \(row.more)

            """
        return Doctor.findings(in: CaseHistory(try Scenario(yaml: text, file: "s.yaml").run()))
    }

    private func words(_ finding: Finding) -> String {
        ([finding.title, finding.cause, finding.advice] + finding.evidence.map(\.text)).joined(separator: "\n")
    }

    private func check(_ row: Row) throws {
        let findings = try Self.findings(row)
        #expect(findings.map(\.symptom) == row.found)
        let first = findings.first.map(words) ?? ""
        for text in row.says { #expect(first.contains(text), "\(text) in \(first)") }
        let all = findings.map(words).joined(separator: "\n")
        for text in row.never { #expect(!all.contains(text), "\(text) in \(all)") }
    }

    private static func plain(_ event: String) -> String { "app: {kind: plain}\nhappenings: [\(event)]" }

    static let obstacles: [Row] = [
        Row(
            platform: .android,
            more: plain("deny background at 06:45"),
            found: [.noEvents],
            says: ["background_location was set to denied", "a permission is missing"],
            never: ["location is off", "Play services"]
        ),
        Row(
            platform: .android,
            more: plain("restrict location at 07:00"),
            found: [.noEvents],
            says: ["fine_location was set to restricted"]
        ),
        Row(
            platform: .ios,
            more: plain("restrict location at 07:00"),
            found: [.noEvents],
            says: ["fine_location was set to restricted"]
        ),
        Row(
            platform: .android,
            more: plain("reduced accuracy at 07:00"),
            found: [.noEvents],
            says: ["approximate", "only the approximate location is allowed"]
        ),
        Row(platform: .ios, more: plain("reduced accuracy at 07:00"), found: [.noEvents], says: ["approximate"]),
        Row(
            platform: .android,
            more: plain("play services missing at 06:45"),
            found: [.noEvents],
            says: ["Google Play services were missing"]
        ),
        Row(
            platform: .android,
            more: plain("play services outdated at 06:45"),
            found: [.noEvents],
            says: ["Google Play services were outdated"]
        ),
        Row(
            platform: .ios,
            more: plain("location off at 07:20"),
            found: [.noEvents],
            says: ["location was switched off", "location is off"]
        ),
        Row(
            platform: .android,
            more: "app: {kind: plain}\nphone: {android: {request_id_length: 1}}",
            found: [.noEvents],
            says: ["gym was refused: invalid_request", "does not accept the geofence's definition"],
            never: ["a permission is missing"]
        ),
        Row(
            platform: .android,
            more: "app: {kind: plain}\nphone: {android: {additions_per_minute: 0}}",
            found: [.noEvents],
            says: ["gym was refused: request_too_frequent"]
        ),
        Row(
            platform: .android,
            more: "app: {kind: plain}\nphone: {android: {pending_intents: 0}}",
            found: [.noEvents],
            says: ["gym was refused: too_many_pending_intents", "use one pending intent for all"],
            never: ["limit: "]
        ),
        Row(
            platform: .ios,
            more: "app: {updates: every 60 s}\nmanifest: {background_modes: []}",
            found: [.noEvents],
            says: ["without the background mode `location`"]
        ),
        Row(
            platform: .ios,
            more: "happenings: [location off at 08:40]",
            found: [.noEvents],
            says: ["No events were fired any more", "location was switched off"]
        ),
        // The places refused because of it are not a finding of their own.
        Row(
            platform: .android,
            more: "happenings: [deny background at 07:45]",
            found: [.noEvents],
            says: ["No events were fired any more", "background_location was set to denied"]
        ),
        Row(
            platform: .ios,
            more: "happenings: [deny background at 06:45]",
            found: [.noEvents, .noBackgroundEvents],
            says: ["region_monitoring_denied"]
        ),
        Row(
            platform: .android,
            more: "precise: false\napp: {kind: plain}",
            found: [.noEvents],
            says: ["only the approximate location is allowed"],
            never: ["a permission is missing"]
        ),
    ]

    @Test("the log names the obstacle that keeps a phone from reporting", arguments: obstacles)
    func obstacle(row: Row) throws { try check(row) }

    static let limits: [Row] = [
        Row(
            platform: .android,
            more: plain("region monitoring unavailable"),
            found: [.noEvents],
            says: ["the phone can't monitor regions"]
        ),
        Row(
            platform: .ios,
            more: plain("region monitoring unavailable"),
            found: [.noEvents],
            says: ["the phone can't monitor regions"],
            never: ["limit", "reduce the number"]
        ),
        Row(platform: .ios, more: "happenings: [region monitoring unavailable]", found: [.noEvents], says: []),
        Row(platform: .android, more: "happenings: [region monitoring unavailable]", found: [.noEvents], says: []),
        Row(
            platform: .ios,
            more: "app: {kind: plain}",
            found: [.noEvents],
            says: ["larger than the phone can monitor", "2500.0 m"],
            never: ["limit", "reduce the number"],
            radius: "2500 m"
        ),
        Row(
            platform: .android,
            more: "phone: {android: {slots: 1}}",
            found: [.noEvents, .someRegister, .overLimit],
            says: ["the phone allows fewer geofences than the app requests"],
            never: ["a permission is missing", "100 on android"]
        ),
        // Nothing was missed because of it, and every registration was restored.
        Row(
            platform: .android,
            more: "happenings: [location off at 06:40 for 15 min]",
            found: [.locationOff],
            says: ["all geofences were restored"]
        ),
        Row(
            platform: .android,
            more: "list: []",
            found: [.noEvents],
            says: ["the member's list of facilities is empty"],
            never: ["permission"]
        ),
    ]

    @Test("a limit is the cause only if it was reached, and not if all was restored in time", arguments: limits)
    func limit(row: Row) throws { try check(row) }

    @Test(
        "a phone that refuses all places is not called healthy, whatever its app finds by itself",
        arguments: ["request_id_length: 1", "additions_per_minute: 0", "pending_intents: 0"]
    )
    func refused(number: String) throws {
        let row = Row(platform: .android, more: "phone: {android: {\(number)}}", found: [], says: [])
        let findings = try Self.findings(row)
        let first = try #require(findings.first)
        #expect([.noEvents, .someRegister].contains(first.symptom))
        #expect(first.weight == .problem)
        #expect(words(first).contains("gym was refused: "))
        #expect(!words(first).contains("limit: "))
    }

    @Test("a stay that did not take place is not a missing event")
    func shortOutage() throws {
        let row = Row(
            platform: .android,
            more: "happenings: [location off at 07:20 for 15 min]",
            found: [],
            says: []
        )
        let text = """
            name: T
            platform: android
            facilities: [{id: gym, at: "39.9526, -75.1652", radius: 150 m, dwell: 10 min}]
            places: {home: 3 km west of gym}
            start: 06:30
            journey: home 07:00, gym 07:30 for 4 min, home 08:10 by car
            end: 10:00
            \(row.more)

            """
        let findings = Doctor.findings(in: CaseHistory(try Scenario(yaml: text, file: "s.yaml").run()))
        #expect(findings.map(\.symptom) == [.locationOff])
        #expect(findings.map(\.weight) == [.note])
    }

    /// A day with a network of places around home, through which the member drives without a connection.
    private static func wayThroughPlaces(_ more: String) throws -> [Symptom] {
        let text = """
            name: T
            platform: android
            facilities: [{id: gym, at: "39.9526, -75.1652", radius: 150 m, dwell: 10 min}]
            places: {home: 3 km west of gym}
            grid: {count: 150, around: home, spacing: 700 m, radius: 100 m}
            start: 06:30
            journey: home 07:00, gym 07:30 for 55 min, home 09:00
            end: 10:00
            happenings: [no network at 07:20 for 80 min]
            \(more)

            """
        return Doctor.findings(in: CaseHistory(try Scenario(yaml: text, file: "s.yaml").run())).map(\.symptom)
    }

    @Test(
        "an app on an SDK, which chooses what it watches by rules of its own, is not held against the nearest places",
        arguments: [
            """
            sdk: transistor\noptions: {app: {stopOnTerminate: false, startOnBoot: true}, geolocation: {distanceFilter: \
            30}}
            """,
            "sdk: radar\noptions: continuous",
        ]
    )
    func sdkChoice(more: String) throws {
        #expect(try !Self.wayThroughPlaces(more).contains(.wrongNearest))
    }

    static let dates: [Row] = [
        Row(
            platform: .ios,
            more: "happenings: [no positions at 07:10 for 60 min]",
            found: [.lateEvents],
            says: ["some times are estimates", "dated by interpolation across a gap in fixes: off by up to"],
            never: ["with the right times", "counts are right"]
        ),
        // The OS detects the crossing when positions return, which is not when it happened.
        Row(
            platform: .android,
            more: "happenings: [no positions at 07:40 for 90 min]",
            found: [.lateEvents],
            says: ["Exited gym", "off by up to"],
            never: ["counts are right"]
        ),
        Row(
            platform: .android,
            more: "phone:\n  android: {latencies: {doze_batch_seconds: 1200}}\nhappenings: [doze at 06:40]",
            found: [.lateEvents],
            says: ["with the right times", "counts are right"],
            never: ["gap in fixes"]
        ),
    ]

    @Test("a date without a fix near it is given as an estimate", arguments: dates)
    func date(row: Row) throws { try check(row) }

    @Test("an empty list monitors no places, for either app", arguments: [AppKind.footfall, .plain])
    func emptyList(app: AppKind) throws {
        let text = ScenarioText.text([:], "list: []")
        let record = try ScenarioText.scenario(text).run(app: app)
        #expect(record.mostWatched == 0)
        #expect(record.visits.isEmpty)
        #expect(record.score.outcomes.isEmpty)
    }
}
