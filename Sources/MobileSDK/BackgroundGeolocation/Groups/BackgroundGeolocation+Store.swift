internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel
public import VisitStore

extension BackgroundGeolocation {
    /// Looks up, uploads and deletes what was recorded (`DataStore`); reading and deleting is safe before `ready`.
    public var store: Store { Store(owner: self) }

    /// What was recorded and that the server does not have yet.
    public struct Store: Sendable {
        let owner: BackgroundGeolocation

        /// The records, in the order in which they are sent (`PersistenceConfig.locationsOrderDirection`).
        ///
        /// - Parameter limit: at most so many, 0 or more; `nil` for all.
        /// - Returns: the records, those in a request among them.
        /// - Throws: `VisitStoreError`.
        public func getLocations(limit: Int? = nil) throws -> [TrackingRecord] {
            try use { config in
                let order = RecordOrder(config.persistence.locationsOrderDirection)
                return try owner.records.records(limit: limit, order: order)
            }
        }

        /// How many records there are, those in a request among them.
        ///
        /// - Throws: `VisitStoreError`.
        public func getCount() throws -> Int { try use { _ in try owner.records.counts().stored } }

        /// Deletes every record, sent or not (`destroyLocations`).
        ///
        /// - Throws: `VisitStoreError`.
        public func destroyLocations() throws { _ = try use { _ in try owner.records.deleteAll() } }

        /// Deletes one record, sent or not.
        ///
        /// - Parameter uuid: its name; one that is not there is ignored.
        /// - Throws: `VisitStoreError`.
        public func destroyLocation(_ uuid: String) throws { _ = try use { _ in try owner.records.delete([uuid]) } }

        /// Stores a location of the app's own, whatever `persistMode` says, and uploads it like any other.
        ///
        /// - Parameter location: the location; its name must be one that no stored record has.
        /// - Throws: `VisitStoreError` with code `repeatedName`; `TrackingEngineError` for a template that makes nothing of it.
        public func insertLocation(_ location: LocationEvent) throws {
            try owner.lane.withLock {
                let time = owner.phone.now()
                try use { config in
                    guard config.recordLimit != 0 else { return }
                    let record = TrackingRecord(
                        uuid: location.uuid,
                        recordedAt: location.recordedAt,
                        document: try RecordWriting(config).json(of: location)
                    )
                    try owner.records.insert([record], limits: owner.recordLimits(at: time))
                }
                owner.add(.recorded(location.event), at: time)
                owner.work()
            }
        }

        /// Uploads everything that waits, whatever `autoSync`, the threshold and the kind of network say.
        ///
        /// - Returns: the records that were sent, in order; none where none waits.
        /// - Throws: `MobileSDKError` with code `notReady` before `ready`; with code `upload` and the `UploadFailure` as its
        ///   cause where it ended before: what was sent until then is deleted, the others stay.
        @discardableResult
        public func sync() async throws -> [UploadRecord] {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try syncNow { outcome in
                        switch outcome {
                        case .sent(let records): continuation.resume(returning: records)
                        case .failed(let failure):
                            let text = failure.description
                            continuation.resume(throwing: MobileSDKError(.upload, text, cause: SyncFailure(failure)))
                        }
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }

        /// The same with an answer that comes by a call, for a simulation in which everything has its turn.
        package func syncNow(
            then answer: @escaping @Sendable (SyncOutcome) -> Void = { _ in }
        ) throws(MobileSDKError) {
            try owner.checkReady("records are uploaded")
            owner.lane.withLock {
                let id = owner.session.withLock { session in
                    let id = session.number()
                    session.syncs[id] = answer
                    return id
                }
                owner.add(.sync(id: id), at: owner.phone.now())
                owner.work()
            }
        }

        /// Uses the file when everything that was recorded until now is in it.
        private func use<Value>(_ body: (TrackingConfig) throws -> Value) throws -> Value {
            try owner.lane.withLock {
                owner.begin(.user)
                owner.write()
                return try body(owner.session.withLock { $0.tracking.config })
            }
        }
    }

    /// Why an upload failed that the app had asked for.
    public struct SyncFailure: Error, Hashable, Sendable {
        /// The SDK's number for it.
        public let failure: UploadFailure

        init(_ failure: UploadFailure) {
            self.failure = failure
        }
    }
}
