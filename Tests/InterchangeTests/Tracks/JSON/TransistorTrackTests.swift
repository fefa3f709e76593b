import Interchange
import Testing
import VisitModel

@Suite("Tracks as JSON of the Transistor SDK")
struct TransistorTrackTests {
    private static let record = """
        {"event":"motionchange","is_moving":false,"uuid":"0b5f0e5e-0000-4000-8000-000000000001",
         "timestamp":"2024-03-02T17:04:11.250Z","recorded_at":"2024-03-02T18:00:00Z","age":310,"odometer":5120.4,
         "coords":{"latitude":40.0,"longitude":-75.0,"accuracy":12.0,"speed":1.1,"speed_accuracy":0.4,"heading":-1,
         "heading_accuracy":-1,"altitude":30.2,"altitude_accuracy":4.0,"floor":null},
         "activity":{"type":"walking","confidence":100},"battery":{"level":0.81,"is_charging":false},
         "geofence":{"identifier":"fac_17","action":"DWELL","timestamp":"2024-03-02T17:05:00Z","extras":{"lat":9}},
         "provider":{"platform":7,"status":3},"extras":{"device_id":"not this","lat":9,"timestamp":"2000-01-01T00:00:00Z"}}
        """

    private static func point(_ second: Int) -> String {
        "{\"timestamp\":\"2024-03-02T17:04:0\(second)Z\",\"coords\":{\"latitude\":40.\(second),\"longitude\":-75}}"
    }

    @Test("a record in its envelope gives every known field of the fix")
    func readsRecord() throws {
        let reading = try TrackReading(
            "{\"location\":\(Self.record),\"device\":{\"platform\":\"iOS\",\"uuid\":\"phone-1\"},\"user_id\":17}"
        )
        #expect(reading.format == .json)
        #expect(reading.diagnostics.isEmpty)
        let fix = try #require(reading.fixes.first)
        #expect(reading.fixes.count == 1)
        #expect(fix.device.text == "phone-1" && fix.member?.text == "17" && fix.platform == .ios)
        #expect(fix.ageMilliseconds == 310)
        #expect(fix.line == 1)
        #expect(
            fix.fix
                == Fix(
                    time: try TimestampParser().parse("2024-03-02T17:04:11.250Z"),
                    coordinate: try Coordinate(latitude: 40, longitude: -75),
                    horizontalAccuracy: 12,
                    speed: 1.1,
                    altitude: 30.2,
                    activity: .walking,
                    battery: 0.81,
                    flags: .stationary
                )
        )
    }

    @Test(
        "records are found whatever holds them",
        arguments: [
            "{\"location\":[R1,R2,R3],\"device_id\":\"p\"}",
            "{\"device_id\":\"p\",\"location\":[R1,\n  R2,\nR3]}",
            "[{\"location\":R1,\"device\":\"p\"},{\"location\":R2,\"device\":\"p\"},{\"location\":R3,\"device\":\"p\"}]",
            "{\"location\":R1,\"device\":\"p\"}\n{\"location\":R2,\"device\":\"p\"}\r\n\n{\"location\":R3,\"device\":\"p\"}",
            "{\"location\":R1,\"device\":\"p\"}{\"location\":R2,\"device\":\"p\"} {\"location\":R3,\"uuid\":\"p\"}",
            "\u{1E}{\"device\":\"p\",\"location\":R1}\n\u{1E}{\"device\":\"p\",\"location\":R2}\n\u{1E}{\"deviceId\":\"p\",\"location\":R3}",
            "{\"location\":[R1,R2],\"deviceId\":\"p\"}\n{\"location\":[R3],\"uuid\":\"p\"}\n",
            "{\"locations\":[R1,R2,R3,],\"device_id\":\"p\"}",
            "{\"data\":[R1 R2,,R3],\"device\":{\"id\":\"p\"},\"extra\":[1,{\"a\":[]}]}",
        ]
    )
    func findsRecords(template: String) throws {
        var text = template
        for second in 1...3 { text = text.replacing("R\(second)", with: Self.point(second)) }
        let reading = try TrackReading(text)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.fixes.map(\.fix.coordinate.latitude) == [40.1, 40.2, 40.3])
        #expect(reading.fixes.map(\.device.text) == ["p", "p", "p"])
    }

    @Test("a record at the root of the body needs no envelope")
    func readsRootRecord() throws {
        let reading = try TrackReading(
            "{\"uuid\":\"0b5f\",\"timestamp\":1709399051250,\"coords\":{\"latitude\":40,\"longitude\":-75},\"device\":\"p\"}"
        )
        #expect(reading.fixes.map(\.device.text) == ["p"])
        #expect(reading.fixes.first?.fix.time.milliseconds == 1_709_399_051_250)
        let anonymous = try TrackReading(
            "{\"uuid\":\"0b5f\",\"timestamp\":1709399051250,\"coords\":{\"latitude\":4,\"longitude\":7}}"
        )
        #expect(anonymous.remarks == ["missing_member:1"])
        #expect(anonymous.diagnostics.first?.message.contains("--member") == true)
    }

    @Test("flat objects are read under the names of CSV columns")
    func readsFlatRecords() throws {
        let reading = try TrackReading(
            """
            [{"user":"a","device":"p","lat":44.95,"lng":"-93.28","acc":5,"ts":1709273378,"batt":81,"mock":true},
             {"user":"a","device":"p","lat":44.95,"lng":null,"ts":1709273379}]
            """
        )
        #expect(reading.fixes.map(\.line) == [1])
        #expect(reading.fixes.first?.fix.battery == 0.81)
        #expect(reading.fixes.first?.fix.flags == .mock)
        #expect(reading.remarks == ["missing_coordinate:2"])
    }

    @Test("escapes in strings are resolved")
    func resolvesEscapes() throws {
        let reading = try TrackReading(
            #"{"user":"zo\u00e9 \"Z\" \ud83d\ude00","lat":1,"lon":2,"time":"2024-03-01T06:09:38\u002B01:00"}"#
        )
        #expect(reading.fixes.first?.member?.text == "zoé \"Z\" 😀")
        #expect(reading.fixes.first?.fix.time.iso8601 == "2024-03-01T05:09:38Z")
    }

    @Test("a half-written line costs itself and no other")
    func survivesBrokenLines() throws {
        let whole = "{\"location\":\(Self.point(1)),\"device\":\"p\"}"
        let text = [
            whole, String(whole.prefix(40)), whole, String(whole.prefix(20)), String(whole.suffix(30)), whole,
            "garbage",
            "]", whole, "{\"a\":}", whole, whole + "}", whole, String(whole.prefix(50)),
        ].joined(separator: "\n")
        let reading = try TrackReading(text, format: .json)
        #expect(reading.fixes.map(\.line) == [1, 3, 6, 9, 11, 12, 13])
        #expect(reading.diagnostics.allSatisfy { $0.code == "bad_json" })
        #expect(Set(reading.diagnostics.map(\.line)).isSuperset(of: [2, 4, 7, 10, 12, 14]))
    }

    @Test("a truncated array keeps the records before the break")
    func survivesBrokenArrays() throws {
        let text = "{\"device\":\"p\",\"location\":[\(Self.point(1)),\(Self.point(2)),{\"timest"
        let reading = try TrackReading(text)
        #expect(reading.fixes.count == 2)
        #expect(reading.fixes.map(\.device.text) == ["p", "p"])
        #expect(reading.remarks == ["bad_json:1"])
        let unclosed = try TrackReading("[\(Self.point(1))", member: "m")
        #expect(unclosed.fixes.count == 1)
        #expect(unclosed.remarks == ["bad_json:1"])
        let nested = try TrackReading(String(repeating: "{\"a\":", count: 100_000), format: .json)
        #expect(nested.remarks == ["bad_json:1"])
    }

    @Test("invalid records in an array are reported one by one")
    func refusesOtherElements() throws {
        let text =
            "[1,\"two\",null,[3],{},\(Self.point(1)),{\"timestamp\":\"never\",\"coords\":{\"latitude\":1,\"longitude\":2}}]"
        let reading = try TrackReading(text, format: .json, member: "m")
        #expect(reading.fixes.count == 1)
        #expect(
            reading.diagnostics.map(\.code)
                == ["bad_json", "bad_json", "bad_json", "bad_json", "missing_coordinate", "unreadable_time"]
        )
    }

    @Test("records beyond the buffer of one envelope use the fields before them")
    func boundsWaiting() throws {
        let count = 25_000
        let records = Array(repeating: Self.point(1), count: count).joined(separator: ",")
        let before = try TrackReading("{\"device\":\"p\",\"location\":[\(records)]}")
        #expect(before.fixes.count == count)
        let after = try TrackReading("{\"location\":[\(records)],\"device\":\"p\"}", member: "m")
        #expect(after.fixes.count == count)
        #expect(after.fixes.first?.device.text == "m")
        #expect(before.diagnostics.isEmpty)
        #expect(after.remarks == ["late_name:1"])
    }
}
