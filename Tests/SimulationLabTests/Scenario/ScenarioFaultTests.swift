import Testing

@testable import SimulationLab

@Suite("Errors in a scenario")
struct ScenarioFaultTests {
    @Test("invalid lines are each reported with their line, key and expected value", arguments: table)
    func fault(more: String, expected: [String]) {
        // The lines of the whole scenario are 1 to 8, so these begin at 9.
        #expect(ScenarioText.faults(ScenarioText.text([:], more)) == expected.map { "s.yaml:" + $0 })
    }

    static let phrases = ScenarioEvent.phrases.joined(separator: ", ")
    static let keys =
        "name, about, platform, version, seed, date, time_zone, start, end, days, member, device, "
        + "facilities, grid, list, places, journey, track, track_device, permissions, precise, app, sdk, options, plain, manifest, phone, happenings"

    static let table: [(String, [String])] = [
        ("seed: '1'", ["9: seed: is `1` in quotes, expected a whole number from 0 to 18446744073709551615"]),
        ("version: '14'", []),
        ("precise: yes", ["9: precise: is `yes`, expected true or false"]),
        ("member: \"a\\nb\"", ["9: member: has the character U+000A, which can't be shown, expected an id"]),
        ("about: \"a\\0b\"", ["9: about: has the character U+0000, which can't be shown, expected a sentence"]),
        ("about: \"a\\u202Eb\"", ["9: about: has the character U+202E, which can't be shown, expected a sentence"]),
        ("about: |\n  one\n  two", []),
        (
            "manifest: {background_modes: [bar]}",
            ["9: manifest.background_modes: is `bar`, expected fetch or location"]
        ), ("manifest: {background_modes: [], usage: []}", []),
        (
            "about:\ngrid:\nlist:\nhappenings:\npermissions:",
            [
                "9: about: is empty, expected a sentence",
                "10: grid: is empty, expected count, around, spacing, radius, dwell",
                "11: list: is empty, expected the ids of facilities, such as [gym, hall]",
                "12: happenings: is empty, expected for instance - reboot at 08:10",
                "13: permissions: is empty, expected location, background, notifications, motion",
            ]
        ), ("list: []\nhappenings: []\nphone: {}\npermissions: {}", []),
        (
            "happenings:\n  - for 5 min location off at 07:00\n  - at 07:00",
            [
                "10: happenings: begins with `for`, expected the phrase first: PHRASE at TIME for DURATION",
                "11: happenings: begins with `at`, expected the phrase first: PHRASE at TIME for DURATION",
            ]
        ),
        ("phone: {app: {kind: a}}\nphone: {}", ["10: phone: occurs twice, expected once"]),
        ("app:\n  kind: plain\n  kind: plain", ["11: app.kind: occurs twice, expected once"]),
        ("app: {kind: plain, kind: plain}", ["9: app.kind: occurs twice, expected once"]),
        ("seed: -1", ["9: seed: is `-1`, expected a whole number from 0 to 18446744073709551615"]),
        ("version: 0", ["9: version: is `0`, expected a version such as 17 or 17.2"]),
        ("version: abc", ["9: version: is `abc`, expected a version such as 17 or 17.2"]),
        (
            "date: 2024-02-30",
            ["9: date: is `2024-02-30`, expected a day such as 2024-03-18, from 2008-01-02 to 2199-12-31"]
        ),
        (
            "date: 9999-01-01",
            ["9: date: is `9999-01-01`, expected a day such as 2024-03-18, from 2008-01-02 to 2199-12-31"]
        ),
        (
            "date: 2007-06-01",
            ["9: date: is `2007-06-01`, expected a day such as 2024-03-18, from 2008-01-02 to 2199-12-31"]
        ),
        ("days: 100000", ["9: days: is `100000`, expected a whole number from 1 to 366"]),
        ("days: 0", ["9: days: is `0`, expected a whole number from 1 to 366"]),
        ("start: 25:00", ["9: start: `25:00` is not a time of day, expected 00:00 to 23:59:59"]),
        ("start: soon", ["9: start: `soon` is not a time, expected for instance 07:30, 07:30:15 or day 2 07:30"]),
        (
            "end: 06:00",
            [
                "9: end: the scenario goes from 2024-03-18 06:30 to 2024-03-18 06:00, expected an "
                    + "end after the start, for instance with `day 2`"
            ]
        ),
        ("end: day 400 06:00", ["9: end: day `400` is out of range, expected 1 to 366"]),
        ("member: ''", ["9: member: is empty, expected an id"]),
        ("precise: maybe", ["9: precise: is `maybe`, expected true or false"]),
        ("precise: 'true'", ["9: precise: is `true` in quotes, expected true or false"]),
        (
            "list: [gym, pool, gym]",
            ["9: list: `pool` is not a facility, expected some of gym", "9: list: has `gym` twice, expected it once"]
        ), ("list: gym", ["9: list: is not a list, expected the ids of facilities, such as [gym, hall]"]),
        ("grid: {count: 5001, around: home}", ["9: grid.count: is `5001`, expected a whole number from 0 to 5000"]),
        ("grid: {count: 3, around: nowhere}", ["9: grid.around: `nowhere` is not a place, expected one of gym, home"]),
        (
            "grid: {around: home}",
            ["9: grid: has no count or no around, expected for instance {count: 120, around: home}"]
        ),
        (
            "grid: {count: 1, around: home, step: 3}",
            ["9: grid.step: is not a key of grid, expected count, around, spacing, radius, dwell"]
        ),
        ("grid: {count: 5000, around: home, spacing: 10 m}", []),
        ("track: nowhere.csv", ["9: track: can't be combined with a journey, expected one of them"]),
        ("track_device: x", ["9: track_device: can't be combined with a journey, expected it with a track only"]),
        ("permissions: some", ["9: permissions: is `some`, expected all, none or for instance {background: denied}"]),
        (
            "permissions: {location: yes, camera: granted}",
            [
                "9: permissions.camera: is not a key of permissions, expected location, background, "
                    + "notifications, motion",
                "9: permissions.location: is `yes`, expected granted, denied, restricted",
            ]
        ),
        ("app: {kind: other}", ["9: app.kind: is `other`, expected footfall or plain"]),
        (
            "app: {distance_filter: 10 m}",
            ["9: app.distance_filter: needs updates, expected for instance updates: " + "every 60 s"]
        ), ("app: {updates: every 0 s}", ["9: app.updates: `0 s` is out of range, expected 1 s to 1 day"]),
        (
            "app: {prefer_visited: 100, earlier_visits: {gym: many, pool: 3}}",
            [
                "9: app.prefer_visited: is `100`, expected a whole number from 0 to 99",
                "9: app.earlier_visits.pool: is not a key of earlier visits, expected gym",
                "9: app.earlier_visits.gym: is `many`, expected a whole number from 0 to 100000",
            ]
        ),
        (
            "app: footfall",
            [
                "9: app: is not a group of keys, expected kind, updates, distance_filter, accuracy, "
                    + "foreground_service, stays_in_front, prefer_visited, earlier_visits"
            ]
        ),
        (
            "plain: {schedule: 06:00, dwell: maybe}",
            [
                "9: plain.dwell: is `maybe`, expected timer or system",
                "9: plain.schedule: is `06:00`, expected for instance 06:00-22:00 UTC",
            ]
        ),
        (
            "manifest: {usage: A}",
            [
                "9: manifest.usage: is not a list, expected some of [NSLocationAlwaysAndWhenInUseUsageDescription, "
                    + "NSLocationWhenInUseUsageDescription, NSMotionUsageDescription]"
            ]
        ),
        (
            "phone: {boot_seconds: -1, colour: red}",
            [
                "9: phone.colour: is not a key of phone, expected boot_seconds, first_unlock_seconds, "
                    + "update_seconds, background_fetch_seconds, background_throttle_seconds, "
                    + "doze_after_seconds, background_kill_seconds, activity_delay_seconds, "
                    + "battery_drain_per_hour, power_saving_below, sensing, activity, alarms, background, android, "
                    + "ios, visits",
                "9: phone.boot_seconds: is `-1`, expected a number from 0 to 31622400",
            ]
        ), ("phone: {boot_seconds: .nan}", ["9: phone.boot_seconds: is `.nan`, expected a number from 0 to 31622400"]),
        (
            "phone: {boot_seconds: '60'}",
            ["9: phone.boot_seconds: is `60` in quotes, expected a number from 0 to 31622400"]
        ),
        (
            "phone: {sensing: {wifi_accuracy_meters: 1e300}}",
            ["9: phone.sensing.wifi_accuracy_meters: is `1e300`, expected a number from 0.1 to 1000000"]
        ),
        (
            "phone: {activity_delay_seconds: [5, 1]}",
            [
                "9: phone.activity_delay_seconds: goes from 5 down to 1, expected two numbers such "
                    + "as [1, 5], each from 0 to 604800"
            ]
        ),
        (
            "phone: {activity_delay_seconds: 5}",
            [
                "9: phone.activity_delay_seconds: is not a range, expected two numbers such as [1, 5], "
                    + "each from 0 to 604800"
            ]
        ),
        (
            "phone: {android: {slots: 1.5, decision: guess}}",
            [
                "9: phone.android.slots: is `1.5`, expected a whole number from 0 to 10000",
                "9: phone.android.decision: is `guess`, expected overlap, aosp, gnss95, microg",
            ]
        ),
        (
            "phone: {android: {large_fence: {enter: 0.1}}}",
            ["9: phone.android.large_fence: has exit 0.15 and enter 0.1, expected exit under enter"]
        ),
        (
            "phone: {ios: {slots: 5, foreign_regions: 6}}",
            ["9: phone.ios: has 6 foreign_regions, expected no more than its 5 slots"]
        ),
        (
            "happenings:\n  - fly at 08:00\n  - reboot at 05:00\n  - reboot for 5 min\n  - reboot at noon",
            [
                "10: happenings: `fly` is not a known event, expected one of: \(phrases)",
                "11: happenings: `reboot` is at 2024-03-18 05:00, expected 2024-03-18 06:30 to " + "2024-03-18 10:00",
                "12: happenings: `reboot` can't be undone, expected it without `for`",
                "13: happenings: `noon` is not a time, expected for instance 07:30, 07:30:15 or day 2 "
                    + "07:30 or +25 min",
            ]
        ),
        (
            "happenings:\n  - kill app every day at 05:00\n  - reboot at 08:00 at 09:00\n  - reboot at +99 h",
            [
                "10: happenings: `kill app` never happens, expected a time from 2024-03-18 06:30 to "
                    + "2024-03-18 10:00",
                "11: happenings: `at` is not allowed here, expected PHRASE at TIME for DURATION",
                "12: happenings: `reboot` is at 2024-03-22 09:30, expected 2024-03-18 06:30 to " + "2024-03-18 10:00",
            ]
        ),
        ("happenings: reboot", ["9: happenings: is not a list, expected for instance - reboot at 08:10"]),
        (
            "happenings:\n  - {reboot: 1}\n  -\n  - location off for 99999 days",
            [
                "10: happenings: is not a single value, expected for instance - reboot at 08:10",
                "11: happenings: is empty, expected for instance - reboot at 08:10",
                "12: happenings: `99999 days` is out of range, expected 1 s to 366 days",
            ]
        ),
        (
            "speed: 3\nspeed limit: 4",
            [
                "9: speed: is not a key of a scenario, expected \(keys)",
                "10: speed limit: is not a key of a scenario, expected \(keys)",
            ]
        ),
    ]

    @Test("an impossible journey is reported as such", arguments: journeys)
    func journey(journey: String, expected: String) {
        let text = ScenarioText.text(["journey": "journey: \(journey)"])
        #expect(ScenarioText.faults(text) == ["s.yaml:8: journey: \(expected)"])
    }

    static let journeys: [(String, String)] = [
        (
            "home 07:00, gym 06:30",
            "times go back from `home` 2024-03-18 07:00 to `gym` 2024-03-18 06:30, expected "
                + "increasing times, for instance with `day 2` before the clock's"
        ),
        (
            "home 07:00 for 1 h, gym 07:30",
            "times go back from `home` where it is left at 2024-03-18 08:00 to `gym` 2024-03-18 "
                + "07:30, expected increasing times, for instance with `day 2` before the clock's"
        ),
        (
            "home 07:00, gym 07:05",
            "it is 1401 m from `home` to `gym`, 17 min by foot, and the phone has 5 min, "
                + "expected a later time, `for`, `until`, or another `by`"
        ),
        (
            "home 07:00 until 06:00",
            "times go back from `home` 2024-03-18 07:00 to `home` until 2024-03-18 06:00, "
                + "expected increasing times, for instance with `day 2` before the clock's"
        ),
        (
            "home 07:00, gym, home 09:00",
            "there is no time of arrival at `gym`, expected its time, or `for` or `until` "
                + "at `home` before it"
        ), ("home, gym 07:30", "has no time at its first place, expected one there or `start`"),
        (
            "home 07:00 until 07:00, gym 07:00:01",
            "it is 1401 m from `home` to `gym` within 1 s, expected at most 300 m a second"
        ), ("home 07:00, pool 08:00", "`pool` is not a place, expected one of gym, home"),
        ("home 07:00,, gym 08:00", "stop 2: has no place, expected for instance `gym 07:30 for 55 min`"),
        (
            "home 07:00 gym",
            "stop 1: `gym` is not allowed here, expected `PLACE TIME`, then `for DURATION` or "
                + "`until TIME`, and `by foot`, `by bike`, `by car` or `by train`"
        ), ("home 7.30", "`home 7.30` is not a place, expected one of gym, home"),
        ("home 24:00", "stop 1: `24:00` is not a time of day, expected 00:00 to 23:59:59"),
        ("home day 0 07:00", "stop 1: day `0` is out of range, expected 1 to 366"),
        ("home day 2", "stop 1: day 2 has no time, expected for instance day 2 07:30"),
        (
            "home 07:00 for ever",
            "stop 1: `ever` is not a duration, expected for instance 20 min, 45 s, 2 h or 1 h 30 min"
        ),
        ("home 07:00 by rocket", "stop 1: `rocket` is not a way to travel, expected foot, bike, car, train"),
        (
            "home 07:00 for 1 h until 09:00",
            "stop 1: `until` is not allowed here, expected `PLACE TIME`, then `for DURATION` or "
                + "`until TIME`, and `by foot`, `by bike`, `by car` or `by train`"
        ),
        ("home 07:00 for 400 days", "stop 1: `400 days` is out of range, expected 0 s to 366 days"),
        ("[home, gym]", "is not a single value, expected for instance home 07:00, gym 07:30 for 55 min, home 09:00"),
        ("'\"95, 0\" 07:00'", "stop 1: latitude 95.0 is out of range, expected -90 to 90 degrees"),
        ("''", "is empty, expected for instance home 07:00, gym 07:30 for 55 min, home 09:00"),
    ]
}
