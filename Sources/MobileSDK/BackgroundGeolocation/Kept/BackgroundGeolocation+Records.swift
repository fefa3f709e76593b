internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
internal import VisitStore

extension BackgroundGeolocation {
    /// Keeps a location for the server, where its kind is stored.
    func keep(_ location: TrackedLocation, isForced: Bool, at time: Timestamp) {
        let config = session.withLock { $0.tracking.config }
        switch RecordRetention(config).decide(location, persist: isForced ? true : nil) {
        case .leaveOut(let reason): log(.debug, "location not stored: \(reason.rawValue)", at: time)
        case .keep:
            let document = document(of: location, config, at: time)
            let record = TrackingRecord(uuid: location.uuid, recordedAt: location.recordedAt, document: document)
            session.withLock { $0.unwritten.records.append(record) }
        }
    }

    /// A location as it is sent; one that a template makes nothing of is sent in the usual form.
    private func document(of location: TrackedLocation, _ config: TrackingConfig, at time: Timestamp) -> [UInt8] {
        do {
            return try recordWriting(config).json(of: location)
        } catch {
            log(.error, "the record is written without a template: \(error.message)", at: time)
        }
        var plain = config
        (plain.persistence.locationTemplate, plain.persistence.geofenceTemplate) = (nil, nil)
        // Without templates nothing can be wrong.
        return (try? RecordWriting(plain).json(of: location)) ?? []
    }

    private func recordWriting(_ config: TrackingConfig) throws(TrackingEngineError) -> RecordWriting {
        if let known = session.withLock(\.writing), known.holds(for: config) { return known.writing }
        let new = try CachedWriting(config)
        session.withLock { $0.writing = new }
        return new.writing
    }

    /// Which records make way for new ones.
    func recordLimits(at time: Timestamp) -> RecordLimits {
        let config = session.withLock { $0.tracking.config }
        let keptFrom = RecordRetention(config).oldestKept(at: time)
        guard let most = config.recordLimit, most > 0 else { return RecordLimits(keptFrom: keptFrom) }
        // Limits of 1 and more can't be refused.
        return (try? RecordLimits(keptFrom: keptFrom, mostRecords: most)) ?? RecordLimits(keptFrom: keptFrom)
    }

    /// Notes a line for a developer, where the options keep lines of its level.
    ///
    /// Coordinates stand in none above `debug`.
    func log(_ level: LogLine.Level, _ message: @autoclosure () -> String, at time: Timestamp) {
        guard session.withLock({ $0.tracking.config.logger.logLevel.rawValue >= level.rawValue }) else { return }
        let line = LogLine(at: time, level: level, message: message())
        session.withLock { $0.unwritten.log.append(line) }
    }
}
