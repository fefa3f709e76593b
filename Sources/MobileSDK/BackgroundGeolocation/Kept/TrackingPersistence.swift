internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import SQLiteStorage
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel

/// Writes the records, the state and the log of a session to the phone's file, in one transaction each time.
struct TrackingPersistence: Sendable {
    /// The file; `write` precedes each reading, as it may lack the newest data.
    let records: RecordStore
    let phone: any PhoneOS
    let session: SharedSession
    let writing: BackgroundGeolocation.Writing
    /// Receives the failures of writes.
    let hub: EventHub<BackgroundGeolocation.Event>

    /// Stores a location for upload with the next write, if the options store its kind.
    func store(_ location: TrackedLocation, isForced: Bool, at time: Timestamp) {
        let config = session.withLock { $0.tracking.config }
        switch RecordRetention(config).decide(location, persist: isForced ? true : nil) {
        case .leaveOut(let reason): session.log(.debug, "location not stored: \(reason.rawValue)", at: time)
        case .keep:
            let document = document(of: location, config, at: time)
            let record = TrackingRecord(uuid: location.uuid, recordedAt: location.recordedAt, document: document)
            session.withLock { $0.unwritten.records.append(record) }
        }
    }

    /// The default form if the template fails.
    private func document(of location: TrackedLocation, _ config: TrackingConfig, at time: Timestamp) -> [UInt8] {
        do {
            return try recordWriting(config).json(of: location)
        } catch {
            session.log(.error, "the record is written without a template: \(error.message)", at: time)
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

    func recordLimits(at time: Timestamp) -> RecordLimits {
        let config = session.withLock { $0.tracking.config }
        let keptFrom = RecordRetention(config).oldestKept(at: time)
        guard let most = config.recordLimit, most > 0 else { return RecordLimits(keptFrom: keptFrom) }
        // Limits of 1 and more are always valid.
        return (try? RecordLimits(keptFrom: keptFrom, mostRecords: most)) ?? RecordLimits(keptFrom: keptFrom)
    }

    /// Writes what is not in the file yet in one transaction, so that after a crash the records and the state that
    /// follows from them are both there or both missing.
    ///
    /// After a failure the data is kept in memory for the next attempt, and the failure is reported. `all` includes a
    /// state and log that may still wait.
    func write(all: Bool = false) {
        let waits = writing == .whenSettled && !all
        let (batch, kept, geofences) = session.withLock { session in
            let unwritten = session.unwritten
            let mayWrite = session.loadError == nil && !unwritten.isEmpty && !(waits && unwritten.records.isEmpty)
            guard mayWrite else {
                return (Unwritten(), nil as BackgroundTracking.StoredState?, nil as MonitoredGeofences?)
            }
            var batch = unwritten
            session.unwritten = Unwritten()
            if waits {
                (session.unwritten.hasState, session.unwritten.hasGeofences) = (batch.hasState, batch.hasGeofences)
                (batch.hasState, batch.hasGeofences) = (false, false)
            }
            return (
                batch, batch.hasState ? session.tracking.kept : nil,
                batch.hasGeofences ? session.tracking.geofences : nil
            )
        }
        guard !batch.isEmpty else { return }
        var states: [TrackingStateName: [UInt8]] = [:]
        if let kept { states[StoredTracking.stateName] = StoredTracking.bytes(of: kept) }
        if let geofences { states[StoredTracking.geofencesName] = StoredTracking.bytes(of: geofences) }
        do {
            try records.insert(batch.records, limits: recordLimits(at: phone.now()), states: states, log: batch.log)
            session.withLock { $0.writeError = nil }
        } catch {
            failed(batch, error)
        }
    }

    /// Restores the data of a failed write; a record of which the name is in the file already is not missing.
    private func failed(_ batch: Unwritten, _ error: any Error) {
        var batch = batch
        if let error = error as? StorageError, error.code == .repeatedName {
            batch.records.removeAll { record in (try? records.record(record.uuid)).flatMap { $0 } != nil }
        }
        let text = "the records can't be written and stay in memory until they can: \(error)"
        let failure = MobileSDKError(.storage, text, cause: error)
        session.withLock { session in
            session.unwritten.putBack(batch)
            session.writeError = failure
        }
        hub.emit(.failure(failure))
    }

    /// Returns lines of the log, including those that were not in the file yet.
    func logLines(_ query: LogQuery) throws -> [LogLine] {
        write(all: true)
        return try records.logLines(from: query.start, to: query.end, order: query.order, limit: query.limit)
    }

    /// Including lines that were not in the file yet.
    func deleteLog() throws {
        session.withLock { $0.unwritten.log = [] }
        _ = try records.deleteLog()
    }

    /// Deletes expired records and log lines that are not in use.
    func deleteExpired(at time: Timestamp) {
        guard session.withLock({ $0.loadError == nil }) else { return }
        do {
            try records.purge(recordLimits(at: time))
            let lifetime = session.withLock { $0.tracking.config.logLifetimeDuration }
            try records.purgeLog(before: time.advanced(by: .zero - lifetime))
        } catch {
            session.log(.error, "old records can't be deleted: \(error)", at: time)
        }
    }
}
