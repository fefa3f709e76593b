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
        #expect(record.device.text == "m" && record.platform == .ios && !record.isCurrentOnly)
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
        #expect(reading.report.ignored == 3)
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
        #expect(reading.records.first?.platform == .ios)
        #expect(reading.reply(.overland) == "{\"result\":\"ok\"}")
    }
}
