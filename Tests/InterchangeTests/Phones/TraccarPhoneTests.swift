import Testing
import VisitModel

@testable import Interchange

@Suite("Requests of Traccar Client and the OsmAnd protocol are read")
struct TraccarPhoneTests {
    @Test(
        "times are read as the protocol has them",
        arguments: [
            ("1772471051", "2026-03-02T17:04:11Z"), ("1772471051250", "2026-03-02T17:04:11.250Z"),
            ("2147483646", "2038-01-19T03:14:06Z"), ("2147483647", "1970-01-25T20:31:23.647Z"),
            ("2026-03-02T17%3A04%3A11Z", "2026-03-02T17:04:11Z"),
            ("2026-03-02T17:04:11.5Z", "2026-03-02T17:04:11.500Z"),
            ("2026-03-02+17%3A04%3A11", "2026-03-02T17:04:11Z"), ("2026-03-02%2017:04:11", "2026-03-02T17:04:11Z"),
        ]
    )
    func readsTimes(text: String, expected: String) throws {
        let reading = PhoneReading(query: "id=902&lat=60.5&lon=30.5&timestamp=\(text)", as: .traccar)
        #expect(reading.records.first?.fix?.time == .iso(expected))
    }

    @Test("a query is read in the protocol's units")
    func readsQuery() throws {
        let reading = PhoneReading(
            query:
                "lat=49.5&lon=6.25&timestamp=1772471051&hdop=6.0&altitude=384.5&speed=10&heading=45&batt=1&accuracy=8"
                + "&charge=true&deviceid=353861053849681&cell=1,2,3,4&other=%zz",
            as: .traccar
        )
        let record = try #require(reading.records.first)
        #expect(record.device.text == "353861053849681")
        let fix = try #require(record.fix)
        #expect(fix.coordinate == (try Coordinate(latitude: 49.5, longitude: 6.25)))
        #expect(abs((fix.speed ?? 0) - 5.14444) < 1e-4)
        #expect(fix.horizontalAccuracy == 8 && fix.course == 45 && fix.altitude == 384.5 && fix.battery == 0.01)
    }

    @Test(
        "an accuracy of 0 and an hdop are not accuracy",
        arguments: ["hdop=6.0", "hacc=0&vacc=0", "accuracy=0", "accuracy=-1"]
    )
    func knowsNoAccuracy(field: String) {
        let reading = PhoneReading(query: "id=1&lat=1&lon=2&timestamp=1772471051&\(field)", as: .traccar)
        #expect(reading.records.count == 1 && reading.records.first?.fix?.horizontalAccuracy == nil)
    }

    @Test("a form is read where the query names no phone")
    func readsForm() {
        let form = "id=p&lat=1.5&lon=2.5&timestamp=1772471051&speed=1&batt=50"
        for query in ["", "token=abc"] {
            let request = PhoneRequest(
                query: query,
                contentType: "application/x-www-form-urlencoded",
                body: Array(form.utf8)
            )
            #expect(PhoneReading(request, as: .traccar).fixes == ["p@2026-03-02T17:04:11Z 1.5,2.5"])
        }
        let both = PhoneRequest(query: "id=q&location=3,4&timestamp=1772471051", body: Array(form.utf8))
        #expect(PhoneReading(both, as: .traccar).fixes == ["q@2026-03-02T17:04:11Z 3.0,4.0"])
    }

    @Test("without a time it is now, and without a place the phone is alive")
    func readsHeartbeat() throws {
        #expect(PhoneReading(query: "id=p&lat=1&lon=2", as: .traccar).records.first?.time == PhoneReading.now)
        let beat = try #require(PhoneReading(query: "id=p&timestamp=1772471051&batt=9", as: .traccar).records.first)
        #expect(beat.fix == nil && beat.event == .heartbeat && beat.time == .iso("2026-03-02T17:04:11Z"))
        #expect(PhoneReading(query: "id=p&lat=1", as: .traccar).refusals == ["missing_coordinate:0"])
    }

    @Test("a request without a phone fails as the protocol has it")
    func fails() throws {
        for query in ["lat=1&lon=2", "", "id=&lat=1&lon=2"] {
            let reading = PhoneReading(query: query, as: .traccar)
            #expect(reading.report.failure?.code == "missing_identity")
            // The app looks at the status alone; the rest is for a person who tries it.
            let reply = PhoneReply.make(for: .traccar, report: reading.report)
            #expect(reply.status == 400)
            #expect(reply.contentType == "application/problem+json")
        }
        #expect(PhoneReading("{\"location\":{\"timestamp\":1772471051}}", as: .traccar).report.failure != nil)
        let bound = PhoneReading(query: "lat=1&lon=2", as: .traccar, from: PhoneSender(member: try MemberID("m")))
        #expect(bound.records.first?.device.text == "m")
    }

    @Test("what the app says is not valid is passed over, what can't be read is refused and answered like a good one")
    func refuses() {
        #expect(PhoneReading(query: "id=p&lat=1&lon=2&valid=false", as: .traccar).report.ignored == [.notValid: 1])
        #expect(PhoneReading(query: "id=p&lat=1&lon=2&valid=1", as: .traccar).records.count == 1)
        let query = "id=p&lat=x&lon=2&timestamp=1772471051"
        let reading = PhoneReading(query: query, as: .traccar)
        #expect(reading.refusals == ["unreadable_coordinate:0"] && reading.refusedText == [query])
        #expect(reading.report.refused.first?.device?.text == "p")
        #expect(
            PhoneReply.make(for: .traccar, report: reading.report)
                == PhoneReply(status: 200, contentType: nil, body: [])
        )
        #expect(PhoneReading(query: "id=p&lat=1&lon=2&timestamp=soon", as: .traccar).refusals == ["unreadable_time:0"])
    }

    @Test("JSON is the Transistor SDK's record with the phone's name beside it")
    func readsJSON() throws {
        let reading = PhoneReading(
            """
            {"location":{"extras":{},"mock":true,"coords":{"speed":-1,"longitude":-122.5,"latitude":37.5,"accuracy":5,
             "heading":-1,"altitude":0,"floor":null},"is_moving":false,"age":188,"uuid":"A1","event":"motionchange",
             "battery":{"level":-1},"activity":{"type":"unknown","confidence":100},"timestamp":"2026-03-02T17:04:11.250Z"},
             "device_id":"658765"}
            """,
            as: .traccar
        )
        let record = try #require(reading.records.first)
        #expect(record.device.text == "658765" && record.recordID == "A1")
        #expect(record.fix?.flags == [.mock, .stationary] && record.fix?.speed == nil && record.fix?.battery == nil)
        let several = PhoneReading(
            "[{\"location\":{\"timestamp\":\"2026-03-02T17:04:11Z\"},\"device_id\":\"a\"},"
                + "{\"location\":{\"coords\":{\"latitude\":1,\"longitude\":2}},\"device_id\":\"b\"}]",
            as: .traccar
        )
        #expect(several.fixes == ["a@2026-03-02T17:04:11Z -", "b@2026-03-02T17:04:20Z 1.0,2.0"])
    }

    @Test("the SDK's array has the fields of the protocol: the id is the phone, speed is knots")
    func readsFlatJSON() throws {
        func element(_ fields: String) -> String {
            "{\(fields)\"lat\":1.5,\"lon\":2.5,\"timestamp\":1772471051,\"accuracy\":8.0,\"speed\":19.44,"
                + "\"batt\":80.0}"
        }
        let reading = PhoneReading("[\(element("\"id\":\"a\",")),\(element("\"id\":7,"))]", as: .traccar)
        #expect(reading.fixes == ["a@2026-03-02T17:04:11Z 1.5,2.5", "7@2026-03-02T17:04:11Z 1.5,2.5"])
        let fix = try #require(reading.records.first?.fix)
        #expect(abs((fix.speed ?? 0) - 10.0008) < 1e-3 && fix.battery == 0.8 && fix.horizontalAccuracy == 8)
        // One object, and a body without a content type.
        let single = PhoneRequest(body: Array(element("\"deviceid\":\"b\",").utf8))
        #expect(PhoneReading(single, as: .traccar).fixes == ["b@2026-03-02T17:04:11Z 1.5,2.5"])
        // A member's token names the member, the array its phones.
        let member = PhoneSender(member: try MemberID("m"))
        let two = "[\(element("\"id\":\"a\",")),\(element("\"id\":\"b\","))]"
        let bound = PhoneReading(two, as: .traccar, from: member)
        #expect(bound.records.map(\.device.text) == ["a", "b"] && bound.records.allSatisfy { $0.member?.text == "m" })
        // The client would repeat a refused request for ever.
        let anonymous = PhoneReading("[\(element(""))]", as: .traccar)
        #expect(anonymous.report.failure == nil && anonymous.refusals == ["missing_identity:0"])
        let bare = PhoneReading("[{\"id\":\"a\",\"timestamp\":1772471051}]", as: .traccar)
        let beat = try #require(bare.records.first)
        #expect(beat.fix == nil && beat.time == .iso("2026-03-02T17:04:11Z"))
    }
}
