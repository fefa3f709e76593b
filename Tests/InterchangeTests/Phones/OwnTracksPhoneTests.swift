import Testing
import VisitModel

@testable import Interchange

@Suite("Requests of OwnTracks")
struct OwnTracksPhoneTests {
    private static let location = """
        {"_type":"location","t":"u","acc":15,"alt":440,"batt":46,"conn":"w","lat":46.5,"lon":11.25,"tid":"5t",
         "tst":1772471051,"vac":2,"vel":36,"cog":90,"topic":"owntracks/jane/phone","motionactivities":["stationary"]}
        """

    private static func request(
        _ body: String,
        query: String = "",
        user: String? = nil,
        device: String? = nil
    ) -> PhoneRequest {
        PhoneRequest(query: query, userName: user, deviceName: device, body: Array(body.utf8))
    }

    @Test("a location is read in OwnTracks' units")
    func readsLocation() throws {
        let reading = PhoneReading(Self.location, as: .ownTracks)
        let record = try #require(reading.records.first)
        #expect(record.device.text == "jane/phone" && record.member?.text == "jane")
        #expect(
            record.fix
                == Fix(
                    time: .iso("2026-03-02T17:04:11Z"),
                    coordinate: try Coordinate(latitude: 46.5, longitude: 11.25),
                    horizontalAccuracy: 15,
                    speed: 10,
                    course: 90,
                    altitude: 440,
                    activity: .still,
                    battery: 0.46,
                    flags: .stationary
                )
        )
        #expect(reading.reply(.ownTracks) == "[]")
        let empty = PhoneReading(Self.location.replacing("\"batt\":46", with: "\"batt\":1"), as: .ownTracks)
        #expect(empty.records.first?.fix?.battery == 0.01)
    }

    @Test("the sender comes from the headers, the query and the topic, and never from the two letters for the map")
    func findsSender() throws {
        let bare = Self.location.replacing("\"topic\":\"owntracks/jane/phone\",", with: "")
        let cases: [(PhoneRequest, String, String?)] = [
            (Self.request(Self.location, query: "u=ann&d=tab", user: "joe", device: "cell"), "joe/cell", "joe"),
            (Self.request(Self.location, query: "u=ann%20b&d=tab"), "ann b/tab", "ann b"),
            (Self.request(bare, user: "joe"), "joe", "joe"),
            (Self.request(bare, query: "d=tab"), "tab", nil),
            (Self.request(bare.replacing("\"vac\"", with: "\"topic\":\"owntracks/tab\",\"vac\"")), "tab", nil),
        ]
        for (request, device, member) in cases {
            let record = try #require(PhoneReading(request, as: .ownTracks).records.first)
            #expect(record.device.text == device && record.member?.text == member)
        }
        for suffix in ["event", "waypoint", "waypoints"] {
            let body = Self.location.replacing("jane/phone", with: "jane/phone/\(suffix)")
            #expect(PhoneReading(body, as: .ownTracks).records.first?.device.text == "jane/phone")
        }
        let named = Self.location.replacing("jane/phone", with: "jane/event")
        #expect(PhoneReading(named, as: .ownTracks).records.first?.device.text == "jane/event")
        // Today's Android app sends `na` for everyone.
        for letters in ["5t", "na"] {
            let anonymous = bare.replacing("5t", with: letters)
            #expect(PhoneReading(anonymous, as: .ownTracks).refusals == ["missing_identity:0"])
        }
        let bound = PhoneReading(
            Self.request(Self.location),
            as: .ownTracks,
            from: PhoneSender(member: try MemberID("m"))
        )
        #expect(bound.records.first?.member?.text == "m" && bound.records.first?.device.text == "jane/phone")
    }

    @Test("a coordinate of 0, which Android leaves out, is restored")
    func putsBackZeros() throws {
        func place(_ fields: String) -> String? {
            let reading = PhoneReading(
                "{\"_type\":\"location\",\"tst\":1772471051,\"topic\":\"owntracks/x\",\(fields)}",
                as: .ownTracks
            )
            guard let record = reading.records.first else { return reading.refusals.first }
            return record.fix.map { "\($0.coordinate.latitude),\($0.coordinate.longitude)" }
        }
        #expect(place("\"_id\":\"a\",\"created_at\":1,\"lon\":9.5") == "0.0,9.5")
        #expect(place("\"created_at\":1,\"lat\":51.5") == "51.5,0.0")
        #expect(place("\"_id\":\"a\",\"acc\":9") == "0.0,0.0")
        #expect(place("\"lon\":9.5") == "missing_coordinate:0")
        #expect(place("\"lat\":0,\"lon\":0") == "zero_coordinate:0")
        let reading = PhoneReading(
            "{\"_type\":\"location\",\"_id\":\"a\",\"tst\":1772471051,\"topic\":\"owntracks/x\",\"lat\":1,\"lon\":2,\"acc\":0}",
            as: .ownTracks
        )
        #expect(reading.records.first?.fix?.horizontalAccuracy == nil)
        #expect(reading.records.first?.recordID == "a")
    }

    @Test(
        "a transition is a fix and a transition report of the fence in its `rid`, else in its name",
        arguments: [
            ("\"event\":\"enter\",\"rid\":\"gym-17\",\"desc\":\"Gym [other]\"", "gym-17", FenceAction.entered),
            ("\"event\":\"leave\",\"desc\":\"Gym - North [gym-17]\"", "gym-17", .exited),
            ("\"event\":\"enter\",\"desc\":\"[a%3Ab%5D]\"", "a:b]", .entered),
            ("\"event\":\"enter\",\"desc\":\"Home\"", "Home", .entered),
        ]
    )
    func readsTransition(fields: String, fence: String, action: FenceAction) throws {
        let reading = PhoneReading(
            "{\"_type\":\"transition\",\"t\":\"c\",\"wtst\":5,\"tst\":1772471051,\"acc\":9,\"lat\":1.5,\"lon\":2.5,"
                + "\"topic\":\"owntracks/x\",\(fields)}",
            as: .ownTracks
        )
        let record = try #require(reading.records.first)
        #expect(record.claim == PhoneTransition(fence: fence, action: action))
        #expect(record.fix?.time == .iso("2026-03-02T17:04:11Z"))
        #expect(record.fix?.horizontalAccuracy == 9)
    }

    @Test("a transition and the location of the same fix are one record")
    func mergesTransition() {
        let transition = """
            {"_type":"transition","_id":"a","event":"enter","desc":"[g]","tst":1772471051,"lat":1.5,"lon":2.5,"topic":"owntracks/x"}
            """
        let location = transition.replacing("transition", with: "location").replacing(
            "\"a\"",
            with: "\"b\",\"t\":\"c\""
        )
        let other = location.replacing("\"b\"", with: "\"c\"").replacing("1.5", with: "1.6")
        let reading = PhoneReading("[\(transition),\(location),\(other)]", as: .ownTracks)
        #expect(reading.records.map(\.recordID) == ["a", "c"])
        #expect(reading.records.first?.claim?.fence == "g" && reading.records.first?.fix != nil)
        #expect(reading.report.repeated == 1)
    }

    @Test("a message without a position is ignored")
    func ignoresOthers() {
        for (type, kind) in [
            ("waypoint", .waypoint), ("waypoints", .waypoints), ("status", .status), ("card", .card), ("cmd", .cmd),
            ("lwt", .lwt), ("configuration", .configuration), ("steps", .steps), ("something", .other),
        ] as [(String, IgnoredRecord)] {
            let reading = PhoneReading("{\"_type\":\"\(type)\",\"lat\":1,\"lon\":2,\"tst\":1}", as: .ownTracks)
            #expect(reading.report.ignored == [kind: 1] && reading.records.isEmpty && reading.refusals.isEmpty)
            #expect(reading.reply(.ownTracks) == "[]")
        }
        let empty = PhoneReading("", as: .ownTracks)
        #expect(empty.report.ignored == [.empty: 1] && empty.report.failure == nil)
        #expect(empty.reply(.ownTracks) == "[]")
        #expect(
            PhoneReading("[\(Self.location),{\"lat\":1},5]", as: .ownTracks).refusals == [
                "missing_type:1", "bad_json:2",
            ]
        )
    }

    @Test(
        "a repeated fix is a heartbeat at the time of the message",
        arguments: [
            // A ping; the same without its letter; one fix, seconds later.
            ("\"t\":\"p\",\"created_at\":1772474651", "2026-03-02T18:04:11Z"),
            ("\"created_at\":1772474651", "2026-03-02T18:04:11Z"),
            ("\"t\":\"p\",\"created_at\":1772471055", "2026-03-02T17:04:15Z"), ("\"created_at\":1772471055", nil),
            ("\"t\":\"p\"", nil), ("\"t\":\"p\",\"created_at\":1772471051", nil), ("\"created_at\":5", nil),
        ]
    )
    func readsPing(fields: String, beat: String?) throws {
        let reading = PhoneReading(
            "{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tst\":1772471051,\"topic\":\"owntracks/x\",\(fields)}",
            as: .ownTracks
        )
        let record = try #require(reading.records.first)
        #expect(record.fix?.time == .iso("2026-03-02T17:04:11Z"))
        #expect(record.reportedAt == beat.map(Timestamp.iso))
    }

    @Test(
        "a time 1024 weeks early is corrected where the message shows it",
        arguments: [
            // 1,772,471,051 less 619,315,200.
            ("\"tst\":1153155851,\"created_at\":1772471060", "2026-03-02T17:04:11Z", nil),
            (
                "\"tst\":1153155851,\"created_at\":1772474651,\"t\":\"p\"", "2026-03-02T17:04:11Z",
                "2026-03-02T18:04:11Z"
            ),
            ("\"tst\":1153155851", "2006-07-17T17:04:11Z", nil),
        ] as [(String, String, String?)]
    )
    func correctsRollover(fields: String, time: String, beat: String?) throws {
        let reading = PhoneReading(
            "{\"_type\":\"location\",\"lat\":1.5,\"lon\":2.5,\"topic\":\"owntracks/x\",\(fields)}",
            as: .ownTracks
        )
        let record = try #require(reading.records.first)
        #expect(record.fix?.time == .iso(time) && record.reportedAt == beat.map(Timestamp.iso))
    }

    @Test("an encrypted message is refused with its owner and what to set")
    func refusesEncrypted() throws {
        let body = "{\"_type\":\"encrypted\",\"data\":\"bm90aGluZw==\",\"topic\":\"owntracks/jane/phone\"}"
        let reading = PhoneReading(body, as: .ownTracks)
        let refused = try #require(reading.report.refused.first)
        #expect(refused.code == "encrypted_payload" && refused.message.contains("clear the encryption key"))
        #expect(refused.device?.text == "jane/phone" && refused.member?.text == "jane")
        #expect(reading.refusedText == [body] && reading.reply(.ownTracks) == "[]")
        let anonymous = PhoneReading(body.replacing("/jane/phone", with: ""), as: .ownTracks)
        #expect(anonymous.refusals == ["encrypted_payload:0"])
    }
}
