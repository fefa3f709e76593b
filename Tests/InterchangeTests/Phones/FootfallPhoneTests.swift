import Interchange
import Testing
import VisitModel

@Suite("Requests in Footfall's own format")
struct FootfallPhoneTests {
    @Test("one flat object contains every field of a fix")
    func readsObject() throws {
        let reading = PhoneReading(
            """
            {"device":"p","member":"m","platform":"android","time":"2026-03-02T17:04:11.250Z","lat":40.5,"lon":-75.25,
             "accuracy":12,"speed":1.5,"course":90,"altitude":3,"activity":"still","battery":0.5,"mock":true,
             "stationary":true,"id":"r1"}
            """,
            as: .footfall
        )
        let record = try #require(reading.records.first)
        #expect(record.device.text == "p" && record.member?.text == "m" && record.platform == .android)
        #expect(record.recordID == "r1")
        #expect(
            record.fix
                == Fix(
                    time: .iso("2026-03-02T17:04:11.250Z"),
                    coordinate: try Coordinate(latitude: 40.5, longitude: -75.25),
                    horizontalAccuracy: 12,
                    speed: 1.5,
                    course: 90,
                    altitude: 3,
                    activity: .still,
                    battery: 0.5,
                    flags: [.mock, .stationary]
                )
        )
    }

    private static let three = (1...3).map {
        "{\"device\":\"p\",\"time\":177247105\($0),\"lat\":1.\($0),\"lon\":2,\"id\":\"r\($0)\"}"
    }

    @Test(
        "objects may come in an array, one a line, or under `fixes`",
        arguments: [
            "[\(three.joined(separator: ","))]", three.joined(separator: "\n"), three.joined(separator: "\r\n") + "\n",
            "{\"device\":\"p\",\"fixes\":[\(three.joined(separator: ",").replacing("\"device\":\"p\",", with: ""))]}",
            "{\"fixes\":[\(three.joined(separator: ",").replacing("\"device\":\"p\",", with: ""))],\"device\":\"p\"}",
        ]
    )
    func readsMany(body: String) {
        let reading = PhoneReading(body, as: .footfall)
        #expect(reading.refusals.isEmpty)
        #expect(
            reading.fixes == [
                "p@2026-03-02T17:04:11Z 1.1,2.0", "p@2026-03-02T17:04:12Z 1.2,2.0", "p@2026-03-02T17:04:13Z 1.3,2.0",
            ]
        )
    }

    @Test("a half-written line costs itself and no other")
    func survivesBrokenLines() {
        let reading = PhoneReading(
            [Self.three[0], "{\"device\":\"p\",\"ti", Self.three[1], "garbage", "more", Self.three[2]].joined(
                separator: "\n"
            ),
            as: .footfall
        )
        #expect(reading.records.map(\.recordID) == ["r1", "r2", "r3"])
        #expect(reading.refusals == ["bad_json:1", "bad_json:3"])
        #expect(reading.refusedText == ["{\"device\":\"p\",\"ti\n", "garbage\nmore\n"])
    }

    @Test(
        "a wrong clock is corrected by an age or the time of sending, a right one is not",
        arguments: [
            // The phone is an hour ahead.
            ("\"age_ms\":9000", "2026-03-02T18:04:11Z", "2026-03-02T17:04:11Z"),
            // Within two minutes nothing is changed.
            ("\"age_ms\":9000", "2026-03-02T17:05:11Z", "2026-03-02T17:05:11Z"),
            ("\"age_ms\":3609000", "2026-03-02T17:04:11Z", "2026-03-02T16:04:11Z"),
            ("\"age_ms\":-1", "2026-03-02T18:04:11Z", "2026-03-02T18:04:11Z"),
            ("\"sent_at\":\"2026-03-02T18:04:20Z\"", "2026-03-02T18:04:11Z", "2026-03-02T17:04:11Z"),
            ("\"sent_at\":\"2026-03-02T17:05:20Z\"", "2026-03-02T17:05:11Z", "2026-03-02T17:05:11Z"),
            ("\"sent_at\":\"2026-03-02T17:04:20Z\"", "2026-02-02T17:04:11Z", "2026-02-02T17:04:11Z"),
        ]
    )
    func correctsClock(field: String, said: String, expected: String) throws {
        let single = PhoneReading("{\"device\":\"p\",\"lat\":1,\"lon\":2,\"time\":\"\(said)\",\(field)}", as: .footfall)
        #expect(single.records.first?.time == .iso(expected))
        #expect(single.records.first?.fix?.time == .iso(expected))
        if field.contains("sent_at") {
            let many = PhoneReading(
                "{\"device\":\"p\",\"fixes\":[{\"lat\":1,\"lon\":2,\"time\":\"\(said)\"}],\(field)}",
                as: .footfall
            )
            #expect(many.records.first?.fix?.time == .iso(expected))
        }
    }

    @Test("an age replaces a missing time")
    func takesAgeForTime() throws {
        let reading = PhoneReading("{\"device\":\"p\",\"lat\":1,\"lon\":2,\"age_ms\":5000}", as: .footfall)
        #expect(reading.records.first?.time == .iso("2026-03-02T17:04:15Z"))
    }

    @Test("a browser's accuracy is converted to a phone's")
    func normalizesAccuracy() throws {
        let body =
            "{\"device\":\"p\",\"lat\":1,\"lon\":2,\"time\":1772471051,\"accuracy\":24.477,\"platform\":\"PLATFORM\"}"
        for (platform, expected) in [("web", 15.096), ("android", 24.477), ("ios", 24.477)] {
            let reading = PhoneReading(body.replacing("PLATFORM", with: platform), as: .footfall)
            let accuracy = try #require(reading.records.first?.fix?.horizontalAccuracy)
            #expect(abs(accuracy - expected) < 1e-9)
        }
    }

    @Test("the token's device and member override those of a record")
    func bindsSender() throws {
        let body = "{\"device\":\"p\",\"member\":\"m\",\"lat\":1,\"lon\":2,\"time\":1772471051}"
        let member = PhoneReading(body, as: .footfall, from: PhoneSender(member: try MemberID("owner")))
        #expect(member.records.first?.member?.text == "owner" && member.records.first?.device.text == "p")
        let phone = PhoneSender(member: try MemberID("owner"), device: try DeviceID("own"), platform: .ios)
        let device = PhoneReading(body, as: .footfall, from: phone)
        #expect(device.records.first?.device.text == "own" && device.records.first?.platform == .ios)
        let nameless = "{\"member\":\"m\",\"lat\":1,\"lon\":2,\"time\":1772471051}"
        #expect(PhoneReading(nameless, as: .footfall).records.first?.device.text == "m")
        let bound = PhoneReading(nameless, as: .footfall, from: PhoneSender(member: try MemberID("owner")))
        #expect(bound.records.first?.device.text == "owner")
    }

    @Test("a record without a member, and one with an invalid name, are refused")
    func refusesNobody() {
        let anonymous = "{\"lat\":1,\"lon\":2,\"time\":1772471051}"
        #expect(PhoneReading(anonymous, as: .footfall).refusals == ["missing_identity:0"])
        let bad = "{\"device\":\"a\\u0000b\",\"lat\":1,\"lon\":2,\"time\":1772471051}"
        #expect(PhoneReading(bad, as: .footfall).refusals == ["bad_identifier:0"])
        let envelope = "{\"device\":\"a\\nb\",\"fixes\":[\(anonymous)]}"
        #expect(PhoneReading(envelope, as: .footfall).refusals == ["bad_identifier:0"])
    }

    @Test(
        "an invalid fix is rejected with the reason",
        arguments: [
            ("\"lat\":91,\"lon\":2,\"time\":1", "coordinate_out_of_range"),
            ("\"lat\":1,\"lon\":-180.5,\"time\":1", "coordinate_out_of_range"),
            ("\"lat\":0,\"lon\":0,\"time\":1", "zero_coordinate"),
            ("\"lat\":\"x\",\"lon\":0,\"time\":1", "unreadable_coordinate"),
            ("\"lat\":1e400,\"lon\":0,\"time\":1", "unreadable_coordinate"),
            ("\"lat\":NaN,\"lon\":0,\"time\":1", "missing_coordinate"),
            ("\"lat\":1,\"lon\":{},\"time\":1", "missing_coordinate"),
            ("\"lat\":1,\"lon\":2", "missing_time"),
            ("\"lat\":1,\"lon\":2,\"time\":1e400", "unreadable_time"),
            ("\"lat\":1,\"lon\":2,\"time\":\"2026-03-02T17:04:11\"", "missing_zone"),
            ("\"lat\":1,\"lon\":2,\"time\":\"2026-13-02T17:04:11Z\"", "unreadable_time"),
        ]
    )
    func refuses(fields: String, code: String) {
        #expect(PhoneReading("{\"device\":\"p\",\(fields)}", as: .footfall).refusals == ["\(code):0"])
    }

    @Test("the response has the counts and each refused record")
    func replies() {
        let reading = PhoneReading(
            "[\(Self.three[0]),{\"device\":\"p\",\"lat\":1,\"lon\":2},\(Self.three[0])]",
            as: .footfall
        )
        #expect(
            reading.reply(.footfall, PhoneReply.Summary(accepted: 1, quarantined: 1))
                == #"{"accepted":1,"repeated":1,"quarantined":1,"refused":[{"index":1,"code":"missing_time","message":"#
                + #""time: the record has no time, expected for instance 2024-03-01T06:09:38Z or seconds since 1970"}]}"#
        )
    }

    @Test("a body that is not JSON is a failure", arguments: ["nonsense", "{\"device\":", "", "[1,2]", "\"text\""])
    func fails(body: String) {
        let reading = PhoneReading(body, as: .footfall)
        #expect(reading.report.failure != nil)
        #expect(reading.records.isEmpty && reading.refusals.isEmpty)
        let reply = PhoneReply.make(for: .footfall, report: reading.report)
        #expect(reply.status == 400)
        #expect(reply.contentType == "application/problem+json")
        #expect(reading.reply(.footfall).hasPrefix("{\"type\":\"about:blank#"))
        // The earlier shape of the response.
        #expect(reading.reply(.footfall).contains(",\"error\":{\"code\":\""))
    }
}
