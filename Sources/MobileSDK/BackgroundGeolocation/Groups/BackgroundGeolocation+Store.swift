package import MobileSDKCore
internal import PhoneOS
public import PhoneStore
public import TrackingEngine
internal import TrackingModel
public import VisitModel

extension BackgroundGeolocation {
    /// Reads, uploads and deletes records (`DataStore`); reading and deleting may be used before `ready`.
    public var store: Store { Store(owner: self) }

    /// The records that the server does not have yet.
    public struct Store: Sendable {
        let owner: BackgroundGeolocation

        /// Returns the records, in the order in which they are sent (`PersistenceConfig.locationsOrderDirection`).
        ///
        /// They include those of a request in progress. `limit` is 0 or more; `nil` stands for all. Throws
        /// `StorageError`, as the other methods do.
        public func getLocations(limit: Int? = nil) throws -> [TrackingRecord] {
            try owner.runtime.withRecords { records, config in
                let order = RecordOrder(config.persistence.locationsOrderDirection)
                return try records.records(limit: limit, order: order)
            }
        }

        /// Returns the number of records, including those of a request in progress.
        public func getCount() throws -> Int {
            try owner.runtime.withRecords { records, _ in try records.counts().stored }
        }

        /// Deletes every record, sent or not (`destroyLocations`).
        public func destroyLocations() throws {
            _ = try owner.runtime.withRecords { records, _ in try records.deleteAll() }
        }

        /// Deletes one record, sent or not; an unknown name is ignored.
        public func destroyLocation(_ uuid: String) throws {
            _ = try owner.runtime.withRecords { records, _ in try records.delete([uuid]) }
        }

        /// Stores a location of the app, regardless of `persistMode`, and uploads it like any other.
        ///
        /// Its name must differ from all stored records; otherwise `StorageError` with code `repeatedName` is thrown.
        /// Throws `TrackingEngineError` if a template produces no valid record.
        public func insertLocation(_ location: LocationEvent) throws {
            let runtime = owner.runtime
            try runtime.serialized {
                let time = runtime.phone.now()
                try runtime.withRecords { records, config in
                    guard config.recordLimit != 0 else { return }
                    let record = TrackingRecord(
                        uuid: location.uuid,
                        recordedAt: location.recordedAt,
                        document: try RecordWriting(config).json(of: location)
                    )
                    try records.insert([record], limits: runtime.persistence.recordLimits(at: time))
                }
                runtime.session.add(.recorded(location.event), at: time)
                runtime.work()
            }
        }

        /// Uploads all waiting records, regardless of `autoSync`, the threshold and the kind of network.
        ///
        /// Returns the sent records, in order; empty if none waits. Throws `MobileSDKError` with code `notReady` before
        /// `ready`. An upload that ended early throws it with code `upload` and the `UploadFailure` as its cause:
        /// records sent until then are deleted, the others stay.
        @discardableResult
        public func sync() async throws -> [UploadRecord] {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try syncNow { outcome in
                        switch outcome {
                        case .sent(let records): continuation.resume(returning: records)
                        case .failed(let failure):
                            let cause = SyncFailure(failure: failure)
                            continuation.resume(throwing: MobileSDKError(.upload, failure.description, cause: cause))
                        }
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }

        /// The callback form, for a simulation that runs everything in order.
        package func syncNow(then answer: @escaping @Sendable (SyncOutcome) -> Void = { _ in }) throws(MobileSDKError) {
            let runtime = owner.runtime
            try runtime.checkReady("records are uploaded")
            runtime.serialized {
                let id = runtime.session.withLock { $0.calls.addSync(answer) }
                runtime.session.add(.sync(id: id), at: runtime.phone.now())
                runtime.work()
            }
        }
    }

    /// The failure of an upload that the app requested.
    public struct SyncFailure: Error, Hashable, Sendable {
        /// The SDK's code of the failure.
        public let failure: UploadFailure
    }
}

extension BackgroundGeolocation {
    /// Writes, reads, uploads and deletes the log for developers.
    public var logger: Logger { Logger(owner: self) }

    /// The log on the phone: lines up to `LoggerConfig.logLevel`, kept for `logMaxDays` days.
    public struct Logger: Sendable {
        let owner: BackgroundGeolocation

        /// Logs a failure.
        public func error(_ message: String) { log(.error, message) }
        /// Logs a possible problem.
        public func warning(_ message: String) { log(.warning, message) }
        /// Logs an action.
        public func info(_ message: String) { log(.info, message) }
        /// Logs details for a developer.
        public func debug(_ message: String) { log(.debug, message) }
        /// Logs everything else.
        public func verbose(_ message: String) { log(.verbose, message) }

        /// Returns the lines of the log that a query selects, in its order; throws `StorageError`.
        public func getLog(_ query: LogQuery = LogQuery()) throws -> [LogLine] {
            try owner.runtime.call { try owner.runtime.persistence.logLines(query) }
        }

        /// Deletes the whole log; throws `StorageError`.
        public func destroyLog() throws {
            try owner.runtime.call { try owner.runtime.persistence.deleteLog() }
        }

        /// Uploads the log as plain text, one line each, with the headers and the token of uploads.
        ///
        /// The address is http or https. Throws `MobileSDKError` with code `upload` if the server did not accept it,
        /// `storage` if the log cannot be read.
        public func uploadLog(_ url: String, _ query: LogQuery = LogQuery()) async throws {
            try await withCheckedThrowingContinuation { continuation in
                uploadLogNow(url, query) { continuation.resume(with: $0) }
            }
        }

        /// The callback form, for a simulation that runs everything in order.
        package func uploadLogNow(
            _ url: String,
            _ query: LogQuery = LogQuery(),
            then answer: @escaping @Sendable (Result<Void, MobileSDKError>) -> Void
        ) {
            owner.runtime.call { owner.runtime.sendLog(to: url, query, then: answer) }
        }

        private func log(_ level: LogLine.Level, _ message: String) {
            let runtime = owner.runtime
            runtime.call {
                runtime.session.log(level, message, at: runtime.phone.now())
                runtime.work()
            }
        }
    }
}

/// A query of log lines (`SQLQuery`).
public struct LogQuery: Hashable, Sendable {
    /// The inclusive start; `nil` for the first line.
    public var start: Timestamp?
    /// The exclusive end; `nil` for the last line.
    public var end: Timestamp?
    /// The sort order.
    public var order: RecordOrder
    /// The maximum number of lines, 0 or more; `nil` for all.
    public var limit: Int?

    /// Creates a query; the defaults select all lines.
    public init(start: Timestamp? = nil, end: Timestamp? = nil, order: RecordOrder = .oldestFirst, limit: Int? = nil) {
        self.start = start
        self.end = end
        self.order = order
        self.limit = limit
    }
}
