import Interchange
import Testing
import VisitModel

@Suite("Requests of the Radar SDKs are read")
struct RadarPhoneTests {
    private static let track = """
        {"id":"r1","installId":"i1","userId":"u1","deviceId":"d1","latitude":40.5,"longitude":-75.25,"accuracy":12,
         "locationMs":1772471051250,"updatedAtMsDiff":8750,"foreground":false,"stopped":true,"replayed":false,
         "source":"GEOFENCE_ENTER","nearbyGeofences":true,"deviceType":"iOS","deviceOS":"17.2","speed":-1,"course":90,
         "trackingOptions":{"sync":"all","latitude":1,"source":"MOCK_LOCATION"}}
        """

    @Test("a fix is read, and the wake-up reason is no transition report")
    func readsTrack() throws {
        let reading = PhoneReading(Self.track, as: .radar)
        let record = try #require(reading.records.first)
        #expect(record.device.text == "d1" && record.member?.text == "u1" && record.platform == .ios)
        #expect(record.claim == nil && record.recordID == nil)
        #expect(reading.report.asksForFences)
        #expect(
            record.fix
                == Fix(
                    time: .iso("2026-03-02T17:04:11.250Z"),
                    coordinate: try Coordinate(latitude: 40.5, longitude: -75.25),
                    horizontalAccuracy: 12,
                    course: 90,
                    flags: .stationary
                )
        )
    }

    @Test("a mock, an unknown accuracy and a browser are known")
    func readsQuality() throws {
        let mock = PhoneReading(Self.track.replacing("GEOFENCE_ENTER", with: "MOCK_LOCATION"), as: .radar)
        #expect(mock.records.first?.fix?.flags == [.mock, .stationary])
        let unknown = PhoneReading(Self.track.replacing("\"accuracy\":12", with: "\"accuracy\":1"), as: .radar)
        #expect(unknown.records.count == 1 && unknown.records.first?.fix?.horizontalAccuracy == nil)
        let web = PhoneReading(Self.track.replacing("\"iOS\"", with: "\"Web\""), as: .radar)
        let accuracy = try #require(web.records.first?.fix?.horizontalAccuracy)
        #expect(abs(accuracy - 7.40090) < 1e-4)
        #expect(web.records.first?.platform == nil)
        let unnamed = Self.track.replacing("\"deviceId\":\"d1\",", with: "").replacing("\"userId\":\"u1\",", with: "")
        #expect(PhoneReading(unnamed, as: .radar).records.first?.device.text == "i1")
    }

    @Test("the age at sending puts a wrong clock right")
    func correctsClock() throws {
        let ahead = Self.track.replacing("1772471051250", with: "1772474651250")
        #expect(PhoneReading(ahead, as: .radar).records.first?.time == .iso("2026-03-02T17:04:11.250Z"))
        let timeless = Self.track.replacing("\"locationMs\":1772471051250,", with: "")
        #expect(PhoneReading(timeless, as: .radar).records.first?.time == .iso("2026-03-02T17:04:11.250Z"))
        let replayed = ahead.replacing("\"replayed\":false", with: "\"replayed\":true")
        #expect(PhoneReading(replayed, as: .radar).records.first?.time == .iso("2026-03-02T18:04:11.250Z"))
    }

    @Test("replays are read one by one, each with its own time")
    func readsReplays() {
        let old = Self.track.replacing("\"updatedAtMsDiff\":8750", with: "\"updatedAtMs\":1772471051560")
            .replacing("\"replayed\":false", with: "\"replayed\":true")
        let older = old.replacing("1772471051250", with: "1772461051250")
        let reading = PhoneReading("{\"replays\":[\(older),{\"userId\":\"u1\"},\(old)]}", as: .radar)
        #expect(
            reading.fixes == ["d1@2026-03-02T14:17:31.250Z 40.5,-75.25", "d1@2026-03-02T17:04:11.250Z 40.5,-75.25"]
        )
        #expect(reading.refusals == ["missing_coordinate:1"])
        #expect(reading.report.refused.first?.member?.text == "u1")
    }

    @Test(
        "whether the phone is on a trip is what its trip options say",
        arguments: [
            ("", false), (#","tripOptions":{"version":"2","externalId":"t"}"#, true), (#","tripOptions":null"#, false),
            (#","tripOptions":"none""#, false),
        ]
    )
    func readsTrip(part: String, isOnTrip: Bool) {
        let reading = PhoneReading(Self.track.dropLast() + part + "}", as: .radar)
        #expect(reading.report.isOnTrip == isOnTrip)
        #expect(reading.report.platform == .ios)
        #expect(reading.records.count == 1)
    }

    @Test("of replays the last one says whether the phone is on a trip")
    func readsTripOfReplays() {
        let (off, on) = (Self.track, Self.track.dropLast() + #","tripOptions":{"externalId":"t"}}"#)
        #expect(PhoneReading("{\"replays\":[\(off),\(on)]}", as: .radar).report.isOnTrip)
        #expect(!PhoneReading("{\"replays\":[\(on),\(off)]}", as: .radar).report.isOnTrip)
    }

    @Test(
        "how many fences the phone asks for is the number that it names",
        arguments: [
            ("", nil), (#","nearbyGeofencesLimit":10"#, 10), (#","nearbyGeofencesLimit":0"#, 0),
            (#","nearbyGeofencesLimit":"7""#, 7), (#","nearbyGeofencesLimit":2.5"#, nil),
            (#","nearbyGeofencesLimit":null"#, nil), (#","nearbyGeofencesLimit":[3]"#, nil),
        ] as [(String, Int?)]
    )
    func readsFenceLimit(part: String, limit: Int?) {
        let last = Self.track.dropLast() + part + "}"
        let first = Self.track.dropLast() + #","nearbyGeofencesLimit":55}"#
        #expect(PhoneReading(String(last), as: .radar).report.fenceLimit == limit)
        #expect(PhoneReading("{\"replays\":[\(first),\(last)]}", as: .radar).report.fenceLimit == limit)
    }

    @Test("an unusable fix still identifies its phone and trip")
    func readsPhoneOfRefused() {
        let reading = PhoneReading(#"{"deviceId":"d1","deviceType":"Android","tripOptions":{}}"#, as: .radar)
        #expect(reading.refusals.count == 1)
        #expect(reading.report.platform == .android)
        #expect(reading.report.isOnTrip)
        #expect(PhoneReading("{}", as: .radar).report.platform == nil)
    }
}
