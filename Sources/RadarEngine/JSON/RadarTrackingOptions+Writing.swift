internal import TrackingModel
internal import VisitModel
internal import WireJSON

extension RadarTrackingOptions {
    /// The options in the format of Radar's dashboard and servers, as one JSON object on one line: every key of the
    /// platform, in the reference's order.
    ///
    /// Times are milliseconds since 1970, and omitted where there is none. Enumerations are written as they were read,
    /// otherwise as words. Options that exist only on the other platform are omitted.
    public func json() -> String {
        var json = JSONBytes(style: JSONStyle(isSpaced: true, padsObjects: true, shortEscapes: .none))
        json.reserve(1024)
        json.openObject()
        if let preset {
            json.member("preset", preset.rawValue)
        } else if spelling.declaresPreset {
            json.key("preset")
            json.null()
        }
        writeIntervals(to: &json)
        writeUploads(to: &json)
        writeServices(to: &json)
        json.closeObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func writeIntervals(to json: inout JSONBytes) {
        json.member("desiredStoppedUpdateInterval", desiredStoppedUpdateInterval)
        if platform == .android { json.member("fastestStoppedUpdateInterval", fastestStoppedUpdateInterval) }
        json.member("desiredMovingUpdateInterval", desiredMovingUpdateInterval)
        if platform == .android { json.member("fastestMovingUpdateInterval", fastestMovingUpdateInterval) }
        json.member("desiredSyncInterval", desiredSyncInterval)
        json.member("desiredAccuracy", usedAccuracy, asNumber: spelling.numbersAccuracy)
        json.member("stopDuration", stopDuration)
        json.member("stopDistance", stopDistance)
        if let startTrackingAfter { json.member("startTrackingAfter", startTrackingAfter.milliseconds) }
        if let stopTrackingAfter { json.member("stopTrackingAfter", stopTrackingAfter.milliseconds) }
    }

    private func writeUploads(to json: inout JSONBytes) {
        json.member("sync", sync, asNumber: spelling.numbersSync)
        json.member("replay", replay, asNumber: spelling.numbersReplay)
        if platform == .ios { json.member("showBlueBar", showBlueBar) }
    }

    private func writeServices(to json: inout JSONBytes) {
        json.member("useStoppedGeofence", useStoppedGeofence)
        json.member("stoppedGeofenceRadius", stoppedGeofenceRadius)
        json.member("useMovingGeofence", useMovingGeofence)
        json.member("movingGeofenceRadius", movingGeofenceRadius)
        // A boolean can't represent `campaignOnly`, and iOS does not accept words.
        if platform == .android, spelling.textsGeofenceSync || syncGeofences == .campaignOnly {
            json.member("syncGeofences", syncGeofences.rawValue)
        } else {
            json.member("syncGeofences", syncGeofences.isOn)
        }
        switch platform {
        case .ios:
            json.member("useVisits", useVisits)
            json.member("useSignificantLocationChanges", useSignificantLocationChanges)
            json.member("beacons", beacons)
        case .android:
            json.member("syncGeofencesLimit", syncGeofencesLimit)
            json.member("beacons", beacons)
            json.member("foregroundServiceEnabled", foregroundServiceEnabled)
            foregroundService?.write(to: &json)
        }
    }
}

extension JSONBytes {
    fileprivate mutating func member<Unit>(_ key: StaticString, _ amount: WholeAmount<Unit>) {
        member(key, amount.count)
    }

    fileprivate mutating func member(_ key: StaticString, _ option: some RadarNumberedOption, asNumber: Bool) {
        if asNumber {
            member(key, option.androidNumber)
        } else {
            member(key, option.rawValue)
        }
    }
}

/// Options are encoded as the document that Radar's own servers read, with the platform that determines its
/// interpretation.
extension RadarTrackingOptions: Codable {
    private enum Key: String, CodingKey {
        case platform, document
    }

    /// Decodes the output of `encode(to:)`; throws `DecodingError`, or `TrackingEngineError` with code `options` for an
    /// invalid document.
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
