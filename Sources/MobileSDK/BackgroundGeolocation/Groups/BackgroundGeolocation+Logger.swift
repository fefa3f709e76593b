internal import Foundation
package import MobileSDKCore
internal import PhoneOS
public import PhoneStore
internal import Synchronization
internal import TrackingEngine
public import VisitModel

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

        /// Returns lines of the log.
        ///
        /// - Parameter query: selects and sorts the lines.
        /// - Returns: the lines in the order of the query.
        /// - Throws: `StorageError`.
        public func getLog(_ query: LogQuery = LogQuery()) throws -> [LogLine] {
            try owner.lane.withLock {
                owner.begin(.user)
                return try owner.logLines(query)
            }
        }

        /// Deletes the whole log.
        ///
        /// - Throws: `StorageError`.
        public func destroyLog() throws {
            _ = try owner.lane.withLock {
                owner.begin(.user)
                owner.session.withLock { $0.unwritten.log = [] }
                return try owner.records.deleteLog()
            }
        }

        /// Uploads the log as plain text, one line each, with the headers and the token of uploads.
        ///
        /// - Parameters:
        ///   - url: an http or https address.
        ///   - query: selects and sorts the lines.
        /// - Throws: `MobileSDKError` with code `upload` if the server did not accept it, `storage` if the log cannot
        ///   be read.
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
            owner.lane.withLock {
                owner.begin(.user)
                owner.sendLog(to: url, query, then: answer)
            }
        }

        private func log(_ level: LogLine.Level, _ message: String) {
            owner.lane.withLock {
                owner.begin(.user)
                owner.log(level, message, at: owner.phone.now())
                owner.work()
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
    ///
    /// - Parameters:
    ///   - start: the inclusive start.
    ///   - end: the exclusive end.
    ///   - order: the sort order.
    ///   - limit: the maximum number of lines, 0 or more.
    public init(
        start: Timestamp? = nil,
        end: Timestamp? = nil,
        order: RecordOrder = .oldestFirst,
        limit: Int? = nil
    ) {
        self.start = start
        self.end = end
        self.order = order
        self.limit = limit
    }
}
