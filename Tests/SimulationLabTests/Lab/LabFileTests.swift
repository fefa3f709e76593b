import RadarEngine
import PhoneOS
import Testing
import TrackingEngine
import VisitModel

@testable import SimulationLab

@Suite("Lab files")
struct LabFileTests {
    @Test("a file sets the population and the compared options")
    func reading() throws {
        let lab = try LabFile(
            yaml: """
                name: Which options?
                members: 20
                days: 14
                seed: 9
                date: 2024-05-06
                city: large
                platform: ios
                sets:
                  - responsive
                  - efficient-android
                  - {name: quick, preset: responsive, platform: android, options: {stopDuration: 60, desiredAccuracy: high}}
                  - name: sdk
                    preset: transistor
                    options:
                      geolocation: {distanceFilter: 50}
                      http.headers: {x: "1"}
                  - {name: often, preset: footfall, app: {updates: every 60 s, distance_filter: 50 m}}
                  - {preset: plain, platform: both, plain: {choice: all}}
                """,
            file: "lab.yaml"
        )
        #expect((lab.name, lab.members, lab.days, lab.seed, lab.city) == ("Which options?", 20, 14, 9, .large))
        #expect(lab.firstDay == CivilDate(year: 2024, month: 5, day: 6))
        #expect(
            lab.sets.map(\.name) == [
                "responsive-ios", "efficient-android", "quick", "sdk-ios", "often-ios", "plain-ios", "plain-android",
            ]
        )
        var quick = RadarTrackingOptions.presetResponsive(on: .android)
        quick.stopDuration = 60
        quick.desiredAccuracy = .high
        guard case .radar(let options) = lab.sets[2].kind, case .transistor(let config) = lab.sets[3].kind,
            case .app(let often) = lab.sets[4].kind, case .app(let plain) = lab.sets[6].kind
        else {
            Issue.record("\(lab.sets)")
            return
        }
        #expect(options.json() == quick.json())
        #expect(config.geolocation.distanceFilter == 50)
        #expect(config.http.headers == ["x": "1"])
        #expect(often.updates == LocationRequest(interval: .seconds(60), distanceFilterMeters: 50))
        #expect((often.kind, plain.kind, plain.habits.choice) == (.footfall, .plain, .all))
    }

    @Test("JSON is read too, a sweep in a file makes a set for each value, and missing values are left open")
    func sweep() throws {
        let lab = try LabFile(
            yaml: #"{"sets": ["responsive-ios", "continuous-ios"], "sweep": "stopDuration=60,300"}"#,
            file: "lab.json"
        )
        #expect(
            lab.sets.map(\.name) == [
                "responsive-ios stopDuration=60", "responsive-ios stopDuration=300", "continuous-ios stopDuration=60",
                "continuous-ios stopDuration=300",
            ]
        )
        #expect(lab.members == nil && lab.days == nil && lab.seed == nil && lab.city == nil && lab.firstDay == nil)
    }

    @Test(
        "what a lab can't use has its line, its key and what was expected",
        arguments: [
            ("", "lab.yaml:1: lab: is empty"),
            ("members: 5\n", "lab.yaml:1: sets: is missing, expected a list"),
            ("sets: []\n", "lab.yaml:1: sets: is empty"),
            ("sets: responsive\n", "lab.yaml:1: sets: is not a list"),
            ("members: 0\nsets: [plain]\n", "lab.yaml:1: members: is `0`, expected a whole number from 1 to 10000"),
            ("sets: [plain]\ncolour: red\n", "lab.yaml:2: colour: is not a key of a lab"),
            ("sets: [plain]\ndays: long\n", "lab.yaml:2: days: is `long`"),
            ("sets: [plain]\nseed: -1\n", "lab.yaml:2: seed: is `-1`"),
            ("sets: [plain]\ndate: monday\n", "lab.yaml:2: date: is `monday`"),
            ("sets: [plain]\ncity: huge\n", "lab.yaml:2: city: is `huge`, expected small, medium, large"),
            ("sets:\n  - plain\n  - fast\n", "lab.yaml:3: sets: `fast` is not a set of options"),
            ("sets:\n  - plain\n  - plain-ios\n", "lab.yaml:2: sets: `plain-ios` is listed twice"),
            ("sets:\n  - {name: a}\n", "lab.yaml:2: sets.preset: is missing"),
            ("sets:\n  - {preset: fast}\n", "lab.yaml:2: sets.preset: is `fast`"),
            ("sets:\n  - {preset: plain, size: 1}\n", "lab.yaml:2: sets.size: is not a key of a set"),
            (
                "sets:\n  - preset: responsive\n    platform: ios\n    options:\n      beacons: true\n      stopDuration: soon\n",
                "lab.yaml:6: sets.options: ios: `stopDuration` is the text \"soon\""
            ),
            (
                "sets:\n  - preset: transistor\n    options:\n      geolocation:\n        distanceFiltre: 5\n",
                "lab.yaml:5: sets.options: ios: `geolocation.distanceFiltre` is not an option"
            ),
            ("sets:\n  - {preset: responsive, options: 5}\n", "lab.yaml:2: sets.options: is not a group of options"),
            (
                "sets:\n  - {preset: responsive, app: {updates: every 60 s}}\n",
                "lab.yaml:2: sets.app: can't be combined with preset responsive"
            ),
            ("sets:\n  - {preset: footfall, app: {updates: often}}\n", "lab.yaml:2: app.updates:"),
            ("sets:\n  - {preset: footfall, options: {stopDuration: 5}}\n", "has no tracking options"),
            ("sets: [responsive]\nsweep: stopDuration\n", "lab.yaml:2: sweep: `stopDuration` is not a sweep"),
            ("sets: [plain]\nsweep: stopDuration=5\n", "lab.yaml:2: sweep: --sweep of plain-ios"),
            ("sets: [\n", "lab.yaml:2: lab: is not YAML"),
            ("sets: [plain]\nsets: [plain]\n", "lab.yaml:2: sets: occurs twice"),
        ]
    )
    func faults(text: String, fault: String) {
        let error = #expect(throws: SimulationLabError.self) { try LabFile(yaml: text, file: "lab.yaml") }
        #expect(error?.code == .lab)
        #expect(error?.message.contains(fault) == true, "\(error?.message ?? "")")
    }

    @Test("all errors are reported at once, in the order of their lines")
    func together() {
        let error = #expect(throws: SimulationLabError.self) {
            try LabFile(yaml: "days: 0\nmembers: x\nsets: [fast]\n", file: "l.yaml")
        }
        #expect(error?.message.split(separator: "\n").map { $0.prefix(8) } == ["l.yaml:1", "l.yaml:2", "l.yaml:3"])
        #expect(throws: SimulationLabError.self) { try LabFile.read(file: "nowhere.yaml") }
    }
}
