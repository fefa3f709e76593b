internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import SQLiteStorage
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
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
            let mayWrite = session.loadTrouble == nil && !unwritten.isEmpty && !(waits && unwritten.records.isEmpty)
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
            session.withLock { $0.writeTrouble = nil }
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
        let trouble = MobileSDKError(.storage, text, cause: error)
        session.withLock { session in
            session.unwritten.putBack(batch)
            session.writeTrouble = trouble
        }
        hub.emit(.failure(trouble))
    }
}
