import RadarEngine
import TrackingModel
import Testing
import RadarEngine
import VisitModel

@Suite("Mistakes in Radar's options as JSON")
struct RadarOptionsMistakesTests {
    @Test(
        "a wrong type or range is refused with the key, what it was and what is expected",
        arguments: [
            ("desiredMovingUpdateInterval", "\"fast\"", "the text \"fast\"", "a whole number of seconds from 0"),
            ("desiredStoppedUpdateInterval", "-1", "the number -1", "a whole number of seconds from 0"),
            ("desiredSyncInterval", "2.5", "the number 2.5", "a whole number of seconds from 0"),
            ("stopDistance", "4000000000", "the number 4000000000", "a whole number of metres from 0 to 2147483647"),
            ("stopDuration", "true", "true", "a whole number of seconds"),
            ("stoppedGeofenceRadius", "[]", "a list", "a whole number of metres"),
            ("syncGeofencesLimit", "{}", "an object", "a whole number of geofences"),
            ("desiredAccuracy", "4", "the number 4", "or of 0, 1, 2, 3"),
            ("desiredAccuracy", "\"best\"", "the text \"best\"", "\"high\", \"medium\", \"low\", \"none\""),
            ("replay", "3", "the number 3", "or of 0, 1, 2"),
            ("sync", "\"some\"", "the text \"some\"", "\"stopsAndExits\""),
            ("syncGeofences", "1", "the number 1", "true or false"),
            ("beacons", "1", "the number 1", "true or false"),
            ("useStoppedGeofence", "\"true\"", "the text \"true\"", "true or false"),
            ("startTrackingAfter", "\"tomorrow\"", "the text \"tomorrow\"", "2024-03-01T06:09:38Z"),
            ("stopTrackingAfter", "1.5", "the number 1.5", "milliseconds since 1970"),
            ("preset", "\"fastest\"", "the text \"fastest\"", "\"responsive\""),
            ("foregroundService", "true", "true", "an object"),
        ]
    )
    func refusals(key: String, value: String, was: String, expected: String) {
        let error = #expect(throws: TrackingEngineError.self) {
            try RadarTrackingOptions(json: "{\"\(key)\": \(value)}", platform: .android)
        }
        #expect(error?.code == .options)
        #expect(error?.option == key)
        #expect(error?.message.hasPrefix("`\(key)` is \(was), expected ") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
    }

    @Test("iOS reads words and flags only", arguments: ["desiredAccuracy", "replay", "sync", "syncGeofences"])
    func iosNumbers(key: String) {
        #expect(throws: TrackingEngineError.self) {
            try RadarTrackingOptions(json: "{\"\(key)\": 2}", platform: .ios)
        }
        #expect(throws: TrackingEngineError.self) {
            try RadarTrackingOptions(json: "{\"desiredAccuracy\": \"none\"}", platform: .ios)
        }
    }

    @Test("a value that is not a JSON object is refused", arguments: ["", "{", "[]", "\"responsive\"", "{} {}"])
    func noObject(text: String) {
        #expect(throws: TrackingEngineError.self) { try RadarTrackingOptions(json: text, platform: .ios) }
    }

    @Test("a wrong value inside the foreground service is named with its path")
    func path() {
        let error = #expect(throws: TrackingEngineError.self) {
            try RadarTrackingOptions(json: "{\"foregroundService\": {\"importance\": 9}}", platform: .android)
        }
        #expect(error?.option == "foregroundService.importance")
        #expect(error?.message == "`foregroundService.importance` is the number 9, expected a number from 0 to 5")
    }

    @Test("an empty document has the defaults and a warning for each key that should be declared")
    func missing() throws {
        for (platform, count) in [(Platform.ios, 17), (.android, 18)] {
            var warnings: [ConfigurationWarning] = []
            let options = try RadarTrackingOptions(json: "{}", platform: platform, warnings: &warnings)
            #expect(options == RadarTrackingOptions(platform: platform))
            #expect(warnings.count == count)
            #expect(Set(warnings.map(\.option)).count == count)
            #expect(warnings.allSatisfy { $0.code == .missingKey && $0.message.contains("`\($0.option)`") })
        }
    }

    @Test(
        "a missing key's warning says what the vendor's decoder would do",
        arguments: [
            ("desiredAccuracy", Platform.android, "default medium", "as 0, which disables it"),
            ("sync", .android, "default stopsAndExits", "as 0, which uploads nothing"),
            ("stoppedGeofenceRadius", .android, "default 0 m", "uses 100 m"),
            ("movingGeofenceRadius", .android, "default 0 m", "uses 100 m"),
            ("syncGeofencesLimit", .android, "default 0;", "uses 10"),
            ("stopDuration", .android, "default 0 s", "uses the same"),
            ("desiredAccuracy", .ios, "default medium", "uses the same"),
            ("sync", .ios, "default all", "uses the same"), ("useVisits", .ios, "default false", "uses the same"),
        ]
    )
    func missingNotes(key: String, platform: Platform, ours: String, theirs: String) throws {
        var warnings: [ConfigurationWarning] = []
        _ = try RadarTrackingOptions(json: "{\"\(key)\": null}", platform: platform, warnings: &warnings)
        let warning = try #require(warnings.first { $0.option == key })
        #expect(warning.message.contains(ours))
        #expect(warning.message.contains(theirs))
    }

    @Test(
        "a surplus key is reported",
        arguments: [
            ("stopDistence", Platform.ios, ConfigurationWarning.Code.unknownKey),
            // The property of iOS's API: documents say `sync` on both systems.
            ("syncLocations", .ios, .unknownKey),
            ("useMotion", .ios, .unsupportedKey), ("batchSize", .android, .unsupportedKey),
            ("syncGeofencesLimit", .ios, .ignoredByPlatform), ("foregroundService", .ios, .ignoredByPlatform),
            ("showBlueBar", .android, .ignoredByPlatform),
        ]
    )
    func surplus(key: String, platform: Platform, code: ConfigurationWarning.Code) throws {
        var warnings: [ConfigurationWarning] = []
        let json = "{\"preset\": \"efficient\", \"\(key)\": 1}"
        let options = try RadarTrackingOptions(json: json, platform: platform, warnings: &warnings)
        #expect(warnings.map(\.code) == [code])
        #expect(warnings.map(\.option) == [key])
        #expect(!options.json().contains(key))
    }

    @Test("a duplicate key is refused: not every decoder reads the same one")
    func repeated() {
        let error = #expect(throws: TrackingEngineError.self) {
            try RadarTrackingOptions(json: "{\"sync\": \"all\",\n\"sync\": \"none\"}", platform: .ios)
        }
        #expect(error?.option == "sync")
        #expect(error?.message.contains("a second time in line 2") == true, "\(error?.message ?? "")")
    }

    @Test("a JSON syntax error is located by line and column")
    func broken() {
        let error = #expect(throws: TrackingEngineError.self) {
            try RadarTrackingOptions(json: "{\n  \"sync\": all\n}", platform: .ios)
        }
        #expect(error?.option == nil)
        #expect(error?.message.contains("line 2") == true, "\(error?.message ?? "")")
    }
}
