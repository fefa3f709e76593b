package import MobileSDKCore
public import PhoneStore
internal import TrackingModel
internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Reads, uploads and deletes records (`DataStore`); reading and deleting may be used before `ready`.
    public var store: Store { Store(owner: self) }

    /// The records that the server does not have yet.
    public struct Store: Sendable {
        let owner: BackgroundGeolocation

        /// Returns the records, in the order in which they are sent (`PersistenceConfig.locationsOrderDirection`).
        ///
        /// - Parameter limit: the maximum number, 0 or more; `nil` for all.
        /// - Returns: the records, including those of a request in progress.
        /// - Throws: `StorageError`.
        public func getLocations(limit: Int? = nil) throws -> [TrackingRecord] {
            try use { config in
                let order = RecordOrder(config.persistence.locationsOrderDirection)
                return try owner.records.records(limit: limit, order: order)
            }
        }

        /// Returns the number of records, including those of a request in progress.
        ///
        /// - Throws: `StorageError`.
        public func getCount() throws -> Int { try use { _ in try owner.records.counts().stored } }

        /// Deletes every record, sent or not (`destroyLocations`).
        ///
        /// - Throws: `StorageError`.
        public func destroyLocations() throws { _ = try use { _ in try owner.records.deleteAll() } }

        /// Deletes one record, sent or not.
        ///
        /// - Parameter uuid: the record's name; an unknown one is ignored.
        /// - Throws: `StorageError`.
        public func destroyLocation(_ uuid: String) throws { _ = try use { _ in try owner.records.delete([uuid]) } }

        /// Stores a location of the app, regardless of `persistMode`, and uploads it like any other.
        ///
        /// - Parameter location: the location; its name must differ from all stored records.
        /// - Throws: `StorageError` with code `repeatedName`; `TrackingEngineError` if a template produces no valid
        ///   record.
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

        /// Uploads all waiting records, regardless of `autoSync`, the threshold and the kind of network.
        ///
        /// - Returns: the sent records, in order; empty if none waits.
        /// - Throws: `MobileSDKError` with code `notReady` before `ready`; with code `upload` and the `UploadFailure`
        ///   as its cause if it ended early: records sent until then are deleted, the others stay.
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

        /// The callback form, for a simulation that runs everything in order.
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

        /// Writes all pending records, then accesses the file.
        private func use<Value>(_ body: (TrackingConfig) throws -> Value) throws -> Value {
            try owner.lane.withLock {
                owner.begin(.user)
                owner.write()
                return try body(owner.session.withLock { $0.tracking.config })
            }
        }
    }

    /// The failure of an upload that the app requested.
    public struct SyncFailure: Error, Hashable, Sendable {
        /// The SDK's code of the failure.
        public let failure: UploadFailure

        init(_ failure: UploadFailure) {
            self.failure = failure
        }
    }
}
