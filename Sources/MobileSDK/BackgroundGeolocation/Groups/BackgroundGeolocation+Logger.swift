internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
public import VisitStore

extension BackgroundGeolocation {
    /// Writes, reads, sends and deletes the log for developers.
    public var logger: Logger { Logger(owner: self) }

    /// The log on the phone: what `LoggerConfig.logLevel` keeps, for `logMaxDays` days.
    public struct Logger: Sendable {
        let owner: BackgroundGeolocation

        /// Notes what failed.
        public func error(_ message: String) { log(.error, message) }
        /// Notes what may go wrong.
        public func warning(_ message: String) { log(.warning, message) }
        /// Notes what was done.
        public func info(_ message: String) { log(.info, message) }
        /// Notes details for a developer.
        public func debug(_ message: String) { log(.debug, message) }
        /// Notes everything else.
        public func verbose(_ message: String) { log(.verbose, message) }

        /// Lines of the log.
        ///
        /// - Parameter query: which.
        /// - Returns: the lines in their order.
        /// - Throws: `VisitStoreError`.
        public func getLog(_ query: LogQuery = LogQuery()) throws -> [LogLine] {
            try owner.lane.withLock {
                owner.begin(.user)
                return try owner.logLines(query)
            }
        }

        /// Deletes the whole log.
        ///
        /// - Throws: `VisitStoreError`.
        public func destroyLog() throws {
            _ = try owner.lane.withLock {
                owner.begin(.user)
                owner.session.withLock { $0.unwritten.log = [] }
                return try owner.records.deleteLog()
            }
        }

        /// Sends the log to an address, as a text with a line for each, with the headers and the token of uploads.
        ///
        /// - Parameters:
        ///   - url: an http or https address.
        ///   - query: which lines.
        /// - Throws: `MobileSDKError` with code `upload` where the server did not take it, `storage` where the log can't be
        ///   read.
        public func uploadLog(_ url: String, _ query: LogQuery = LogQuery()) async throws {
            try await withCheckedThrowingContinuation { continuation in
                uploadLogNow(url, query) { continuation.resume(with: $0) }
            }
        }

        /// The same with an answer that comes by a call, for a simulation in which everything has its turn.
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
