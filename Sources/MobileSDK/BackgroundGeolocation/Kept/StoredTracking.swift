internal import TrackingEngine
internal import VisitModel
internal import VisitStore

/// What outlives the process, as it stands in the file: the state with the configuration, and the geofences.
enum StoredTracking {
    /// Under which name the state is kept.
    static let stateName = TrackingStateName("bggeo_state")
    /// Under which name the geofences are kept.
    static let geofencesName = TrackingStateName("bggeo_geofences")
    /// Under which name it is kept that the phone may have forgotten its regions.
    static let regionsLostName = TrackingStateName("bggeo_regions_lost")

    /// Under which name the phone's boot time is kept, of the last boot after which tracking went on.
    static let bootTimeName = TrackingStateName("bggeo_boot_time")

    /// The version that is written; what a newer program wrote is read part by part.
    static let version = 1

    /// A value with the version that it was written by.
    private struct Envelope<Value: Codable>: Codable {
        var version: Int
        var value: Value
    }

    /// What could be read.
    struct Reading<Value> {
        /// The value; `nil` where nothing of it could be read.
        var value: Value?
        /// What is missing of it, for the log; none where it was read as a whole.
        var losses: [String] = []
    }

    /// Writes a value; the same gives the same bytes, which the file then does not write again.
    static func bytes(of value: some Codable) -> [UInt8] {
        // Values of these types can't fail to encode; no bytes at all are read as nothing.
        (try? StateJSON.bytes(of: Envelope(version: version, value: value))) ?? []
    }

    /// Reads a value as a whole; `nil` where it is another version's, or damaged.
    private static func whole<Value: Codable>(_ bytes: [UInt8], as type: Value.Type) -> Value? {
        guard let envelope = try? StateJSON.read(Envelope<Value>.self, from: bytes),
            envelope.version == version
        else { return nil }
        return envelope.value
    }

    /// The members of a value whatever its version; none where it is no such document.
    private static func members(of bytes: [UInt8]) -> [String: ConfigValue] {
        guard let document = try? StateJSON.read(ConfigValue.self, from: bytes),
            case .object(let envelope) = document, case .object(let members)? = envelope["value"]
        else { return [:] }
        return members
    }

    /// Reads the state; of one that can't be read as a whole, every part that can.
    ///
    /// - Parameters:
    ///   - bytes: as they were kept.
    ///   - defaults: what takes the place of parts that can't be read.
    /// - Returns: the state, and what is missing of it.
    static func state(_ bytes: [UInt8], defaults: BackgroundTracking.Kept) -> Reading<BackgroundTracking.Kept> {
        if let kept = whole(bytes, as: BackgroundTracking.Kept.self), kept.config.platform == defaults.config.platform {
            return Reading(value: kept)
        }
        let stored = members(of: bytes)
        guard var parts = object(of: defaults), !stored.isEmpty else { return Reading(losses: ["everything"]) }
        var reading = Reading(value: defaults)
        for name in parts.keys.sorted() {
            let before = parts[name]
            parts[name] = name == "config" ? config(in: stored[name], defaults.config) : stored[name]
            if parts[name] != nil, let kept: BackgroundTracking.Kept = value(of: parts) {
                reading.value = kept
            } else {
                parts[name] = before
                reading.losses.append(name)
            }
        }
        return reading
    }

    /// A configuration with every option that can be read.
    private static func config(in value: ConfigValue?, _ defaults: TrackingConfig) -> ConfigValue? {
        guard let value else { return nil }
        var config = defaults
        for option in ConfigOption.all {
            let found = option.path.split(separator: ".").reduce(value as ConfigValue?) { found, step in
                if case .object(let object)? = found { object[String(step)] } else { nil }
            }
            guard let found else { continue }
            // An option that can't be read has its default.
            try? option.set(found, in: &config)
        }
        return object(of: config).map(ConfigValue.object)
    }

    /// Reads the geofences; of those that can't be read as a whole, every record that can.
    ///
    /// - Parameters:
    ///   - bytes: as they were kept.
    ///   - defaults: has no geofences.
    ///   - time: now.
    /// - Returns: the geofences, and what is missing of them.
    static func geofences(
        _ bytes: [UInt8],
        defaults: MonitoredGeofences,
        at time: Timestamp
    ) -> Reading<MonitoredGeofences> {
        if let geofences = whole(bytes, as: MonitoredGeofences.self), geofences.platform == defaults.platform {
            return Reading(value: geofences)
        }
        guard case .list(let list)? = members(of: bytes)["stored"] else { return Reading(losses: ["everything"]) }
        let records = list.compactMap { try? TrackedGeofence(reading: $0) }
        var geofences = defaults
        // Tracking is off there: nothing follows but that they are stored.
        _ = geofences.add(records, at: time)
        return Reading(value: geofences, losses: ["what was watched", "\(list.count - records.count) records"])
    }

    private static func object(of value: some Encodable) -> [String: ConfigValue]? {
        guard let bytes = try? StateJSON.bytes(of: value),
            case .object(let object)? = try? StateJSON.read(ConfigValue.self, from: bytes)
        else { return nil }
        return object
    }

    private static func value<Value: Decodable>(of parts: [String: ConfigValue]) -> Value? {
        guard let bytes = try? StateJSON.bytes(of: ConfigValue.object(parts)) else { return nil }
        return try? StateJSON.read(Value.self, from: bytes)
    }
}
