internal import PhoneStore
internal import TrackingModel
internal import TrackingEngine
internal import VisitModel

/// Data that is not in the file yet.
struct Unwritten: Sendable {
    /// Records, in order.
    var records: [TrackingRecord] = []
    /// Log lines, in order.
    var log: [LogLine] = []
    /// Whether the state and the configuration have changed.
    var hasState = false
    /// Whether the geofences have changed.
    var hasGeofences = false

    /// Whether there is no data.
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

    /// Returns whether it matches a configuration.
    func holds(for config: TrackingConfig) -> Bool {
        config.geolocation.enableTimestampMeta == hasTimestampMeta && config.persistence == persistence
    }
}
