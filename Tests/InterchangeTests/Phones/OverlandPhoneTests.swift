import Interchange
import Testing
import VisitModel

@Suite("Requests of Overland are read")
struct OverlandPhoneTests {
    private static let driving = """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-122.25,37.5]},"properties":{
         "timestamp":"2026-03-02T10:04:11-0700","altitude":80,"speed":4,"course":-1,"horizontal_accuracy":30,
         "vertical_accuracy":-1,"motion":["driving","stationary"],"pauses":false,"activity":"other_navigation",
         "desired_accuracy":100,"deferred":1000,"significant_change":"disabled","locations_in_payload":1,"device_id":"",
         "wifi":"cafe","battery_state":"charging","battery_level":0.75}}
        """

    @Test("a feature is read in Overland's units")
    func readsFeature() throws {
        let reading = PhoneReading(
            "{\"locations\":[\(Self.driving)]}",
            as: .overland,
            from: PhoneSender(member: try MemberID("m"))
        )
        let record = try #require(reading.records.first)
        #expect(record.device.text == "m" && record.platform == nil && !record.isCurrentOnly)
        #expect(
            record.fix
                == Fix(
                    time: .iso("2026-03-02T17:04:11Z"),
                    coordinate: try Coordinate(latitude: 37.5, longitude: -122.25),
                    horizontalAccuracy: 30,
                    speed: 4,
                    altitude: 80,
                    activity: .inVehicle,
                    battery: 0.75
                )
        )
        #expect(PhoneReading("{\"locations\":[\(Self.driving)]}", as: .overland).refusals == ["missing_identity:0"])
    }

    @Test("features that are not fixes are ignored, an unreadable point is rejected")
    func passesOver() {
        let named = Self.driving.replacing("\"device_id\":\"\"", with: "\"device_id\":\"p\"")
        let stats =
            "{\"type\":\"Feature\",\"properties\":{\"timestamp\":\"2026-03-02T17:04:11Z\",\"device_id\":\"p\","
            + "\"action\":\"will_terminate\"}}"
        let untimed = "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{}}"
        let line = stats.replacing(
            "\"properties\"",
            with: "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[]},\"properties\""
        )
        let bad = named.replacing("37.5", with: "\"north\"")
        let reading = PhoneReading("{\"locations\":[\(stats),\(untimed),\(named),\(line),\(bad)]}", as: .overland)
        #expect(reading.fixes == ["p@2026-03-02T17:04:11Z 37.5,-122.25"])
        #expect(reading.report.ignored == [.willTerminate: 2, .statistics: 1])
        #expect(reading.refusals == ["unreadable_coordinate:4"])
        #expect(reading.refusedText == [bad])
        #expect(reading.reply(.overland) == "{\"result\":\"ok\"}")
    }

    @Test("what is current is marked, wherever it stands")
    func marksCurrent() {
        let named = Self.driving.replacing("\"device_id\":\"\"", with: "\"device_id\":\"p\"")
        let current = named.replacing("10:04:11", with: "10:04:19")
        for body in [
            "{\"locations\":[\(named)],\"current\":\(current),\"trip\":{\"distance\":1}}",
            "{\"current\":\(current),\"locations\":[\(named)]}",
        ] {
            let reading = PhoneReading(body, as: .overland)
            #expect(
                reading.fixes == ["p@2026-03-02T17:04:11Z 37.5,-122.25", "p@2026-03-02T17:04:19Z 37.5,-122.25"]
            )
            #expect(reading.records.map(\.isCurrentOnly) == [false, true])
        }
    }

    @Test("Overland set to OwnTracks' format is read as that and answered as Overland")
    func readsOwnTracks() {
        let reading = PhoneReading(
            "{\"_type\":\"location\",\"lat\":1.5,\"lon\":2.5,\"tst\":1772471051,\"topic\":\"owntracks/a/b\"}",
            as: .overland
        )
        #expect(reading.fixes == ["a/b@2026-03-02T17:04:11Z 1.5,2.5"])
        #expect(reading.records.first?.platform == nil)
        #expect(reading.reply(.overland) == "{\"result\":\"ok\"}")
    }

    private static func visit(from arrival: String, to departure: String) -> String {
        "\"action\":\"visit\",\"arrival_date\":\(arrival),\"departure_date\":\(departure)"
    }

    @Test(
        "the action of an app and a trip are ignored by name, though they have a point and a time",
        arguments: [
            (visit(from: "\"2026-03-02T16:00:00Z\"", to: "null"), .visit),
            (visit(from: "\"0001-01-01T00:00:00Z\"", to: "\"2026-03-02T16:00:00Z\""), .visit),
            (visit(from: "\"2026-03-02T16:00:00Z\"", to: "\"4001-01-01T00:00:00Z\""), .visit),
            ("\"action\":\"exited_pause_region\"", .exitedPauseRegion),
            ("\"action\":\"will_terminate\"", .willTerminate),
            ("\"action\":\"tracking_stopped\"", .trackingStopped), ("\"action\":\"something_new\"", .other),
            ("\"type\":\"trip\",\"mode\":\"driving\"", .trip),
        ] as [(String, IgnoredRecord)]
    )
    func ignoresActions(fields: String, kind: IgnoredRecord) {
        let named = Self.driving.replacing("\"device_id\":\"\"", with: "\"device_id\":\"p\",\(fields)")
        let reading = PhoneReading("{\"locations\":[\(named)]}", as: .overland)
        #expect(reading.records.isEmpty && reading.refusals.isEmpty && reading.report.ignored == [kind: 1])
    }

    @Test("a visit of the system with both dates is a fix at its arrival and one at its departure")
    func readsVisit() throws {
        let visit = Self.driving.replacing(
            "\"device_id\":\"\"",
            with: "\"device_id\":\"p\",\"action\":\"visit\",\"arrival_date\":\"2026-03-02T08:00:00-0700\","
                + "\"departure_date\":\"2026-03-02T09:30:00-0700\""
        )
        let reading = PhoneReading("{\"locations\":[\(visit)]}", as: .overland)
        let place = try Coordinate(latitude: 37.5, longitude: -122.25)
        let arrival = Fix(
            time: .iso("2026-03-02T15:00:00Z"),
            coordinate: place,
            horizontalAccuracy: 30,
            flags: .stationary
        )
        var departure = arrival
        (departure.time, departure.flags) = (.iso("2026-03-02T16:30:00Z"), [.stationary, .departed])
        #expect(reading.records.map(\.fix) == [arrival, departure])
        #expect(reading.records.allSatisfy { $0.device.text == "p" } && reading.report.ignored.isEmpty)
        let placeless = visit.replacing("-122.25,37.5", with: "null,null")
        #expect(PhoneReading("{\"locations\":[\(placeless)]}", as: .overland).refusals == ["missing_coordinate:0"])
    }

    @Test("in OwnTracks' format the time counts from 2001, and the topic names the phone alone")
    func readsTimeSince2001() {
        let now = 1_772_471_051
        for tst in [now, now - 978_307_200] {
            let reading = PhoneReading(
                "{\"_type\":\"location\",\"lat\":1.5,\"lon\":2.5,\"tst\":\(tst),\"topic\":\"owntracks/P\"}",
                as: .overland
            )
            #expect(reading.fixes == ["P@2026-03-02T17:04:11Z 1.5,2.5"])
        }
    }

    @Test(
        "the platform is that of the HTTP client, because other apps send the same format",
        arguments: [
            ("Overland/1.4 CFNetwork/1494.0.7 Darwin/23.4.0", Platform.ios), ("okhttp/4.12.0", .android),
            ("Dalvik/2.1.0 (Linux; U; Android 14)", .android), ("curl/8.5.0", nil), (nil, nil),
        ] as [(String?, Platform?)]
    )
    func readsPlatform(userAgent: String?, platform: Platform?) throws {
        let named = Self.driving.replacing("\"device_id\":\"\"", with: "\"device_id\":\"p\"")
        let request = PhoneRequest(userAgent: userAgent, body: Array("{\"locations\":[\(named)]}".utf8))
        #expect(PhoneReading(request, as: .overland).records.map(\.platform) == [platform])
    }
}
