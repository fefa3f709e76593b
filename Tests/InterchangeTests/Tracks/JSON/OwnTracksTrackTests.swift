import Interchange
import Testing
import VisitModel

@Suite("Tracks as JSON of OwnTracks")
struct OwnTracksTrackTests {
    private static func location(_ second: Int, _ more: String = "") -> String {
        "{\"_type\":\"location\",\"lat\":46.5,\"lon\":11.25,\"tst\":\(1_772_471_051 + second),\"tid\":\"JD\"\(more)}"
    }

    @Test("objects that are no positions are ignored by name and counted")
    func ignoresOthers() throws {
        let waypoint = "{\"_type\":\"waypoint\",\"desc\":\"W\",\"lat\":1,\"lon\":2,\"rad\":80,\"tst\":1772471053}"
        let reading = try TrackReading(
            [Self.location(0), waypoint, "{\"_type\":\"lwt\",\"tst\":5}", Self.location(4), waypoint]
                .joined(separator: "\n"),
            member: "m"
        )
        #expect(reading.fixes.map(\.line) == [1, 4] && reading.fixes.allSatisfy { $0.member?.text == "m" })
        #expect(reading.counts.ignored == [.waypoint: 2, .lwt: 1] && reading.counts.rejected == 0)
        #expect(reading.remarks == ["not_a_fix:3", "not_a_fix:2"])
        #expect(reading.diagnostics.map(\.severity) == [.note, .note])
    }

    @Test("the two letters name nobody, the topic does")
    func readsTopic() throws {
        let topics = ["owntracks/jane/phone", "owntracks/jane/phone/event", "owntracks/tab"].map {
            Self.location(0, ",\"topic\":\"\($0)\"")
        }
        let named = try TrackReading(topics.joined(separator: "\n"))
        #expect(named.fixes.map(\.device.text) == ["jane/phone", "jane/phone", "tab"])
        #expect(named.fixes.map(\.member?.text) == ["jane", "jane", nil])
        #expect(try TrackReading(Self.location(0)).remarks == ["missing_member:1"])
        let csv = "tid,lat,lon,tst\nJD,46.5,11.25,1772471051\n"
        #expect(try TrackReading(csv, member: "m").fixes.map(\.member?.text) == ["m"])
        let exported = try TrackReading("tst,lat,lon,tid,topic\n1772471051,46.5,11.25,JD,owntracks/jane/phone\n")
        #expect(exported.fixes.map(\.device.text) == ["jane/phone"] && exported.fixes.map(\.member?.text) == ["jane"])
    }

    @Test("values have OwnTracks' units, and a repeated fix is a heartbeat")
    func readsUnits() throws {
        let reading = try TrackReading(
            Self.location(0, ",\"vel\":36,\"batt\":46,\"t\":\"p\",\"created_at\":1772474651"),
            member: "m"
        )
        let track = try #require(reading.fixes.first)
        #expect(track.fix.speed == 10 && track.fix.battery == 0.46)
        #expect(track.heartbeatAt == (try TimestampParser().parse("2026-03-02T18:04:11Z")))
        #expect(try TrackReading(Self.location(0), member: "m").fixes.first?.heartbeatAt == nil)
        let encrypted = try TrackReading("{\"_type\":\"encrypted\",\"data\":\"bm90\"}", member: "m")
        #expect(encrypted.remarks == ["encrypted_payload:1"])
    }
}

@Suite("GeoJSON features that are no fixes")
struct FeatureTrackTests {
    private static func feature(_ properties: String) -> String {
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[-122.25,37.5]},\"properties\":{"
            + "\"timestamp\":\"2026-03-02T17:04:11Z\"\(properties)}}"
    }

    @Test("those of Overland are ignored, those of other programs are fixes")
    func ignoresActions() throws {
        let reading = try TrackReading(
            [
                Self.feature(""), Self.feature(",\"action\":\"will_terminate\""), Self.feature(",\"type\":\"trip\""),
                Self.feature(",\"action\":\"check-in\",\"type\":\"walk\""), Self.feature(",\"action\":\"visit\""),
            ].joined(separator: "\n"),
            member: "m"
        )
        #expect(reading.fixes.map(\.line) == [1, 4])
        #expect(reading.counts.ignored == [.willTerminate: 1, .trip: 1, .visit: 1])
    }

    @Test("a visit of the system with both dates is two fixes")
    func readsVisit() throws {
        let visit = Self.feature(
            ",\"action\":\"visit\",\"arrival_date\":\"2026-03-02T15:00:00Z\",\"departure_date\":\"2026-03-02T16:30:00Z\""
        )
        let reading = try TrackReading(visit, member: "m")
        let dates = try ["2026-03-02T15:00:00Z", "2026-03-02T16:30:00Z"].map(TimestampParser().parse)
        #expect(reading.fixes.map(\.fix.time) == dates)
        #expect(reading.fixes.map(\.fix.flags) == [.stationary, [.stationary, .departed]])
    }

    @Test(
        "a GeoJSON point under `location` is the position",
        arguments: [
            "{\"location\":POINT,\"timestamp\":\"2026-03-02T17:04:11Z\",\"device_id\":\"p\"}",
            "{\"device_id\":\"p\",\"location\":{\"timestamp\":\"2026-03-02T17:04:11Z\",\"location\":POINT}}",
        ],
        [
            "{\"type\":\"Point\",\"coordinates\":[-122.25,37.5]}",
            "{\"coordinates\":[-122.25,37.5,8],\"type\":\"Point\"}",
        ]
    )
    func readsPoint(template: String, point: String) throws {
        let record = template.replacing("POINT", with: point)
        let reading = try TrackReading(record)
        let track = try #require(reading.fixes.first)
        #expect(track.fix.coordinate == (try Coordinate(latitude: 37.5, longitude: -122.25)))
        #expect(track.device.text == "p")
        #expect(PhoneReading(record, as: .transistor).fixes == ["p@2026-03-02T17:04:11Z 37.5,-122.25"])
    }
}
