import Foundation
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("A scenario from YAML")
struct ScenarioYAMLTests {
    @Test("a short scenario has the defaults")
    func defaults() throws {
        let scenario = try ScenarioText.scenario(ScenarioText.text())
        #expect(scenario.name == "Test")
        #expect(scenario.about == "")
        #expect(scenario.phone == PhoneProfile(platform: .android))
        #expect(scenario.seed == 1)
        #expect(scenario.timeZone.identifier == "America/New_York")
        #expect(try scenario.start == Timestamp("2024-03-18T10:30:00Z"))
        #expect(try scenario.end == Timestamp("2024-03-18T14:00:00Z"))
        #expect(scenario.member.text == "member")
        #expect(scenario.device.text == "phone")
        #expect(scenario.facilities.map(\.id.text) == ["gym"])
        #expect(scenario.facilities[0].dwellThreshold == .standard)
        #expect(scenario.list == nil)
        #expect(scenario.permissions == Dictionary(uniqueKeysWithValues: Permission.allCases.map { ($0, .granted) }))
        #expect(scenario.app == AppSetup())
        #expect(scenario.app.preferVisited == 5)
        #expect(scenario.events == [])
    }

    @Test("every key sets its field")
    func everything() throws {
        let scenario = try ScenarioText.scenario(Self.full)
        #expect(scenario.about == "One sentence.")
        #expect(scenario.phone.version == OSVersion(17, 2))
        #expect(scenario.seed == 18_446_744_073_709_551_615)
        #expect(scenario.member.text == "M-1001")
        #expect(scenario.device.text == "d")
        #expect(try scenario.start == Timestamp("2024-07-01T04:30:15Z"))
        #expect(try scenario.end == Timestamp("2024-07-03T20:00:00Z"))
        let (gym, hall) = (scenario.facilities[0], scenario.facilities[1])
        #expect(gym.name == "Corner Gym")
        #expect(
            gym.address
                == PostalAddress(
                    street: "1 High St",
                    city: "Springfield",
                    state: "PA",
                    postalCode: "0123",
                    country: "US"
                )
        )
        #expect(try gym.geofence == .circle(center: Self.gym(), radius: Radius(meters: 1200)))
        #expect(gym.dwellThreshold.seconds == 5400)
        #expect(gym.timeZone?.identifier == "America/New_York")
        guard case .polygon(let polygon) = hall.geofence else {
            Issue.record("the hall is not a polygon")
            return
        }
        #expect(polygon.exterior.count == 3)
        #expect(scenario.list?.map(\.text) == ["hall", "gym"])
        #expect(scenario.permissions[.fineLocation] == .granted)
        #expect(scenario.permissions[.backgroundLocation] == .denied)
        #expect(scenario.permissions[.physicalActivity] == .restricted)
        #expect(scenario.app.kind == .plain)
        #expect(
            scenario.app.updates
                == LocationRequest(interval: .seconds(60), distanceFilterMeters: 10, accuracy: .medium)
        )
        #expect(scenario.app.usesForegroundService)
        #expect(scenario.app.staysInFront)
        #expect(scenario.app.preferVisited == 3)
        #expect(try scenario.app.earlierVisits == [FacilityID("hall"): 12])
        #expect(
            scenario.app.manifest == AppManifest(usageDescriptions: [AppManifest.whenInUseKey], backgroundModes: [])
        )
        var habits = PlainAppHabits()
        habits.hasBootReceiver = false
        habits.registersAtLaunch = true
        habits.registersAfterLoss = true
        habits.asksForInside = false
        habits.dwell = .system
        habits.choice = .nearestAlways
        habits.schedule = DailyHours(startSeconds: 21_600, endSeconds: 79_200, timeZone: .utc)
        #expect(scenario.app.habits == habits)
        #expect(scenario.phone.bootSeconds == 61)
        #expect(scenario.phone.dozeAfterSeconds == .infinity)
        #expect(scenario.phone.android.latencies.dozeBatchSeconds == nil)
        #expect(scenario.phone.ios.latency.goodNetworkSeconds == 1...2.5)
        #expect(scenario.phone.ios.latency.poorNetworkMedianSeconds == 180)
        #expect(scenario.events.map(\.text) == ["reduced accuracy", "Location OFF", "location on"])
        let places = scenario.movement.waypoints.map(\.coordinate)
        #expect(abs(try Self.gym().distance(to: places[0]) - 60) < 0.1)
        #expect(places[0].latitude > 39.95)
        #expect(abs(places[0].distance(to: places[2]) - 5000) < 5)
        #expect(places[2].longitude < places[0].longitude)
        // The third day's journey is the last.
        #expect(scenario.movement.waypoints.count == 15)
    }

    static func gym() throws -> Coordinate { try Coordinate(latitude: 39.95, longitude: -75.16) }

    static let full = """
        name: Full
        about: >
          One
          sentence.
        platform: ios
        version: 17.2
        seed: 18446744073709551615
        date: 2024-07-01
        time_zone: Europe/Berlin
        start: 06:30:15
        end: 22:00
        days: 3
        member: M-1001
        device: d
        facilities:
          - id: gym
            name: Corner Gym
            address: 1 High St
            city: Springfield
            state: PA
            postal_code: "0123"
            country: US
            at: "39.9500, -75.1600"
            radius: 1.2 km
            dwell: 1 h 30 min
            time_zone: America/New_York
          - {id: hall, polygon: ["39.95,-75.16", "39.951,-75.16", "39.951,-75.158"], dwell: 600 s}
        list: [hall, gym]
        places:
          far: 5 km south-west of cafe
          cafe: 60 m north of gym
        journey: >
          cafe 07:00, far for 10 min,
          cafe 09:00
        permissions: {background: denied, motion: restricted}
        precise: false
        app: {kind: plain, updates: every 60 s, distance_filter: 10 m, accuracy: medium, foreground_service: true,
          stays_in_front: true, prefer_visited: 3, earlier_visits: {hall: 12}}
        plain: {boot_receiver: false, registers_at_launch: true, registers_after_loss: true, asks_for_inside: false,
          dwell: system, choice: nearest_always, schedule: "06:00-22:00 UTC"}
        manifest: {usage: [NSLocationWhenInUseUsageDescription], background_modes: []}
        phone:
          boot_seconds: 61
          doze_after_seconds: .inf
          android: {latencies: {doze_batch_seconds: null}}
          ios: {latency: {good_network_seconds: [1, 2.5]}}
        happenings:
          - Location OFF for 20 min at 08:00
        """.replacing("cafe 07:00, far", with: "cafe 07:00 for 10 min, far")

    @Test("a grid surrounds its place, clear of named places")
    func grid() throws {
        let grid = "grid: {count: 120, around: home, spacing: 700 m, radius: 100 m}"
        let scenario = try ScenarioText.scenario(ScenarioText.text([:], grid))
        let made = scenario.facilities.dropFirst()
        #expect(scenario.facilities.count == 121)
        #expect(made.first?.id.text == "place-1")
        #expect(Set(scenario.facilities.map(\.id)).count == 121)
        let home = try Coordinate(latitude: 39.94, longitude: -75.17)
        let gym = try #require(scenario.facilities.first)
        for place in made {
            let center = place.geofence.center
            #expect(center.distance(to: home) >= 500)
            #expect(gym.geofence.signedDistance(to: center) >= 500)
            #expect(center.distance(to: home) < 700 * 6 * 1.5)
        }
    }

    @Test("a file's facilities and a recorded track are found from the scenario's folder")
    func files() throws {
        let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../data").standardized
            .path
        let text = """
            name: Recorded
            platform: ios
            time_zone: America/New_York
            facilities: facilities.csv
            track: tracks/M-1001.csv
            happenings:
              - reboot every day at 03:00
            """
        let scenario = try Scenario(yaml: text, file: "\(data)/any.yaml")
        #expect(scenario.facilities.count > 10)
        let points = scenario.movement.waypoints
        #expect(points.count > 1000)
        #expect(scenario.start == points.first?.time)
        #expect(scenario.end == points.last?.time)
        #expect(scenario.events.count > 10)
        #expect(scenario.events.allSatisfy { $0.time.secondOfDay(in: scenario.timeZone) == 3 * 3600 })
    }

    @Test("positions of a track with a wrong clock or a low accuracy are not truth; years are not scenario")
    func trackTruth() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "footfall-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let header = "timestamp,lat,lon,accuracy,device\n"
        func read(_ rows: String, _ more: String = "") throws -> Scenario {
            try Data((header + rows).utf8).write(to: folder.appending(path: "t.csv"))
            return try Scenario(yaml: "name: A\nplatform: ios\ntrack: t.csv\n\(more)", file: "\(folder.path)/s.yaml")
        }
        let scenario = try read(
            """
            1970-01-01T00:00:00Z,1,1,10,x
            2024-03-01T00:00:00Z,1,1,10,x
            2024-03-01T00:10:00Z,1.1,1,1500,x
            2024-03-01T00:20:00Z,1,1.001,10,x

            """
        )
        #expect(scenario.movement.waypoints.map(\.coordinate.latitude) == [1, 1])
        #expect(scenario.start.seconds(to: scenario.end) == 1200)
        let years = "2020-03-01T00:00:00Z,1,1,10,x\n2024-03-01T00:00:00Z,1,1,10,x\n"
        #expect(throws: SimulationLabError.self) { try read(years) }
        let short = "2024-03-01T00:00:00Z,1,1,10,x\n2024-03-02T00:00:00Z,1,1,10,x\n"
        #expect(throws: SimulationLabError.self) { try read(short, "date: 2019-01-01\nstart: 00:00\n") }
    }

    @Test("errors of a file are reported with the file's own lines")
    func badFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "footfall-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("facility_id,name,latitude,longitude\na,A,1,1\nb,B,99,1\n".utf8)
            .write(to: folder.appending(path: "f.csv"))
        try Data("timestamp,lat,lon,device\n2024-03-01T00:00:00Z,1,1,x\n2024-03-01T00:01:00Z,1,1,y\n".utf8)
            .write(to: folder.appending(path: "t.csv"))
        func faults(_ lines: String) -> [String] {
            do {
                _ = try Scenario(yaml: "name: A\nplatform: ios\n\(lines)\n", file: "\(folder.path)/s.yaml")
                return []
            } catch {
                return error.message.replacing(folder.path, with: "").split(separator: "\n").map(String.init)
            }
        }
        let facilities = faults("facilities: f.csv\ntrack: t.csv\ntrack_device: x")
        #expect(
            facilities == [
                "/s.yaml:3: facilities: /f.csv:3: latitude: latitude 99.0 is out of range, expected -90 to 90 degrees; "
                    + "latitude and longitude seem to be swapped",
                "/s.yaml:4: track: the scenario goes from 2024-03-01 00:00 to 2024-03-01 00:00, expected an end after "
                    + "the start, for instance with `day 2`",
            ]
        )
        #expect(
            faults("track: t.csv") == [
                "/s.yaml:3: track: has fixes of 2 phones, expected `track_device` with one of x, y"
            ]
        )
        #expect(
            faults("track: t.csv\ntrack_device: z") == ["/s.yaml:3: track: has no fix of `z`, expected one of x, y"]
        )
        #expect(
            faults("track: s.csv") == ["/s.yaml:3: track: /s.csv: there is no such file, expected a recorded track"]
        )
    }

    @Test("permissions may be one word")
    func words() throws {
        let none = try ScenarioText.scenario(ScenarioText.text([:], "permissions: none"))
        #expect(none.permissions.values.allSatisfy { $0 == .denied })
        let all = try ScenarioText.scenario(ScenarioText.text([:], "permissions: all"))
        #expect(all.permissions.values.allSatisfy { $0 == .granted })
    }

    @Test("a missing file, or one that is not text, is reported as such")
    func unreadable() throws {
        #expect {
            try Scenario.read(file: "/nowhere/s.yaml")
        } throws: {
            ($0 as? SimulationLabError)?.code == .unreadableFile
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "footfall-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(ScenarioText.text().utf8).write(to: url)
        #expect(try Scenario.read(file: url.path).name == "Test")
        try Data([0x6E, 0xFF, 0xFE]).write(to: url)
        #expect {
            try Scenario.read(file: url.path)
        } throws: {
            ($0 as? SimulationLabError)?.message == "\(url.path):1: scenario: is not UTF-8 text, expected YAML"
        }
    }
}
