import RadarEngine
import TrackingModel
import Testing
import TrackingEngine
import VisitModel

@testable import VisitPipeline

@Suite("Validated tracking options")
struct CheckedTrackingOptionsTests {
    /// The custom tracking options of the reference for iOS, broken into lines by hand.
    static let ios = """
        { "preset": null, "desiredStoppedUpdateInterval": 3600, "desiredMovingUpdateInterval": 150,
          "desiredSyncInterval": 10, "desiredAccuracy": "high", "stopDuration": 140, "stopDistance": 70,
          "sync": "all", "replay": "none", "showBlueBar": false, "useStoppedGeofence": true,
          "stoppedGeofenceRadius": 100, "useMovingGeofence": true, "movingGeofenceRadius": 200,
          "syncGeofences": true, "useVisits": true, "useSignificantLocationChanges": true, "beacons": false }
        """
    /// The custom tracking options for Android, with the numbers that only Android's SDK reads.
    static let android = """
        { "preset": null, "desiredStoppedUpdateInterval": 3600, "fastestStoppedUpdateInterval": 150,
          "desiredMovingUpdateInterval": 150, "fastestMovingUpdateInterval": 20, "desiredSyncInterval": 10,
          "desiredAccuracy": 2, "stopDuration": 140, "stopDistance": 70, "sync": 2, "replay": 0,
          "useStoppedGeofence": true, "stoppedGeofenceRadius": 100, "useMovingGeofence": true,
          "movingGeofenceRadius": 200, "syncGeofences": true, "syncGeofencesLimit": 10, "beacons": true,
          "foregroundServiceEnabled": false }
        """

    @Test("a complete document goes to phones as it was given", arguments: [(ios, Platform.ios), (android, .android)])
    func asGiven(document: String, platform: Platform) throws {
        let options = try CheckedTrackingOptions(document: "\u{FEFF}\n" + document + " \r\n", on: platform)
        #expect(options.document == document)
        #expect(options.content == .custom(document))
        #expect(!options.warnings.contains { $0.code == .missingKey })
        #expect(options.warnings.contains { $0.code == .delayedUpdates })
    }

    @Test("a preset goes to phones with every option written out", arguments: RadarPreset.allCases, Platform.allCases)
    func presets(preset: RadarPreset, platform: Platform) throws {
        let options = CheckedTrackingOptions(preset, on: platform)
        var warnings: [ConfigurationWarning] = []
        let read = try RadarTrackingOptions(json: options.document, platform: platform, warnings: &warnings)
        #expect(read == RadarTrackingOptions(preset: preset, on: platform))
        #expect(warnings == [])
        for text in ["{\"preset\":\"\(preset.rawValue)\"}", " {\"preset\": \"\(preset.rawValue.uppercased())\"}\n"] {
            #expect(try CheckedTrackingOptions(document: text, on: platform) == options)
        }
    }

    @Test("a document that changes a preset goes to phones whole, because they have no presets")
    func changedPreset() throws {
        let options = try CheckedTrackingOptions(document: #"{"preset": "responsive", "beacons": true}"#, on: .ios)
        var expected = RadarTrackingOptions.presetResponsive
        expected.beacons = true
        var warnings: [ConfigurationWarning] = []
        var read = try RadarTrackingOptions(json: options.document, platform: .ios, warnings: &warnings)
        read.preset = nil
        #expect(read == expected)
        #expect(warnings == [])
        #expect(options.content == .custom(#"{"preset": "responsive", "beacons": true}"#))
    }

    @Test("missing keys and their effect on the phone are both reported, and nothing twice")
    func warnings() throws {
        let options = try CheckedTrackingOptions(
            document: #"{"sync": "none", "useVisits": true, "foregroundService": {"text": "x"}}"#,
            on: .android
        )
        let emitted = options.warnings.map { "\($0.code.rawValue) \($0.option)" }
        for expected in [
            "missing_key desiredSyncInterval", "ignored_by_platform useVisits", "nothing_uploaded sync",
            "deprecated foregroundService",
        ] {
            #expect(emitted.count { $0 == expected } == 1, "\(expected): \(emitted)")
        }
        #expect(emitted.count == Set(emitted).count, "\(emitted)")
    }

    @Test(
        "what no phone could read is refused",
        arguments: [
            "", "null", "{\"a\": [1,]}", "[]", "{} {}", "{\"sync\": \"all\",}", "{'sync': 'all'}", "{\"sync\": NaN}",
            "{\"x\": 01}",
            "{// all\n}", "{\"sync\": \"all\", \"sync\": \"all\"}", "{\"a\": \"\u{1}\"}",
            "{\u{0}\"\u{0}a\"\u{0}:\u{0}1}\u{0}",
            "{\"desiredAccuracy\": 2}", "{\"x\": \"\\ud800\"}",
        ]
    )
    func refusals(document: String) {
        #expect(throws: TrackingEngineError.self) { try CheckedTrackingOptions(document: document, on: .ios) }
    }

    @Test("a document may be as long as the limit for responses, and no longer")
    func length() throws {
        func document(bytes: Int) -> String {
            let frame = #"{"x":""}"#
            return "{\"x\":\"\(String(repeating: "a", count: bytes - frame.utf8.count))\"}"
        }
        let longest = CheckedTrackingOptions.longestDocument
        #expect(try CheckedTrackingOptions(document: document(bytes: longest), on: .ios).document.utf8.count == longest)
        #expect(throws: TrackingEngineError.self) {
            try CheckedTrackingOptions(document: document(bytes: longest + 1), on: .ios)
        }
    }
}
