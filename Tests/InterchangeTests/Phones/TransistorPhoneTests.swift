import Testing
import VisitModel

@testable import Interchange

@Suite("Requests of the Transistor SDK are read")
struct TransistorPhoneTests {
    static let dwell = """
        {"event":"geofence","is_moving":true,"uuid":"1c6a1f6f-0000-4000-8000-0000000000a1",
         "timestamp":"2026-03-02T17:04:11.250Z","recorded_at":"2026-03-02T17:04:11.600Z","age":310,"odometer":5120.4,
         "coords":{"latitude":40.5,"longitude":-75.25,"accuracy":12.5,"speed":1.25,"speed_accuracy":0.4,"heading":-1,
         "heading_accuracy":-1,"altitude":30.5,"altitude_accuracy":4.0,"floor":null},
         "activity":{"type":"walking","confidence":100},"battery":{"level":0.75,"is_charging":false},
         "geofence":{"identifier":"gym-17","action":"DWELL","timestamp":"2026-03-02T17:04:12.000Z",
         "extras":{"identifier":"not this"}},"extras":{"uuid":"nor this"}}
        """

    static func point(_ second: Int, _ more: String = "") -> String {
        "{\"uuid\":\"u\(second)\",\"timestamp\":\"2026-03-02T17:04:0\(second).000Z\","
            + "\"coords\":{\"latitude\":40.\(second),\"longitude\":-75,\"accuracy\":5}\(more)}"
    }

    @Test("a geofence event is one record with its fix and its claim")
    func readsGeofence() throws {
        let reading = PhoneReading(
            "{\"location\":\(Self.dwell),\"device\":\"phone-1\",\"user_id\":17}",
            as: .transistor
        )
        let record = try #require(reading.records.first)
        #expect(reading.records.count == 1 && reading.refusals.isEmpty)
        #expect(record.device.text == "phone-1" && record.member?.text == "17" && record.platform == nil)
        #expect(record.recordID == "1c6a1f6f-0000-4000-8000-0000000000a1")
        #expect(record.event == .geofence)
        #expect(record.claim == PhoneTransition(fence: "gym-17", action: .dwelled, at: .iso("2026-03-02T17:04:12Z")))
        #expect(record.time == .iso("2026-03-02T17:04:11.250Z"))
        #expect(
            record.fix
                == Fix(
                    time: .iso("2026-03-02T17:04:11.250Z"),
                    coordinate: try Coordinate(latitude: 40.5, longitude: -75.25),
                    horizontalAccuracy: 12.5,
                    speed: 1.25,
                    altitude: 30.5,
                    activity: .walking,
                    battery: 0.75
                )
        )
    }

    @Test(
        "records are found whatever holds them",
        arguments: [
            "{\"location\":[R1,R2,R3],\"device_id\":\"p\"}",
            "{\"device_id\":\"p\",\"location\":[R1,\n R2,\nR3]}",
            "{\"myRoot\":[R1,R2,R3],\"device\":{\"uuid\":\"p\",\"platform\":\"iOS\"}}",
            "{\"tags\":[{\"a\":1}],\"device\":\"p\",\"track\":[R1,R2,R3],\"more\":[{}]}",
            "[{\"location\":R1,\"device\":\"p\"},{\"root\":R2,\"device\":\"p\"},{\"location\":R3,\"device\":\"p\"}]",
            "[R1,R2,R3]", "\u{FEFF}[R1,R2,R3]",
        ]
    )
    func findsRecords(template: String) throws {
        var text = template
        for second in 1...3 { text = text.replacing("R\(second)", with: Self.point(second)) }
        let sender = PhoneSender(member: template.contains("\"p\"") ? nil : try MemberID("p"))
        let reading = PhoneReading(text, as: .transistor, from: sender)
        #expect(reading.refusals.isEmpty)
        #expect(
            reading.fixes == [
                "p@2026-03-02T17:04:01Z 40.1,-75.0", "p@2026-03-02T17:04:02Z 40.2,-75.0",
                "p@2026-03-02T17:04:03Z 40.3,-75.0",
            ]
        )
        #expect(reading.records.map(\.recordID) == ["u1", "u2", "u3"])
    }

    @Test("a record at the root of the body stands beside the parameters")
    func readsRootRecord() {
        let reading = PhoneReading(Self.point(1, ",\"device\":\"p\",\"id\":\"customer\""), as: .transistor)
        #expect(reading.fixes == ["p@2026-03-02T17:04:01Z 40.1,-75.0"])
        #expect(reading.records.first?.recordID == "u1")
    }

    @Test("parameters named `id` or `uuid` name no record")
    func keepsRecordsApart() {
        let one =
            "{\"id\":\"c\",\"location\":{\"timestamp\":\"2026-03-02T17:04:01Z\",\"coords\":{\"latitude\":1,\"longitude\":2}},"
            + "\"device\":\"p\",\"uuid\":\"x\"}"
        let reading = PhoneReading("[\(one),\(one.replacing("04:01", with: "04:02"))]", as: .transistor)
        #expect(reading.records.count == 2)
        #expect(reading.records.allSatisfy { $0.recordID == nil })
    }

    @Test("a record that is sent twice in one request counts once")
    func dropsRepeats() {
        let reading = PhoneReading(
            "{\"location\":[\(Self.point(1)),\(Self.point(2)),\(Self.point(1))],\"device\":\"p\"}",
            as: .transistor
        )
        #expect(reading.records.map(\.recordID) == ["u1", "u2"])
        #expect(reading.report.repeated == 1)
    }

    @Test("a malformed record is rejected and its neighbours are kept")
    func refusesOne() {
        let bad = "{\"uuid\":\"b\",\"timestamp\":\"never\",\"coords\":{\"latitude\":1,\"longitude\":2}}"
        let reading = PhoneReading(
            "{\"location\":[\(Self.point(1)),\(bad),7,{\"uuid\":\"c\"},\(Self.point(2))],\"device\":\"p\",\"user_id\":\"m\"}",
            as: .transistor
        )
        #expect(reading.records.map(\.recordID) == ["u1", "u2"])
        #expect(reading.refusals == ["unreadable_time:1", "bad_json:2", "missing_coordinate:3"])
        #expect(reading.refusedText == [bad, "7", "{\"uuid\":\"c\"}"])
        #expect(reading.report.refused.allSatisfy { $0.device?.text == "p" && $0.member?.text == "m" })
        #expect(reading.report.refused.first?.message.contains("time: `never`") == true)
        #expect(reading.reply(.transistor) == "{}")
    }

    @Test("motion, mock, rest and the state of the location service are read")
    func readsStates() throws {
        let stop = Self.point(
            1,
            ",\"event\":\"motionchange\",\"is_moving\":false,\"mock\":true,\"battery\":{\"level\":-1}"
        )
        let provider = Self.point(
            2,
            ",\"event\":\"providerchange\",\"provider\":{\"enabled\":true,\"gps\":false,\"network\":true,\"status\":4,"
                + "\"accuracyAuthorization\":1}"
        )
        let beat = Self.point(3, ",\"event\":\"heartbeat\",\"is_moving\":false")
        let still = Self.point(
            4,
            ",\"activities\":[{\"type\":\"still\",\"confidence\":90},{\"type\":\"walking\",\"confidence\":10}]"
        )
        let reading = PhoneReading(
            "{\"location\":[\(stop),\(provider),\(beat),\(still)],\"device\":\"p\"}",
            as: .transistor
        )
        try #require(reading.records.count == 4)
        #expect(reading.records[0].event == .motionChange)
        #expect(reading.records[0].fix?.flags == [.mock, .stationary])
        #expect(reading.records[0].fix?.battery == nil)
        #expect(reading.records[1].event == .providerChange)
        #expect(
            reading.records[1].provider
                == ProviderState(
                    isEnabled: true,
                    usesSatellites: false,
                    usesNetworks: true,
                    permission: .whenInUse,
                    isReducedAccuracy: true
                )
        )
        #expect(reading.records[2].event == .heartbeat && reading.records[2].fix?.flags == .stationary)
        #expect(reading.records[3].fix?.activity == .still)
    }

    @Test("a large age is an old fix and not a wrong clock")
    func keepsOldReadings() throws {
        let reading = PhoneReading(
            "{\"location\":\(Self.point(1, ",\"age\":86400000")),\"device\":\"p\"}",
            as: .transistor
        )
        #expect(reading.records.first?.time == .iso("2026-03-02T17:04:01Z"))
    }

    @Test(
        "a truncated body keeps the complete records, and the rest is one rejected record",
        arguments: ["{\"device\":\"p\",\"location\":[", "{\"device\":\"p\",\"myRoot\":["]
    )
    func survivesBreaks(start: String) {
        let reading = PhoneReading(start + "\(Self.point(1)),\(Self.point(2)),{\"uuid\":\"u3\",\"coo", as: .transistor)
        #expect(reading.records.map(\.recordID) == ["u1", "u2"])
        #expect(reading.refusals == ["bad_json:2"])
        #expect(reading.refusedText == ["{\"uuid\":\"u3\",\"coo"])
        #expect(reading.report.failure == nil)
        #expect(PhoneReply.make(for: .transistor, report: reading.report).status == 200)
    }

    @Test("what is not JSON at all is one refused record and is answered like a good one")
    func refusesGarbage() {
        let reading = PhoneReading("<html>", as: .transistor)
        #expect(reading.refusals == ["bad_json:0"])
        #expect(reading.refusedText == ["<html>"])
        #expect(PhoneReading("{\"location\":[]}", as: .transistor).report == PhoneReport())
        #expect(PhoneReading(" \n", as: .transistor).report.failure?.code == "empty_body")
    }

    @Test(
        "a heartbeat or a change of the service repeats the last fix, and is dated by its recording or by the age of the fix",
        arguments: [
            ("\"recorded_at\":\"2026-03-02T18:04:11Z\",\"age\":5", "2026-03-02T18:04:11Z"),
            ("\"age\":3600000", "2026-03-02T18:04:11Z"), ("\"age\":0", "2026-03-02T17:04:11Z"),
            ("\"recorded_at\":\"2026-03-02T17:00:00Z\"", "2026-03-02T17:04:11Z"),
            ("\"odometer\":1", "2026-03-02T17:04:11Z"),
        ]
    )
    func readsHeartbeat(fields: String, beat: String) throws {
        let record =
            "{\"uuid\":\"u\",\"timestamp\":\"2026-03-02T17:04:11Z\",\"is_moving\":false,\"event\":\"EVENT\",\(fields),"
            + "\"coords\":{\"latitude\":40.5,\"longitude\":-75,\"accuracy\":5}}"
        for (event, expected) in [("heartbeat", beat), ("providerchange", beat), ("motionchange", nil)] {
            let body = "{\"location\":\(record.replacing("EVENT", with: event)),\"device_id\":\"p\"}"
            let found = try #require(PhoneReading(body, as: .transistor).records.first)
            #expect(found.fix?.time == .iso("2026-03-02T17:04:11Z") && found.reportedAt == expected.map(Timestamp.iso))
        }
    }
}
