import RadarEngine
import TrackingModel
import Testing
import RadarEngine
import VisitModel

/// A row of the reference's table of presets.
struct PresetRow: CustomTestStringConvertible, Sendable {
    let option: String
    let values: [String]
    let read: @Sendable (RadarTrackingOptions) -> String

    init(
        _ option: String,
        _ efficient: String,
        _ responsive: String,
        _ continuous: String,
        _ read: @escaping @Sendable (RadarTrackingOptions) -> String
    ) {
        self.option = option
        self.values = [efficient, responsive, continuous]
        self.read = read
    }

    var testDescription: String { option }

    /// The three columns of the table.
    static let columns: [RadarPreset] = [.efficient, .responsive, .continuous]

    /// The words of the table for a flag and a time.
    static func word(_ flag: Bool) -> String { flag ? "true" : "false" }
    static func word(_ time: Timestamp?) -> String { time.map { "\($0)" } ?? "nil" }

    static let both: [PresetRow] = [
        PresetRow("startTrackingAfter", "nil", "nil", "nil") { word($0.startTrackingAfter) },
        PresetRow("stopTrackingAfter", "nil", "nil", "nil") { word($0.stopTrackingAfter) },
        PresetRow("desiredAccuracy", "medium", "medium", "high") { $0.desiredAccuracy.rawValue },
        PresetRow("replay", "stops", "stops", "none") { $0.replay.rawValue },
        PresetRow("sync", "all", "all", "all") { $0.sync.rawValue },
        PresetRow("useStoppedGeofence", "false", "true", "false") { word($0.useStoppedGeofence) },
        PresetRow("stoppedGeofenceRadius", "0", "100", "0") { "\($0.stoppedGeofenceRadius)" },
        PresetRow("useMovingGeofence", "false", "true", "false") { word($0.useMovingGeofence) },
        PresetRow("movingGeofenceRadius", "0", "100", "0") { "\($0.movingGeofenceRadius)" },
        PresetRow("syncGeofences", "true", "true", "true") { word($0.syncGeofences.isOn) },
        PresetRow("beacons", "false", "false", "false") { word($0.beacons) },
    ]

    static let ios: [PresetRow] =
        both + [
            PresetRow("desiredStoppedUpdateInterval", "0", "0", "30") { "\($0.desiredStoppedUpdateInterval)" },
            PresetRow("desiredMovingUpdateInterval", "0", "150", "30") { "\($0.desiredMovingUpdateInterval)" },
            PresetRow("desiredSyncInterval", "0", "20", "20") { "\($0.desiredSyncInterval)" },
            PresetRow("stopDuration", "0", "140", "140") { "\($0.stopDuration)" },
            PresetRow("stopDistance", "0", "70", "70") { "\($0.stopDistance)" },
            PresetRow("syncLocations", "all", "all", "all") { $0.syncLocations.rawValue },
            PresetRow("showBlueBar", "false", "false", "true") { word($0.showBlueBar) },
            PresetRow("useVisits", "true", "true", "false") { word($0.useVisits) },
            PresetRow("useSignificantLocationChanges", "false", "true", "false") {
                word($0.useSignificantLocationChanges)
            },
        ]

    static let android: [PresetRow] =
        both + [
            PresetRow("desiredStoppedUpdateInterval", "3600", "0", "30") { "\($0.desiredStoppedUpdateInterval)" },
            PresetRow("fastestStoppedUpdateInterval", "1200", "0", "30") { "\($0.fastestStoppedUpdateInterval)" },
            PresetRow("desiredMovingUpdateInterval", "1200", "150", "30") { "\($0.desiredMovingUpdateInterval)" },
            PresetRow("fastestMovingUpdateInterval", "360", "30", "30") { "\($0.fastestMovingUpdateInterval)" },
            PresetRow("desiredSyncInterval", "140", "20", "20") { "\($0.desiredSyncInterval)" },
            PresetRow("stopDuration", "140", "140", "140") { "\($0.stopDuration)" },
            PresetRow("stopDistance", "70", "70", "70") { "\($0.stopDistance)" },
            PresetRow("syncGeofencesLimit", "10", "10", "0") { "\($0.syncGeofencesLimit)" },
            PresetRow("foregroundServiceEnabled", "false", "false", "true") { word($0.foregroundServiceEnabled) },
        ]
}

@Suite("Radar's presets and defaults")
struct RadarPresetTests {
    @Test("on iOS every preset has the value of the reference's table", arguments: PresetRow.ios)
    func ios(row: PresetRow) {
        #expect(PresetRow.columns.map { row.read(RadarTrackingOptions(preset: $0, on: .ios)) } == row.values)
    }

    @Test("on Android every preset has the value of the reference's table", arguments: PresetRow.android)
    func android(row: PresetRow) {
        #expect(PresetRow.columns.map { row.read(RadarTrackingOptions(preset: $0, on: .android)) } == row.values)
    }

    @Test("a preset without a platform is iOS's, and can be changed")
    func values() {
        #expect(RadarTrackingOptions.presetEfficient == .presetEfficient(on: .ios))
        #expect(RadarTrackingOptions.presetResponsive == .presetResponsive(on: .ios))
        #expect(RadarTrackingOptions.presetContinuous == .presetContinuous(on: .ios))
        var options = RadarTrackingOptions.presetResponsive
        options.beacons = true
        options.syncLocations = .stopsAndExits
        #expect(options != .presetResponsive)
        #expect(options.sync == .stopsAndExits)
        #expect(!RadarTrackingOptions.presetResponsive.beacons)
    }

    @Test("without a preset every option has the reference's default", arguments: Platform.allCases)
    func defaults(platform: Platform) {
        let rows = platform == .ios ? PresetRow.ios : PresetRow.android
        let defaults = RadarTrackingOptions(platform: platform)
        for row in rows {
            let expected =
                switch row.option {
                case "desiredAccuracy": "medium"
                case "replay": "none"
                case "sync", "syncLocations": platform == .ios ? "all" : "stopsAndExits"
                case "startTrackingAfter", "stopTrackingAfter": "nil"
                default: Int(row.values[0]) != nil ? "0" : "false"
                }
            #expect(row.read(defaults) == expected, "\(row.option)")
        }
    }

    @Test("the foreground service's notification has the reference's defaults")
    func foregroundService() {
        let options = RadarForegroundServiceOptions()
        #expect(options.text == "Location tracking started")
        #expect([options.title, options.iconString, options.iconColor, options.activity] == [nil, nil, nil, nil])
        #expect(options.icon == nil)
        #expect(!options.updatesOnly)
        #expect(options.importance == .default)
        #expect(options.importance.rawValue == 3)
        #expect(options.id == 20_160_525)
        #expect(options.channelName == "Location Services")
    }

    @Test("an amount is a whole number from 0 to 2,147,483,647")
    func amounts() throws {
        #expect(try WholeSeconds(WholeSeconds.maximum).count == 2_147_483_647)
        let seventy = 70
        #expect(try WholeMeters(seventy) == 70)
        for wrong in [-1, Int(Int32.max) + 1, .min, .max] {
            #expect(throws: TrackingEngineError.self) { try WholeSeconds(wrong) }
        }
        #expect((4_000_000_000 as GeofenceCount).count == GeofenceCount.maximum)
    }
}
