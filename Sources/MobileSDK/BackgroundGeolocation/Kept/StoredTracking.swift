internal import PhoneStore
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel

/// The state that outlives the process in its stored form: the tracking state with the configuration, and the
/// geofences.
enum StoredTracking {
    static let stateName = TrackingStateName("bggeo_state")
    static let geofencesName = TrackingStateName("bggeo_geofences")
    /// A flag: the phone may have lost its regions.
    static let regionsLostName = TrackingStateName("bggeo_regions_lost")

    /// The phone's boot time at the last boot after which tracking continued.
    static let bootTimeName = TrackingStateName("bggeo_boot_time")

    /// The written version; data of a newer program is read part by part.
    static let version = 1

    private struct Envelope<Value: Codable>: Codable {
        var version: Int
        var value: Value
    }

    struct Reading<Value> {
        /// The value; `nil` if no part of it could be read.
        var value: Value?
        /// The missing parts, for the log; empty if it was read completely.
        var losses: [String] = []
    }

    /// Encodes a value; equal values give equal bytes, which the file does not write again.
    static func bytes(of value: some Codable) -> [UInt8] {
        // Values of these types cannot fail to encode; empty bytes are read as no value.
        (try? StateJSON.bytes(of: Envelope(version: version, value: value))) ?? []
    }

    /// Decodes a complete value; `nil` if it is of another version or damaged.
    private static func whole<Value: Codable>(_ bytes: [UInt8], as type: Value.Type) -> Value? {
        guard let envelope = try? StateJSON.read(Envelope<Value>.self, from: bytes),
            envelope.version == version
        else { return nil }
        return envelope.value
    }

    /// Returns the members of a value of any version; empty if it is not such a document.
    private static func members(of bytes: [UInt8]) -> [String: ConfigValue] {
        guard let document = try? StateJSON.read(ConfigValue.self, from: bytes),
            case .object(let envelope) = document, case .object(let members)? = envelope["value"]
        else { return [:] }
        return members
    }

    /// Decodes the state or, if that fails, every part that can be decoded; `defaults` replaces the others.
    static func state(
        _ bytes: [UInt8],
        defaults: BackgroundTracking.StoredState
    ) -> Reading<BackgroundTracking.StoredState> {
        if let kept = whole(bytes, as: BackgroundTracking.StoredState.self),
            kept.config.platform == defaults.config.platform
        {
            return Reading(value: kept)
        }
        let stored = members(of: bytes)
        guard var parts = object(of: defaults), !stored.isEmpty else { return Reading(losses: ["everything"]) }
        var reading = Reading(value: defaults)
        for name in parts.keys.sorted() {
            let before = parts[name]
            parts[name] = name == "config" ? config(in: stored[name], defaults.config) : stored[name]
            if parts[name] != nil, let kept: BackgroundTracking.StoredState = value(of: parts) {
                reading.value = kept
            } else {
                parts[name] = before
                reading.losses.append(name)
            }
        }
        return reading
    }

    private static func config(in value: ConfigValue?, _ defaults: TrackingConfig) -> ConfigValue? {
        guard let value else { return nil }
        var config = defaults
        for option in ConfigOption.all {
            let found = option.path.split(separator: ".").reduce(value as ConfigValue?) { found, step in
                if case .object(let object)? = found { object[String(step)] } else { nil }
            }
            guard let found else { continue }
            // An option that cannot be decoded keeps its default.
            try? option.set(found, in: &config)
        }
        return object(of: config).map(ConfigValue.object)
    }

    /// Decodes the geofences or, if that fails, every record that can be decoded; `defaults` has no geofences.
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
        // Tracking is off in this value: the geofences are stored without other effects.
        _ = geofences.add(records, at: time)
        return Reading(value: geofences, losses: ["the monitored regions", "\(list.count - records.count) records"])
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

/// The phone's boot time as it is stored, from which a later process detects that the phone was rebooted.
///
/// iOS notifies no app of a boot: the app is launched by a region or a background fetch, as at any other time.
struct BootTime: Hashable, Sendable {
    /// The minimum difference between the boot times of two boots, in seconds: a phone takes longer to shut down and
    /// start, and few corrections of its clock are larger.
    static let toleranceSeconds = 10.0

    let time: Timestamp

    init(_ time: Timestamp) { self.time = time }

    /// `nil` for anything but what `bytes` produced.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        time = Timestamp(milliseconds: Int64(truncatingIfNeeded: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }))
    }

    /// Milliseconds since 1970, most significant byte first.
    var bytes: [UInt8] {
        let value = UInt64(bitPattern: time.milliseconds)
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
    }

    func isBefore(bootAt other: Timestamp) -> Bool { time.seconds(to: other) > Self.toleranceSeconds }
}

/// Data that is not in the file yet.
struct Unwritten: Sendable {
    var records: [TrackingRecord] = []
    var log: [LogLine] = []
    /// Whether the state and the configuration have changed.
    var hasState = false
    var hasGeofences = false
    var isEmpty: Bool { records.isEmpty && log.isEmpty && !hasState && !hasGeofences }

    /// The maximum number of records, and of lines, in memory while the file cannot be written.
    static let most = 10_000

    /// Restores the data of a failed write before newer data; beyond the maximum the oldest is dropped.
    mutating func putBack(_ older: Unwritten) {
        records = Array((older.records + records).suffix(Self.most))
        log = Array((older.log + log).suffix(Self.most))
        hasState = hasState || older.hasState
        hasGeofences = hasGeofences || older.hasGeofences
    }
}

/// The cached writing of records, so that templates are parsed once.
struct CachedWriting: Sendable {
    private let persistence: PersistenceConfig
    private let hasTimestampMeta: Bool
    let writing: RecordWriting

    init(_ config: TrackingConfig) throws(TrackingEngineError) {
        persistence = config.persistence
        hasTimestampMeta = config.geolocation.enableTimestampMeta
        writing = try RecordWriting(config)
    }

    func holds(for config: TrackingConfig) -> Bool {
        config.geolocation.enableTimestampMeta == hasTimestampMeta && config.persistence == persistence
    }
}
