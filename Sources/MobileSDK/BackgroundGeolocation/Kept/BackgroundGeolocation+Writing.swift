internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
internal import VisitStore

extension BackgroundGeolocation {
    /// Writes everything that is not in the file yet (`Writing.whenSettled`); at a moment that nothing may be lost after.
    package func settle() {
        lane.withLock { write(all: true) }
    }

    /// Writes what is not in the file yet, in one transaction: of a process that is killed, records and the state that goes on
    /// from them are there together or not at all.
    ///
    /// What can't be written is kept in mind for the next time, and told.
    ///
    /// - Parameter all: whether the state and the log are written where they may wait.
    func write(all: Bool = false) {
        let waits = writing == .whenSettled && !all
        let (batch, kept, geofences) = session.withLock { session in
            let unwritten = session.unwritten
            let mayWrite = session.loadTrouble == nil && !unwritten.isEmpty && !(waits && unwritten.records.isEmpty)
            guard mayWrite else { return (Unwritten(), nil as BackgroundTracking.Kept?, nil as MonitoredGeofences?) }
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
            session.withLock { $0.writeTrouble = nil }
        } catch {
            failed(batch, error)
        }
    }

    /// Keeps what could not be written; a record whose name is there already is none that is missing.
    private func failed(_ batch: Unwritten, _ error: any Error) {
        var batch = batch
        if let error = error as? VisitStoreError, error.code == .repeatedName {
            batch.records.removeAll { record in (try? records.record(record.uuid)).flatMap { $0 } != nil }
        }
        let text = "what was recorded can't be written and is kept in mind until it can: \(error)"
        let trouble = MobileSDKError(.storage, text, cause: error)
        session.withLock { session in
            session.unwritten.putBack(batch)
            session.writeTrouble = trouble
        }
        hub.tell(.failure(trouble))
    }
}
