internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import SQLiteStorage
internal import Synchronization
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel

extension BackgroundGeolocation {
    /// Passes an input to tracking and performs its effects.
    func decide(_ decide: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]) {
        lane.withLock {
            begin(.user)
            let time = phone.now()
            session.withLock { $0.add(.tracking(decide(&$0.tracking, time), time)) }
            work()
            wentOn()
        }
    }

    /// Performs all queued work in order, unless that is already in progress.
    func work() {
        guard session.withLock({ $0.beginWork() }) else { return }
        while let next = session.withLock({ $0.nextWork() }) {
            switch next {
            case .tracking(let effects, let time): carryOut(effects, at: time)
            case .uploads(let effects, let time): carryOut(effects, at: time)
            case .trigger(let trigger, let time): upload(after: trigger, at: time)
            }
        }
        write()
    }

    /// Performs effects of tracking: on the phone first, then the file, then the app, then the server.
    ///
    /// So an event that the app receives is already stored. A process that ends in between has requested too much from
    /// the phone rather than too little, which the next process corrects.
    private func carryOut(_ effects: [TrackingEffect], at time: Timestamp) {
        var (emitted, triggers): ([TrackingEffect], [UploadTrigger]) = ([], [])
        for effect in effects {
            switch effect {
            case .emit(let event):
                emitted.append(effect)
                if case .heartbeat = event { triggers.append(.heartbeat) }
            case .debug:
                emitted.append(effect)
            case .store(let location, let trigger, let isForced):
                store(location, isForced: isForced, at: time)
                triggers.append(.recorded(trigger == .motionChange ? .motionChange : location.event))
            case .save: session.withLock { $0.recordChange() }
            case .saveGeofences: session.withLock { $0.unwritten.hasGeofences = true }
            case .updates, .requestFix, .significantChanges, .activityUpdates, .foregroundService, .stayAwake,
                .stationaryRegion, .geofenceRegions, .timer, .requestPermission:
                request(for: effect, at: time)
            }
        }
        write()
        for effect in emitted {
            switch effect {
            case .emit(let event): deliver(on: event, at: time)
            case .debug(let note): show(note, at: time)
            default: break
            }
        }
        for trigger in triggers { session.withLock { $0.add(.trigger(trigger, time)) } }
    }

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

    /// Writes everything that is not in the file yet (`Writing.whenSettled`), at a moment after which nothing may be
    /// lost.
    package func flush() {
        lane.withLock { write(all: true) }
    }

    /// Writes what is not in the file yet in one transaction, so that after a crash the records and the state that
    /// follows from them are both there or both missing.
    ///
    /// After a failure the data is kept in memory for the next attempt, and the failure is reported.
    ///
    /// - Parameter all: whether to include a state and log that may still wait.
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
}
