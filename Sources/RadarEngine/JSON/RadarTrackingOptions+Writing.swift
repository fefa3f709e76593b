internal import TrackingModel
internal import VisitModel

extension RadarTrackingOptions {
    /// The options in the format of Radar's dashboard and servers: every key of the platform, in the reference's order.
    ///
    /// Times are milliseconds since 1970, and omitted where there is none. Enumerations are written as they were read,
    /// otherwise as words. Options that exist only on the other platform are omitted.
    ///
    /// - Returns: one JSON object on one line.
    public func json() -> String {
        var text = JSONText()
        if spelling.declaresPreset || preset != nil {
            if let preset {
                text.put("preset", preset.rawValue)
            } else {
                text.putNull("preset")
            }
        }
        writeIntervals(to: &text)
        writeUploads(to: &text)
        writeServices(to: &text)
        return text.text
    }

    private func writeIntervals(to text: inout JSONText) {
        text.put("desiredStoppedUpdateInterval", desiredStoppedUpdateInterval)
        if platform == .android {
            text.put("fastestStoppedUpdateInterval", fastestStoppedUpdateInterval)
        }
        text.put("desiredMovingUpdateInterval", desiredMovingUpdateInterval)
        if platform == .android {
            text.put("fastestMovingUpdateInterval", fastestMovingUpdateInterval)
        }
        text.put("desiredSyncInterval", desiredSyncInterval)
        text.put("desiredAccuracy", usedAccuracy, asNumber: spelling.numbersAccuracy)
        text.put("stopDuration", stopDuration)
        text.put("stopDistance", stopDistance)
        if let startTrackingAfter {
            text.put("startTrackingAfter", startTrackingAfter.milliseconds)
        }
        if let stopTrackingAfter {
            text.put("stopTrackingAfter", stopTrackingAfter.milliseconds)
        }
    }

    private func writeUploads(to text: inout JSONText) {
        text.put("sync", sync, asNumber: spelling.numbersSync)
        text.put("replay", replay, asNumber: spelling.numbersReplay)
        if platform == .ios {
            text.put("showBlueBar", showBlueBar)
        }
    }

    private func writeServices(to text: inout JSONText) {
        text.put("useStoppedGeofence", useStoppedGeofence)
        text.put("stoppedGeofenceRadius", stoppedGeofenceRadius)
        text.put("useMovingGeofence", useMovingGeofence)
        text.put("movingGeofenceRadius", movingGeofenceRadius)
        // A boolean can't represent `campaignOnly`, and iOS does not accept words.
        if platform == .android, spelling.textsGeofenceSync || syncGeofences == .campaignOnly {
            text.put("syncGeofences", syncGeofences.rawValue)
        } else {
            text.put("syncGeofences", syncGeofences.isOn)
        }
        switch platform {
        case .ios:
            text.put("useVisits", useVisits)
            text.put("useSignificantLocationChanges", useSignificantLocationChanges)
            text.put("beacons", beacons)
        case .android:
            text.put("syncGeofencesLimit", syncGeofencesLimit)
            text.put("beacons", beacons)
            text.put("foregroundServiceEnabled", foregroundServiceEnabled)
            if let foregroundService {
                text.put("foregroundService", foregroundService.jsonText)
            }
        }
    }
}

extension JSONText {
    fileprivate mutating func put(_ key: String, _ option: some RadarNumberedOption, asNumber: Bool) {
        if asNumber {
            put(key, option.androidNumber)
        } else {
            put(key, option.rawValue)
        }
    }
}

/// Options are encoded as the document that Radar's own servers read, with the platform that determines its
/// interpretation.
extension RadarTrackingOptions: Codable {
    private enum Key: String, CodingKey {
        case platform, document
    }

    /// Decodes stored options.
    ///
    /// - Parameter decoder: contains the output of `encode(to:)`.
    /// - Throws: `DecodingError`, or `TrackingEngineError` with code `options` for an invalid document.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try self.init(
            json: try container.decode(String.self, forKey: .document),
            platform: try container.decode(Platform.self, forKey: .platform)
        )
    }

    /// Encodes the platform and the document.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(platform, forKey: .platform)
        try container.encode(json(), forKey: .document)
    }
}
