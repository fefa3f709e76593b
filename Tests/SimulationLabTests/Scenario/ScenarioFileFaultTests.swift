import Testing

@testable import SimulationLab

@Suite("Errors in a whole scenario file")
struct ScenarioFileFaultTests {
    private static let (phrases, keys) = (ScenarioFaultTests.phrases, ScenarioFaultTests.keys)

    private static let corners = "such as [\"39.95, -75.16\", \"39.951, -75.16\", \"39.951, -75.158\"]"

    @Test("files that are not scenarios are reported as such", arguments: files)
    func file(text: String, expected: [String]) {
        #expect(ScenarioText.faults(text) == expected.map { "s.yaml:" + $0 })
    }

    static let files: [(String, [String])] = [
        (
            """
            name: A
            platform: ios
            facilities: [{id: a, at: "1, 1", radius: 100 km}]
            grid: {count: 3, around: a, spacing: 10 m}
            journey: a 07:00
            """, ["4: grid: has room for 0 of 3, expected a wider spacing"]
        ),
        (
            """
            name: A
            platform: ios
            facilities: [{id: place-2, at: "1, 1"}]
            grid: {count: 3, around: "2, 2"}
            journey: place-2 07:00, place-3 until 08:00, place-1 by car until 10:00
            """,
            [
                "4: grid: makes `place-2`, which is also in the file, expected another id there",
                "5: journey: there is no time of arrival at `place-3`, expected its time, or "
                    + "`for` or `until` at `place-2` before it",
            ]
        ),
        ("", ["1: scenario: is empty, expected keys such as name, platform and journey"]),
        ("# nothing\n", ["1: scenario: is empty, expected keys such as name, platform and journey"]),
        ("- a\n- b\n", ["1: scenario: is not a group of keys, expected \(keys)"]),
        ("just words", ["1: scenario: is not a group of keys, expected \(keys)"]),
        ("name: [\n", ["2: scenario: is not YAML: did not find expected node content in column 1"]),
        ("a: b: c", ["1: scenario: is not YAML: mapping values are not allowed in this context in column 5"]),
        ("name: A\nname: B\n", ["2: name: occurs twice, expected once"]),
        (
            "name: A\n---\nname: B\n",
            [
                """
                2: scenario: is not YAML: expected a single document in the stream but found another document in \
                column 1
                """
            ]
        ),
        (
            "name: \"A\\u0000B\"\nplatform: windows",
            [
                "1: name: has the character U+0000, which can't be shown, expected a name on one line",
                "1: journey: is missing, expected for instance journey: home 07:00, gym 07:30 for 55 "
                    + "min, home 09:00, or a track", "2: platform: is `windows`, expected ios or android",
            ]
        ),
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
              - {id: l, polygon: ["0,0", "0,3", "1,0", "1,1"]}
              - {id: m, polygon: ["0,0", "0,3", "1,1"], radius: 5 m}
            places:
              a: "1, 1"
              x: somewhere
              y: 200 km north of a
            journey: h 07:00, x 08:00, q 09:00
            happenings: [fly]
            """,
            [
                "5: facilities.radius: `200 km` is out of range, expected 1 to 100000 metres",
                "6: facilities.id: `a` occurs twice, expected each id once",
                "7: facilities.at: is missing, expected degrees such as \"39.95, -75.16\", or for "
                    + "instance 60 m north of gym, or a polygon",
                "8: facilities.id: is missing, expected for instance id: gym",
                "9: facilities.polygon: a ring encloses no area, expected corners \(corners)",
                "10: facilities.polygon: a ring has fewer than three different corners, expected corners \(corners)",
                "11: facilities.polygon: can't be combined with `at`, expected one of them",
                "13: facilities.at: `f` refers to itself, expected degrees for one of the places",
                "14: facilities.dwell: `2 days` is out of range, expected 0 s to 1 day",
                "14: facilities.time_zone: `EST` is not a time zone, expected an IANA name such as " + "Europe/Paris",
                "15: facilities: has an empty list item, expected {id: gym, at: …}",
                "16: facilities: is not a group of keys, expected id, name, address, city, state, "
                    + "postal_code, country, at, radius, polygon, dwell, time_zone",
                "17: facilities.at: `nan, 0` is not a place, expected degrees such as \"39.95, "
                    + "-75.16\", or for instance 60 m north of gym",
                "18: facilities.colour: is not a key of a facility, expected id, name, address, city, "
                    + "state, postal_code, country, at, radius, polygon, dwell, time_zone",
                "18: facilities.at: latitude 91.0 is out of range, expected -90 to 90 degrees",
                "20: facilities.polygon: the polygon crosses itself where its edges from corner 2 "
                    + "and corner 4 meet, expected corners in their order round it",
                "21: facilities.radius: can't be combined with a polygon, expected a radius with `at` only",
                "23: places.a: is a facility's id too, expected another name",
                "24: places.x: `somewhere` is not a place, expected degrees such as \"39.95, -75.16\", "
                    + "or for instance 60 m north of gym",
                "25: places.y: `200 km` is out of range, expected 0 to 100000 metres",
                "27: happenings: `fly` is not a known event, expected one of: \(phrases)",
            ]
        ),
        (
            "name: A\nplatform: ios\nfacilities: nowhere.csv\njourney: \"'1 1' 07:00\"",
            ["3: facilities: nowhere.csv: there is no such file, expected a file of facilities"]
        ),
        // The unread file may have had the missing places.
        (
            "name: A\nplatform: ios\nfacilities: nowhere.csv\ngrid: {count: 1, around: gym}\nlist: [gym]\n"
                + "places: {home: 1 km north of gym}\njourney: gym 07:00",
            ["3: facilities: nowhere.csv: there is no such file, expected a file of facilities"]
        ),
        (
            "name: A\nplatform: ios\ntrack: nowhere.csv",
            ["3: track: nowhere.csv: there is no such file, expected a recorded track"]
        ),
        ("name: A\nplatform: ios\n\0", ["3: scenario: is not YAML: control characters are not allowed"]),
        (
            "name: " + String(repeating: "[", count: 5000),
            ["1: scenario: is not YAML: it is nested too deeply in column 8"]
        ),
        (
            "name: A\nplatform: ios\ndays: 2\nplaces: {a: '1 1', b: '1 2'}\njourney: a 07:00, b 12:00",
            [
                "5: journey: ends at `b` and restarts at `a` the next day, expected the same "
                    + "place for a journey of several `days`"
            ]
        ),
        (
            "name: A\nplatform: ios\ndays: 2\nplaces: {a: '1 1', b: '1 2'}\njourney: a 07:00, b 12:00, a day 2 08:00",
            [
                "5: journey: lasts until 2024-03-19 08:00 and restarts at 2024-03-19 07:00, "
                    + "expected an end before that for a journey of several `days`"
            ]
        ),
    ]
}
