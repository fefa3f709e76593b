import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("Events of a phone, in words")
struct HappeningTextTests {
    private static func berlin() throws -> TimeZoneName { try TimeZoneName("Europe/Berlin") }

    /// Each phrase, its event and the phrase that undoes it.
    static let table: [(String, ScenarioEvent, String?)] = [
        ("reboot", .reboot, nil), ("restart", .reboot, nil), ("unlock", .unlock, nil),
        ("update app", .updateApp, nil), ("reinstall app", .reinstallApp, nil), ("uninstall app", .uninstallApp, nil),
        ("clear app data", .clearAppData, nil), ("clear play data", .clearPlayData, nil), ("kill app", .killApp, nil),
        ("force-quit app", .forceQuitApp, nil), ("Force-Stop App", .forceQuitApp, nil),
        ("swipe-away app", .swipeAwayApp, nil), ("swipe-away", .swipeAwayApp, nil),
        ("start schedule", .startSchedule, "stop schedule"), ("stop schedule", .stopSchedule, "start schedule"),
        ("open app", .openApp, "leave app"), ("leave app", .leaveApp, "open app"),
        ("start monitoring", .startMonitoring, "stop monitoring"),
        ("stop monitoring", .stopMonitoring, "start monitoring"),
        ("location off", .locationServices(on: false), "location on"),
        ("LOCATION  on", .locationServices(on: true), "location off"),
        ("allow location", .permission(.fineLocation, .granted), "deny location"),
        ("deny background", .permission(.backgroundLocation, .denied), "allow background"),
        ("restrict notifications", .permission(.notifications, .restricted), "allow notifications"),
        ("deny motion", .permission(.physicalActivity, .denied), "allow motion"),
        ("reduced accuracy", .precision(.reduced), "precise"), ("approximate", .precision(.reduced), "precise"),
        ("precise", .precision(.full), "reduced accuracy"),
        ("play services missing", .playServices(.missing), "play services available"),
        ("play services outdated", .playServices(.outdated), "play services available"),
        ("play services available", .playServices(.available), nil),
        ("foreign regions 15", .foreignRegions(15), "foreign regions 0"),
        ("beacons 3", .foreignRegions(3), "beacons 0"),
        ("no network", .connectivity(.none), "network cellular"),
        ("network wifi", .connectivity(.wifi), "network cellular"), ("network cellular", .connectivity(.cellular), nil),
        ("positions by cells", .reception(.cells), "positions by everything"),
        ("positions by wifi", .reception(.wifi), "positions by everything"),
        ("no positions", .reception(nil), "positions by everything"),
        ("positions by everything", .reception(.satellites), nil),
        (
            "position 900 m off to the south-west with accuracy 1.4 km",
            .position(offMeters: 900, bearingDegrees: 225, accuracyMeters: 1400), nil
        ),
        (
            "position 900m off with accuracy 1400",
            .position(offMeters: 900, bearingDegrees: 90, accuracyMeters: 1400), nil
        ),
        ("doze", .doze(true), "wake"), ("wake", .doze(false), "doze"),
        ("charger on", .charger(true), "charger off"), ("charger off", .charger(false), "charger on"),
        ("screen on", .screen(true), "screen off"), ("screen off", .screen(false), "screen on"),
        ("power saving on", .powerSaving(true), "power saving off"),
        ("power saving off", .powerSaving(false), "power saving on"),
        ("battery 15 %", .battery(0.15), nil), ("battery 100%", .battery(1), nil), ("battery 0", .battery(0), nil),
        ("battery exemption on", .batteryExemption(true), "battery exemption off"),
        ("battery exemption off", .batteryExemption(false), "battery exemption on"),
        ("foreground service on", .foregroundService(true), "foreground service off"),
        ("foreground service off", .foregroundService(false), "foreground service on"),
        ("region monitoring unavailable", .regionMonitoring(false), "region monitoring available"),
        ("region monitoring available", .regionMonitoring(true), "region monitoring unavailable"),
        ("server answers 401", .server(.answers(401)), "server well"),
        ("server answers lost", .server(.answersLost), "server well"),
        ("server down", .server(.silent), "server well"),
        ("server well", .server(.well), nil),
    ]

    @Test("each phrase has its event", arguments: table)
    func phrase(text: String, event: ScenarioEvent, undoing: String?) throws {
        let phrase = try ScenarioEvent.parse(text)
        #expect(phrase.event == event)
        #expect(phrase.undoing?.text == undoing)
        if let undoing { #expect(try ScenarioEvent.parse(undoing).event == phrase.undoing?.event) }
    }

    @Test("a time zone is undone by the one before")
    func timeZone() throws {
        let phrase = try ScenarioEvent.parse("time zone Europe/Berlin", timeZone: TimeZoneName("Asia/Tokyo"))
        #expect(try phrase.event == .timeZone(Self.berlin()))
        #expect(phrase.undoing?.text == "time zone Asia/Tokyo")
    }

    @Test("every spelling of the table can be read, and the tests cover every phrase")
    func spellings() throws {
        let values = [
            "LENGTH": "900 m", "DIRECTION": "north", "COUNT": "7", "PERCENT": "20 %", "ZONE": "Europe/Berlin",
            "STATUS": "503",
        ]
        for entry in PhraseTable.all {
            var meanings: Set<ScenarioEvent> = []
            for spelling in entry.spellings {
                let text = spelling.split(separator: " ").map { values[String($0)] ?? String($0) }.joined(
                    separator: " "
                )
                let phrase = try ScenarioEvent.parse(text)
                if !spelling.contains("LENGTH") { meanings.insert(phrase.event) }
                #expect((phrase.undoing == nil) == (entry.undoing == nil), "\(text)")
            }
            #expect(meanings.count <= 1, "\(entry.spellings)")
        }
    }

    @Test(
        "times and durations stand in either order",
        arguments: [
            ("reboot", ["06:30:00 reboot"]),
            ("reboot at 08:10", ["08:10:00 reboot"]),
            ("reboot at +25 min", ["06:55:00 reboot"]),
            ("reboot +1 h 30 min", ["08:00:00 reboot"]),
            ("reboot at day 1 08:10:05", ["08:10:05 reboot"]),
            ("reboot every day at 09:00", ["09:00:00 reboot"]),
            ("location off at 08:00 for 20 min", ["08:00:00 location off", "08:20:00 location on"]),
            ("location off for 45 s at 08:00", ["08:00:00 location off", "08:00:45 location on"]),
            ("location off for 2 h at +25 min", ["06:55:00 location off", "08:55:00 location on"]),
            // An undoing after the end is omitted.
            ("location off at 09:30 for 2 h", ["09:30:00 location off"]),
            (
                "time zone Europe/Berlin at 08:00 for 1 h",
                ["08:00:00 time zone Europe/Berlin", "09:00:00 time zone America/New_York"]
            ),
        ]
    )
    func times(text: String, expected: [String]) throws {
        let scenario = try ScenarioText.scenario(ScenarioText.text([:], "happenings:\n  - \(text)"))
        let found = scenario.events.map { event in
            let second = event.time.secondOfDay(in: scenario.timeZone)
            let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return "\(parts.joined(separator: ":")) \(event.text)"
        }
        #expect(found == expected)
    }

    @Test(
        "what is not an event is said to be none, with what would be one",
        arguments: [
            ("fly", "`fly` is not a known event, expected one of: reboot, unlock, location off, "),
            ("network fast", "`network fast` is not a known event, expected one of: no network, network none, "),
            ("battery 150 %", "`150 %` is not a share, expected 0 % to 100 %"),
            ("foreign regions 99999999999999999999", "`99999999999999999999` is not a count, expected a whole number"),
            ("time zone Mars", "`Mars` is not a time zone, expected an IANA name such as Europe/Paris"),
            ("position 1 m off to the left with accuracy 5 m", "`left` is not a direction, expected north, "),
            ("position 9999999 m off with accuracy 5 m", "`9999999 m` is out of range, expected 0.1 to 1000000 metres"),
            ("foreign regions -1", "`-1` is not a count, expected a whole number from 0 to 1000"),
            ("battery -1 %", "`-1 %` is not a share, expected 0 % to 100 %"),
            ("", "an empty text is not a known event, expected one of: reboot"),
        ]
    )
    func wrong(text: String, message: String) {
        do {
            _ = try ScenarioEvent.parse(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
    }
}
