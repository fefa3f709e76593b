import Testing

@testable import SimulationLab

@Suite("What is wrong with a scenario")
struct ScenarioFaultTests {
    @Test("lines that are wrong are each told with their line, key and what was expected", arguments: table)
    func fault(more: String, expected: [String]) {
        // The lines of the whole scenario are 1 to 8, so these begin at 9.
        #expect(ScenarioText.faults(ScenarioText.text([:], more)) == expected.map { "s.yaml:" + $0 })
    }

    static let table: [(String, [String])] = [
        ("seed: -1", []), ("version: 0", []), ("version: abc", []), ("date: 2024-02-30", []), ("date: 9999-01-01", []),
        ("days: 100000", []), ("days: 0", []), ("start: 25:00", []), ("start: soon", []), ("end: 06:00", []),
        ("end: day 400 06:00", []), ("member: ''", []), ("precise: maybe", []), ("precise: 'true'", []),
        ("list: [gym, pool, gym]", []), ("list: gym", []), ("grid: {count: 5001, around: home}", []),
        ("grid: {count: 3, around: nowhere}", []), ("grid: {around: home}", []),
        ("grid: {count: 1, around: home, step: 3}", []),
        ("grid: {count: 5000, around: home, spacing: 10 m}", []),
        ("track: nowhere.csv", []), ("track_device: x", []), ("permissions: some", []),
        ("permissions: {location: yes, camera: granted}", []),
        ("app: {kind: other}", []), ("app: {distance_filter: 10 m}", []), ("app: {updates: every 0 s}", []),
        ("app: footfall", []), ("plain: {schedule: 06:00, dwell: maybe}", []), ("manifest: {usage: A}", []),
        ("phone: {boot_seconds: -1, colour: red}", []), ("phone: {boot_seconds: .nan}", []),
        ("phone: {boot_seconds: '60'}", []), ("phone: {sensing: {wifi_accuracy_meters: 1e300}}", []),
        ("phone: {activity_delay_seconds: [5, 1]}", []), ("phone: {activity_delay_seconds: 5}", []),
        ("phone: {android: {slots: 1.5, decision: guess}}", []),
        ("phone: {android: {large_fence: {enter: 0.1}}}", []), ("phone: {ios: {slots: 5, foreign_regions: 6}}", []),
        ("happenings:\n  - fly at 08:00\n  - reboot at 05:00\n  - reboot for 5 min\n  - reboot at noon", []),
        ("happenings:\n  - kill app every day at 05:00\n  - reboot at 08:00 at 09:00\n  - reboot at +99 h", []),
        ("happenings: reboot", []), ("happenings:\n  - {reboot: 1}\n  -\n  - location off for 99999 days", []),
        ("speed: 3\nspeed limit: 4", []),
    ]

    @Test("a journey that can't be gone is said to be none", arguments: journeys)
    func journey(journey: String, expected: String) {
        let text = ScenarioText.text(["journey": "journey: \(journey)"])
        #expect(ScenarioText.faults(text) == ["s.yaml:8: journey: \(expected)"])
    }

    static let journeys: [(String, String)] = [
        ("home 07:00, gym 06:30", ""), ("home 07:00 for 1 h, gym 07:30", ""), ("home 07:00, gym 07:05", ""),
        ("home 07:00 until 06:00", ""), ("home 07:00, gym, home 09:00", ""), ("home, gym 07:30", ""),
        ("home 07:00 until 07:00, gym 07:00:01", ""), ("home 07:00, pool 08:00", ""), ("home 07:00,, gym 08:00", ""),
        ("home 07:00 gym", ""), ("home 7.30", ""), ("home 24:00", ""), ("home day 0 07:00", ""), ("home day 2", ""),
        ("home 07:00 for ever", ""), ("home 07:00 by rocket", ""), ("home 07:00 for 1 h until 09:00", ""),
        ("home 07:00 for 400 days", ""), ("[home, gym]", ""), ("'\"95, 0\" 07:00'", ""), ("''", ""),
    ]

    @Test("whole files that are none are said to be so", arguments: files)
    func file(text: String, expected: [String]) {
        #expect(ScenarioText.faults(text) == expected.map { "s.yaml:" + $0 })
    }

    static let files: [(String, [String])] = [
        ("", []), ("# nothing\n", []), ("- a\n- b\n", []), ("just words", []), ("name: [\n", []), ("a: b: c", []),
        ("name: A\nname: B\n", []), ("name: A\n---\nname: B\n", []), ("name: \"A\\u0000B\"\nplatform: windows", []),
        (
            """
            name: >
              A
            platform: ios
            facilities:
              - {id: a, at: "0, 0", radius: 200 km}
              - {id: a, at: "0, 0"}
              - {id: b}
              - {at: "1, 1"}
              - {id: c, polygon: ["0,0", "0,1", "1,0", "1,1"]}
              - {id: d, polygon: ["0,0", "0,1"]}
              - {id: e, polygon: ["0,0", "0,1", "1,1"], at: "0,0"}
              - {id: f, at: 9 m north of g}
              - {id: g, at: 9 m north of f}
              - {id: h, at: 9 m north of z, dwell: 2 days, time_zone: EST}
              -
              - word
              - {id: i, at: "nan, 0"}
              - {id: j, at: "91, 0", colour: red}
              - {id: k, at: 9 m north of h}
            places:
              a: "1, 1"
              x: somewhere
              y: 200 km north of a
            journey: h 07:00, x 08:00, q 09:00
            happenings: [fly]
            """, []
        ),
        ("name: A\nplatform: ios\nfacilities: nowhere.csv\njourney: \"'1 1' 07:00\"", []),
        ("name: A\nplatform: ios\ndays: 2\nplaces: {a: '1 1', b: '1 2'}\njourney: a 07:00, b 12:00", []),
        ("name: A\nplatform: ios\ndays: 2\nplaces: {a: '1 1', b: '1 2'}\njourney: a 07:00, b 12:00, a day 2 08:00", []),
    ]
}
