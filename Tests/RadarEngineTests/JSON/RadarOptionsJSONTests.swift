import RadarEngine
import TrackingModel
import Testing
import RadarEngine
import VisitModel

@Suite("Radar's options as JSON")
struct RadarOptionsJSONTests {
    /// The custom tracking options of the reference, for iOS.
    static let ios = """
        { "preset": null, "desiredStoppedUpdateInterval": 3600, "desiredMovingUpdateInterval": 150, \
        "desiredSyncInterval": 10, "desiredAccuracy": "high", "stopDuration": 140, "stopDistance": 70, "sync": "all", \
        "replay": "none", "showBlueBar": false, "useStoppedGeofence": true, "stoppedGeofenceRadius": 100, \
        "useMovingGeofence": true, "movingGeofenceRadius": 200, "syncGeofences": true, "useVisits": true, \
        "useSignificantLocationChanges": true, "beacons": false }
        """
    /// The custom tracking options of the reference, for Android.
    static let android = """
        { "preset": null, "desiredStoppedUpdateInterval": 3600, "fastestStoppedUpdateInterval": 150, \
        "desiredMovingUpdateInterval": 150, "fastestMovingUpdateInterval": 20, "desiredSyncInterval": 10, \
        "desiredAccuracy": 2, "stopDuration": 140, "stopDistance": 70, "sync": 2, "replay": 0, \
        "useStoppedGeofence": true, "stoppedGeofenceRadius": 100, "useMovingGeofence": true, \
        "movingGeofenceRadius": 200, "syncGeofences": true, "syncGeofencesLimit": 10, "beacons": true, \
        "foregroundServiceEnabled": false }
        """

    @Test(
        "the reference's custom documents come back key for key, in their order",
        arguments: [(ios, Platform.ios), (android, .android)]
    )
    func customDocuments(document: String, platform: Platform) throws {
        var warnings: [ConfigurationWarning] = []
        let options = try RadarTrackingOptions(json: document, platform: platform, warnings: &warnings)
        #expect(warnings == [])
        #expect(options.json() == document)
        #expect(try RadarGround.reborn(options).json() == document)
    }

    @Test("the reference's custom documents mean what they say")
    func customValues() throws {
        let ios = try RadarTrackingOptions(json: Self.ios, platform: .ios)
        #expect(ios.desiredStoppedUpdateInterval == 3600)
        #expect(ios.desiredAccuracy == .high)
        #expect(ios.movingGeofenceRadius == 200)
        #expect(ios.preset == nil)
        let android = try RadarTrackingOptions(json: Self.android, platform: .android)
        #expect(android.desiredAccuracy == .medium)
        #expect(android.sync == .all)
        #expect(android.replay == .none)
        #expect(android.syncGeofencesLimit == 10)
        #expect(android.beacons)
    }

    @Test("every preset comes back", arguments: RadarPreset.allCases, Platform.allCases)
    func presets(preset: RadarPreset, platform: Platform) throws {
        let options = RadarTrackingOptions(preset: preset, on: platform)
        var warnings: [ConfigurationWarning] = []
        #expect(try RadarTrackingOptions(json: options.json(), platform: platform, warnings: &warnings) == options)
        #expect(warnings == [])
        #expect(try RadarGround.reborn(options) == options)
    }

    @Test("Android's numbers and words mean the same and are written as they were read")
    func spelling() throws {
        for (key, words) in [
            ("desiredAccuracy", ["none", "low", "medium", "high"]), ("replay", ["none", "stops", "all"]),
            ("sync", ["none", "stopsAndExits", "all", "events"]),
        ] {
            for (number, word) in words.enumerated() {
                let byNumber = try RadarTrackingOptions(json: "{\"\(key)\": \(number)}", platform: .android)
                let byWord = try RadarTrackingOptions(json: "{\"\(key)\": \"\(word)\"}", platform: .android)
                #expect(byNumber == byWord)
                #expect(byNumber.json().contains("\"\(key)\": \(number)"))
                #expect(byWord.json().contains("\"\(key)\": \"\(word)\""))
            }
        }
    }

    @Test(
        "Android's geofence sync is a flag or a word",
        arguments: [
            ("true", RadarGeofenceSync.nearest, "true"), ("false", .none, "false"),
            ("\"nearest\"", .nearest, "\"nearest\""), ("\"campaign-only\"", .campaignOnly, "\"campaign-only\""),
            ("\"all\"", .none, "\"none\""),
        ]
    )
    func geofenceSync(written: String, sync: RadarGeofenceSync, rewritten: String) throws {
        var warnings: [ConfigurationWarning] = []
        let options = try RadarTrackingOptions(
            json: "{\"syncGeofences\": \(written)}",
            platform: .android,
            warnings: &warnings
        )
        #expect(options.syncGeofences == sync)
        #expect(options.json().contains("\"syncGeofences\": \(rewritten)"))
        #expect(warnings.contains { $0.option == "syncGeofences" } == (written == "\"all\""))
    }

    @Test(
        "times are read as text or milliseconds and written as milliseconds",
        arguments: [
            ("\"2024-03-01T06:09:38Z\"", 1_709_273_378_000), ("\"2024-03-01T06:09:38.250Z\"", 1_709_273_378_250),
            ("\"2024-03-01T08:09:38+02:00\"", 1_709_273_378_000), ("1709273378123", 1_709_273_378_123),
        ] as [(String, Int64)]
    )
    func times(written: String, milliseconds: Int64) throws {
        for key in ["startTrackingAfter", "stopTrackingAfter"] {
            let options = try RadarTrackingOptions(json: "{\"\(key)\": \(written)}", platform: .ios)
            let time = key == "startTrackingAfter" ? options.startTrackingAfter : options.stopTrackingAfter
            #expect(time?.milliseconds == milliseconds)
            #expect(options.json().contains("\"\(key)\": \(milliseconds)"))
        }
    }

    @Test("seconds in place of milliseconds are taken, with a warning")
    func seconds() throws {
        var warnings: [ConfigurationWarning] = []
        let json = "{\"stopTrackingAfter\": 1709273378}"
        let options = try RadarTrackingOptions(json: json, platform: .ios, warnings: &warnings)
        #expect(options.stopTrackingAfter == Timestamp(milliseconds: 1_709_273_378))
        #expect(warnings.contains { $0.code == .implausibleTime && $0.option == "stopTrackingAfter" })
    }

    @Test("a named preset supplies the missing keys of the document, and the document overrides it")
    func namedPreset() throws {
        var warnings: [ConfigurationWarning] = []
        let options = try RadarTrackingOptions(
            json: "{\"preset\": \"responsive\", \"beacons\": true}",
            platform: .android,
            warnings: &warnings
        )
        var expected = RadarTrackingOptions.presetResponsive(on: .android)
        expected.beacons = true
        expected.preset = .responsive
        #expect(options == expected)
        #expect(warnings == [])
        #expect(options.json().hasPrefix("{ \"preset\": \"responsive\", "))
    }

    @Test("the old foreground service is read, written and warned about")
    func foregroundService() throws {
        var warnings: [ConfigurationWarning] = []
        let json = """
            {"preset": "efficient", "foregroundService": {"text": "a \\"b\\" \\\\ \\u0007é", "icon": 7, "importance": 2,
            "updatesOnly": true, "colour": 1}}
            """
        let options = try RadarTrackingOptions(json: json, platform: .android, warnings: &warnings)
        let service = try #require(options.foregroundService)
        #expect(service.text == "a \"b\" \\ \u{7}é")
        #expect(service.icon == 7)
        #expect(service.importance == .low)
        #expect(service.updatesOnly)
        #expect(service.channelName == "Location Services")
        #expect(options.runsForegroundService)
        #expect(warnings.map(\.option) == ["icon", "foregroundService.colour", "foregroundService"])
        #expect(warnings.map(\.code) == [.deprecated, .unknownKey, .deprecated])
        #expect(try RadarTrackingOptions(json: options.json(), platform: .android) == options)
    }
}
