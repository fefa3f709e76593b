internal import TrackingEngine
internal import VisitModel
internal import VisitStore

/// What happened and is not in the file yet.
struct Unwritten: Sendable {
    /// Records, in order.
    var records: [TrackingRecord] = []
    /// Lines of the log, in order.
    var log: [LogLine] = []
    /// Whether the state and the configuration have changed.
    var hasState = false
    /// Whether the geofences have changed.
    var hasGeofences = false

    /// Whether there is nothing.
    var isEmpty: Bool { records.isEmpty && log.isEmpty && !hasState && !hasGeofences }

    /// The most records, and the most lines, that wait for a file that can't be written.
    static let most = 10_000

    /// Puts back what could not be written, before what came since; of too much the oldest is dropped.
    mutating func putBack(_ older: Unwritten) {
        records = Array((older.records + records).suffix(Self.most))
        log = Array((older.log + log).suffix(Self.most))
        hasState = hasState || older.hasState
        hasGeofences = hasGeofences || older.hasGeofences
    }
}

/// How records are written, kept over records: templates are read once.
struct CachedWriting: Sendable {
    private let persistence: PersistenceConfig
    private let hasTimestampMeta: Bool
    let writing: RecordWriting

    init(_ config: TrackingConfig) throws(TrackingEngineError) {
        persistence = config.persistence
        hasTimestampMeta = config.geolocation.enableTimestampMeta
        writing = try RecordWriting(config)
    }

    /// Whether it is what a configuration says.
    func holds(for config: TrackingConfig) -> Bool {
        config.geolocation.enableTimestampMeta == hasTimestampMeta && config.persistence == persistence
    }
}
