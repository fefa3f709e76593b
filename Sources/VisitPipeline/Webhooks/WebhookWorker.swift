internal import Dispatch
package import HTTPTransport
internal import Synchronization
package import VisitModel
package import VisitStore
internal import WebhookDelivery

/// The sender of queued messages, which records the outcome of every attempt.
///
/// ```
/// VisitStore: what is due ─▶ DeliveryScheduler.takeDue ─▶ transport.send (many at once) ─▶ mailbox
///        ▲                                                                              │
///        └───────────── DeliveryScheduler.settle: verdicts, one transaction ◀────────────────┘
/// ```
///
/// The decisions are in `DeliveryScheduler`; this is the loop around it. One process at a time sends a database's messages.
/// An attempt that was in progress when the process ended is repeated by the next one, with the same message id.
package final class WebhookWorker: Sendable {
    /// A message to the loop.
    enum Message: Sendable {
        /// An attempt has ended.
        case outcome(DeliveryScheduler.Outcome)
        /// It is time to look for due messages.
        case tick
        /// There may be new messages.
        case wake
        /// No more attempts are to be started.
        case stop
        /// Attempts in progress are to be cancelled.
        case giveUp
    }

    let store: VisitStore
    let transport: any HTTPSending
    let options: WorkerOptions
    /// The clock.
    let now: @Sendable () -> Timestamp
    /// Called with messages to the operator.
    let report: @Sendable (DeliveryReportLine) -> Void
    let mailbox = MessageQueue<Message>()
    private let desk: Mutex<DeliveryScheduler>
    /// The queue that waits for the database, instead of the threads that other tasks need.
    private let queue = DispatchQueue(label: "footfall.delivery")

    /// Decrypts the secrets of the database's endpoints.
    ///
    /// - Parameters:
    ///   - store: the database with the queued messages.
    ///   - keyFile: the key of the endpoints' secrets.
    ///   - transport: sends requests.
    ///   - options: limits and timeouts.
    ///   - now: the clock.
    ///   - report: called on any thread with messages to the operator.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `StorageError`.
    package init(
        store: VisitStore,
        keyFile: WebhookKeyFile,
        transport: any HTTPSending,
        options: WorkerOptions = WorkerOptions(),
        now: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (DeliveryReportLine) -> Void = { _ in }
    ) throws {
        self.store = store
        self.transport = transport
        self.options = options
        self.now = now
        self.report = report
        self.desk = Mutex(
            DeliveryScheduler(
                store: store,
                // Without endpoints there may be no key; the first endpoint's secret is encrypted with the one created
                // here.
                seal: try store.endpoints().isEmpty ? keyFile.openOrCreate() : keyFile.open(),
                totalLimit: options.totalLimit,
                timeout: options.timeout,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    /// Signals that there may be new messages; those queued by other processes are found by polling.
    package func wake() { mailbox.append(.wake) }

    /// Starts no more attempts, waits for those in progress up to `WorkerOptions.stopPatience`, and lets `run()`
    /// return.
    package func stop() { mailbox.append(.stop) }

    /// Accesses the scheduler on a separate queue, and not on the threads that other tasks need.
    func atDesk<Value: Sendable>(
        _ body: @escaping @Sendable (inout DeliveryScheduler) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try desk.withLock { try body(&$0) } })
            }
        }
    }
}
