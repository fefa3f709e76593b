internal import PhoneStore
internal import TrackingModel
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Stores a location for upload, if the options store its kind.
    func store(_ location: TrackedLocation, isForced: Bool, at time: Timestamp) {
        let config = session.withLock { $0.tracking.config }
        switch RecordRetention(config).decide(location, persist: isForced ? true : nil) {
        case .leaveOut(let reason): log(.debug, "location not stored: \(reason.rawValue)", at: time)
        case .keep:
            let document = document(of: location, config, at: time)
            let record = TrackingRecord(uuid: location.uuid, recordedAt: location.recordedAt, document: document)
            session.withLock { $0.unwritten.records.append(record) }
        }
    }

    /// Returns the uploaded form of a location; the default form if the template fails.
    private func document(of location: TrackedLocation, _ config: TrackingConfig, at time: Timestamp) -> [UInt8] {
        do {
            return try recordWriting(config).json(of: location)
        } catch {
            log(.error, "the record is written without a template: \(error.message)", at: time)
        }
        var plain = config
        (plain.persistence.locationTemplate, plain.persistence.geofenceTemplate) = (nil, nil)
        // Without templates this cannot fail.
        return (try? RecordWriting(plain).json(of: location)) ?? []
    }

    private func recordWriting(_ config: TrackingConfig) throws(TrackingEngineError) -> RecordWriting {
        if let known = session.withLock(\.writing), known.holds(for: config) { return known.writing }
        let new = try CachedWriting(config)
        session.withLock { $0.writing = new }
        return new.writing
    }

    /// Returns the limits by which old records are purged.
    func recordLimits(at time: Timestamp) -> RecordLimits {
        let config = session.withLock { $0.tracking.config }
        let keptFrom = RecordRetention(config).oldestKept(at: time)
        guard let most = config.recordLimit, most > 0 else { return RecordLimits(keptFrom: keptFrom) }
        // Limits of 1 and more are always valid.
        return (try? RecordLimits(keptFrom: keptFrom, mostRecords: most)) ?? RecordLimits(keptFrom: keptFrom)
    }

    /// Logs a line, if the options keep lines of its level.
    ///
    /// Lines above `debug` contain no coordinates.
    func log(_ level: LogLine.Level, _ message: @autoclosure () -> String, at time: Timestamp) {
        guard session.withLock({ $0.tracking.config.logger.logLevel.rawValue >= level.rawValue }) else { return }
        let line = LogLine(at: time, level: level, message: message())
        session.withLock { $0.unwritten.log.append(line) }
    }
}
