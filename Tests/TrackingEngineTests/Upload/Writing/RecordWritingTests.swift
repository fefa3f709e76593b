import SeededRandom
import TrackingModel
import TrackingTestSupport
import Testing
import TrackingEngine
import VisitModel

@Suite("Records as they are uploaded")
struct RecordWritingTests {
    @Test("a plain fix on iOS, byte for byte")
    func plain() throws {
        let bytes = try RecordWriting(UploadWorld.config()).json(of: UploadWorld.location())
        let expected = """
            {"timestamp":"2026-03-02T17:04:11.250Z","recorded_at":"2026-03-02T17:04:11.560Z","age":310,"uuid":"u1",\
            "is_moving":true,"odometer":5120.4,"odometer_error":7,\
            "coords":{"latitude":40,"longitude":-75.25,"accuracy":12,"speed":1.1,"speed_accuracy":-1,"heading":270,\
            "heading_accuracy":-1,"altitude":30.2,"ellipsoidal_altitude":30.2,"altitude_accuracy":-1,"floor":null},\
            "activity":{"type":"walking","confidence":100},"battery":{"level":0.81,"is_charging":false},"extras":{}}
            """
        #expect(UploadWorld.text(bytes) == expected)
    }

    @Test("what the phone does not know is -1, and an activity unknown")
    func unknown() throws {
        let location = try UploadWorld.location {
            $0.fix = Fix(time: $0.fix.time, coordinate: $0.fix.coordinate)
        }
        let record = try UploadWorld.record(location, UploadWorld.config(.android))
        for path in [
            "coords.accuracy", "coords.speed", "coords.speed_accuracy", "coords.heading", "coords.heading_accuracy",
            "coords.altitude", "coords.ellipsoidal_altitude", "coords.altitude_accuracy", "battery.level",
        ] {
            #expect(record[path: path] == .integer(-1), "\(path)")
        }
        #expect(record[path: "activity.type"] == .text("unknown"))
        #expect(record[path: "coords.floor"] == nil, "floors are iOS's")
    }

    @Test(
        "times have milliseconds and a Z, also a whole second and one before 1970",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_772_471_052_000, "2026-03-02T17:04:12.000Z"),
            (1_772_471_052_007, "2026-03-02T17:04:12.007Z"), (-1, "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func times(milliseconds: Int64, text: String) throws {
        let location = try UploadWorld.location { $0.fix.time = Timestamp(milliseconds: milliseconds) }
        let record = try UploadWorld.record(location, UploadWorld.config())
        #expect(record[path: "timestamp"] == .text(text))
    }

    @Test("each reason has its event and its own object, and no other record has that")
    func events() throws {
        var location = try UploadWorld.geofence()
        location.provider = ProviderState(isEnabled: true, status: .denied, hasGPS: false, accuracy: .reduced)
        for reason in TrackedLocation.Reason.allCases {
            location.event = reason
            let record = try UploadWorld.record(location, UploadWorld.config())
            #expect(record[path: "event"] == .text(reason.rawValue))
            #expect((record[path: "geofence"] != nil) == (reason == .geofence))
            #expect((record[path: "provider"] != nil) == (reason == .providerChange))
        }
        location.event = nil
        let plain = try UploadWorld.record(location, UploadWorld.config())
        #expect(plain[path: "event"] == nil && plain[path: "geofence"] == nil && plain[path: "provider"] == nil)
    }

    @Test("a geofence names its fence, its action, its own time and its extras")
    func geofence() throws {
        let record = try UploadWorld.record(UploadWorld.geofence(), UploadWorld.config())
        let expected = """
            {"identifier":"fac_17","action":"DWELL","timestamp":"2026-03-02T17:04:12.000Z","extras":{"tag":"gym"}}
            """
        #expect(try record[path: "geofence"] == ConfigValue.json(expected))
    }

    @Test("a provider has its numbers", arguments: ProviderState.Status.allCases)
    func provider(status: ProviderState.Status) throws {
        let location = try UploadWorld.location(event: .providerChange) {
            $0.provider = ProviderState(isEnabled: false, status: status, hasNetwork: false, accuracy: .reduced)
        }
        let numbers: [ProviderState.Status: Int] = [
            .notDetermined: 0, .restricted: 1, .denied: 2, .authorizedAlways: 3, .authorizedWhenInUse: 4,
        ]
        let expected = """
            {"enabled":false,"status":\(try #require(numbers[status])),"network":false,"gps":true,
             "accuracyAuthorization":1}
            """
        let record = try UploadWorld.record(location, UploadWorld.config())
        #expect(try record[path: "provider"] == ConfigValue.json(expected))
    }

    @Test("mock and sample are only there when they are true")
    func flags() throws {
        let record = try UploadWorld.record(UploadWorld.location(), UploadWorld.config(.android))
        #expect(record[path: "mock"] == nil && record[path: "sample"] == nil)
        let other = try UploadWorld.location {
            $0.fix.flags = [.mock]
            $0.isSample = true
        }
        let marked = try UploadWorld.record(other, UploadWorld.config(.android))
        #expect(marked[path: "mock"] == .bool(true) && marked[path: "sample"] == .bool(true))
    }

    @Test("extras of the configuration are in every record, and those of the call win")
    func extras() throws {
        let config = UploadWorld.config { $0.persistence.extras = ["route": .integer(1), "shift": .text("late")] }
        let location = try UploadWorld.location { $0.extras = ["route": .integer(2), "note": .null] }
        let record = try UploadWorld.record(location, config)
        #expect(try record[path: "extras"] == ConfigValue.json(#"{"note":null,"route":2,"shift":"late"}"#))
    }

    @Test(
        "timestampMeta has each platform's clocks, those since boot where that is known",
        arguments: [
            (Platform.ios, nil, #"{"time":1772471051250,"systemTime":1772471051560}"#),
            (
                .ios, 1_772_471_000_000,
                #"{"time":1772471051250,"systemTime":1772471051560,"systemClockElapsedRealtime":51560}"#
            ),
            (.android, nil, #"{"time":1772471051250}"#),
            (
                .android, 1_772_471_000_000,
                #"{"time":1772471051250,"systemClockElaspsedRealtime":51560,"elapsedRealtime":51250}"#
            ),
        ] as [(Platform, Int64?, String)]
    )
    func meta(platform: Platform, boot: Int64?, expected: String) throws {
        let config = UploadWorld.config(platform) { $0.geolocation.enableTimestampMeta = true }
        let booted = boot.map { Timestamp(milliseconds: $0) }
        let bytes = try RecordWriting(config).json(of: UploadWorld.location(), bootedAt: booted)
        #expect(try ConfigValue.json(bytes)[path: "timestampMeta"] == ConfigValue.json(expected))
        let without = try UploadWorld.record(UploadWorld.location(), UploadWorld.config(platform))
        #expect(without[path: "timestampMeta"] == nil)
    }

    @Test("hostile texts and any values come back as they were, with the seed", arguments: UInt64(1)...200)
    func hostile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (uuid, fence) = (random.hostileText(), random.hostileText())
        let (extras, own) = (random.object(), random.object())
        var location = try UploadWorld.geofence(fence)
        location.uuid = uuid
        location.extras = own
        let record = try UploadWorld.record(location, UploadWorld.config { $0.persistence.extras = extras })
        #expect(record[path: "uuid"] == .text(uuid), "seed \(seed)")
        #expect(record[path: "geofence.identifier"] == .text(fence), "seed \(seed)")
        #expect(record[path: "extras"] == .object(extras.merging(own) { $1 }), "seed \(seed)")
    }

    @Test("numbers come back exactly, and what is not a number is null", arguments: UInt64(1)...100)
    func numbers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
        let location = try UploadWorld.location { $0.odometerMeters = number }
        let bytes = try RecordWriting(UploadWorld.config()).json(of: location)
        _ = try ConfigValue.json(bytes)
        // Foundation's reader loses the last digit of some numbers here.
        let text = UploadWorld.text(bytes).split(separator: "\"odometer\":")[1].prefix { $0 != "," }
        #expect(number.isFinite ? Double(text) == number : text == "null", "seed \(seed)")
    }
}
