public import TrackingModel
public import VisitModel

extension RadarTrackingOptions {
    /// Parses options in the format of Radar's dashboard and servers.
    ///
    /// A missing key has the value of the document's preset if it names one, otherwise the reference's default. Throws
    /// `TrackingEngineError` with code `options`; it names the key, its value and what is expected.
    public init(json: String, platform: Platform) throws(TrackingEngineError) {
        var warnings: [ConfigurationWarning] = []
        try self.init(json: json, platform: platform, warnings: &warnings)
    }

    /// Parses options in the format of Radar's dashboard and servers, with warnings.
    ///
    /// A document should declare every option (Radar, "Tracking Options Reference", custom tracking options). A missing
    /// key has the value of the document's preset if it names one. Otherwise it has the reference's default, with a
    /// warning that describes the behaviour of the vendor's decoder. Keys that are unknown, deprecated or the other
    /// platform's give warnings too. Times are ISO 8601 or milliseconds since 1970; enumerations are words, on Android
    /// numbers too. Throws as the initialiser without warnings.
    public init(json: String, platform: Platform, warnings: inout [ConfigurationWarning]) throws(TrackingEngineError) {
        var reader = try OptionReader(document: json)
        self.init(platform: platform)
        let declaresPreset = reader.has("preset")
        if let preset = try Self.preset(&reader) {
            self.init(preset: preset, on: platform)
            self.preset = preset
        }
        spelling.declaresPreset = declaresPreset
        try readIntervals(&reader)
        try readStopsAndTimes(&reader, &warnings)
        try readUploads(&reader, &warnings)
        try readServices(&reader)
        if platform == .android, let service = try RadarForegroundServiceOptions(reading: &reader, &warnings) {
            foregroundService = service
            warnings.append(.deprecatedForegroundService)
        }
        warnings += Self.missingKeys(reader.missing, platform: platform, preset: preset)
        warnings += reader.rest.map { .surplusKey($0, platform: platform) }
    }

    /// 1973 to 9999: a time in seconds since 1970 lies below this range; read as milliseconds, it is a day in January
    /// 1970.
    private static let plausibleMilliseconds: ClosedRange<Int64> = 100_000_000_000...253_402_300_799_999

    private static func preset(_ reader: inout OptionReader) throws(TrackingEngineError) -> RadarPreset? {
        guard let value = reader.removeValue("preset") else { return nil }
        guard case .text(let text) = value, let preset = RadarPreset(rawValue: text.lowercased()) else {
            throw reader.wrong("preset", value, "null, \"efficient\", \"responsive\" or \"continuous\"")
        }
        return preset
    }

    private mutating func readIntervals(_ reader: inout OptionReader) throws(TrackingEngineError) {
        func read(_ key: String, _ value: inout WholeSeconds) throws(TrackingEngineError) {
            value = try reader.amount(key, of: "seconds") ?? value
        }
        try read("desiredStoppedUpdateInterval", &desiredStoppedUpdateInterval)
        try read("desiredMovingUpdateInterval", &desiredMovingUpdateInterval)
        if platform == .android {
            try read("fastestStoppedUpdateInterval", &fastestStoppedUpdateInterval)
            try read("fastestMovingUpdateInterval", &fastestMovingUpdateInterval)
        }
        try read("desiredSyncInterval", &desiredSyncInterval)
        // `none`, which only listens to other apps' requests, does not exist on iOS.
        let accuracies = RadarDesiredAccuracy.allCases.filter { platform == .android || $0 != .none }
        if let choice = try reader.choice("desiredAccuracy", among: accuracies, on: platform) {
            desiredAccuracy = choice.option
            spelling.numbersAccuracy = choice.isNumber
        }
    }

    private mutating func readStopsAndTimes(
        _ reader: inout OptionReader,
        _ warnings: inout [ConfigurationWarning]
    ) throws(TrackingEngineError) {
        stopDuration = try reader.amount("stopDuration", of: "seconds") ?? stopDuration
        stopDistance = try reader.amount("stopDistance", of: "metres") ?? stopDistance
        startTrackingAfter = try reader.time("startTrackingAfter")
        stopTrackingAfter = try reader.time("stopTrackingAfter")
        for (key, time) in [("startTrackingAfter", startTrackingAfter), ("stopTrackingAfter", stopTrackingAfter)] {
            if let time, !Self.plausibleMilliseconds.contains(time.milliseconds) {
                warnings.append(.implausibleTime(time, of: key))
            }
        }
    }

    private mutating func readUploads(
        _ reader: inout OptionReader,
        _ warnings: inout [ConfigurationWarning]
    ) throws(TrackingEngineError) {
        if let choice: (option: RadarSyncMode, isNumber: Bool) = try reader.choice("sync", on: platform) {
            sync = choice.option
            spelling.numbersSync = choice.isNumber
        }
        if let choice: (option: RadarReplayMode, isNumber: Bool) = try reader.choice("replay", on: platform) {
            replay = choice.option
            spelling.numbersReplay = choice.isNumber
        }
        if let choice = try reader.geofenceSync("syncGeofences", on: platform) {
            syncGeofences = choice.sync
            spelling.textsGeofenceSync = choice.isText
            if !choice.isKnown { warnings.append(.unknownGeofenceSync) }
        }
        if platform == .android {
            syncGeofencesLimit = try reader.amount("syncGeofencesLimit", of: "geofences") ?? syncGeofencesLimit
        }
    }

    private mutating func readServices(_ reader: inout OptionReader) throws(TrackingEngineError) {
        func read(_ key: String, _ value: inout Bool) throws(TrackingEngineError) {
            value = try reader.bool(key) ?? value
        }
        try read("useStoppedGeofence", &useStoppedGeofence)
        stoppedGeofenceRadius = try reader.amount("stoppedGeofenceRadius", of: "metres") ?? stoppedGeofenceRadius
        try read("useMovingGeofence", &useMovingGeofence)
        movingGeofenceRadius = try reader.amount("movingGeofenceRadius", of: "metres") ?? movingGeofenceRadius
        try read("beacons", &beacons)
        switch platform {
        case .ios:
            try read("showBlueBar", &showBlueBar)
            try read("useVisits", &useVisits)
            try read("useSignificantLocationChanges", &useSignificantLocationChanges)
        case .android: try read("foregroundServiceEnabled", &foregroundServiceEnabled)
        }
    }
}

extension RadarTrackingOptions {
    /// The keys of a document; those of a nested object are qualified, as in `foregroundService.text`.
    package static func keys(on platform: Platform) -> [String] {
        var warnings: [ConfigurationWarning] = []
        // The warnings for an empty document name every required key.
        _ = try? RadarTrackingOptions(json: "{}", platform: platform, warnings: &warnings)
        let needed = warnings.filter { $0.code == .missingKey }.map(\.option)
        let service = RadarForegroundServiceOptions.keys.map { "foregroundService.\($0)" }
        return needed + ["preset", "startTrackingAfter", "stopTrackingAfter", "foregroundService"]
            + (platform == .android ? service : [])
    }
}
