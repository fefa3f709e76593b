internal import Dispatch
public import HTTPTransport
internal import Synchronization
public import VisitModel
public import VisitStore
internal import WebhookDelivery

/// Sends queued messages, and puts on record how that went.
///
/// ```
/// VisitStore: what is due ─▶ DeliveryDesk.takeDue ─▶ transport.send (many at once) ─▶ mailbox
///        ▲                                                                              │
///        └───────────── DeliveryDesk.settle: verdicts, one transaction ◀────────────────┘
/// ```
///
/// What is decided is in `DeliveryDesk`; this is the loop round it. One process at a time sends a database's messages. A
/// message that was under way when the process ended is sent again by the next one, under the same name.
public final class WebhookWorker: Sendable {
    /// What arrives while messages are under way.
    enum Letter: Sendable {
        /// A try has ended.
        case outcome(DeliveryDesk.Outcome)
        /// It is time to look for what is due.
        case tick
        /// There may be something new.
        case wake
        /// No more tries are to be begun.
        case stop
        /// Those that are under way are to be broken off.
        case giveUp
    }

    let store: VisitStore
    let transport: any HTTPSending
    let options: WorkerOptions
    /// The time of the world.
    let now: @Sendable () -> Timestamp
    /// Takes what an operator should hear of.
    let report: @Sendable (DeliveryReportLine) -> Void
    let mailbox = Mailbox<Letter>()
    private let desk: Mutex<DeliveryDesk>
    /// The database is waited for here and not on the threads that other tasks need.
    private let queue = DispatchQueue(label: "footfall.delivery")

    /// Opens the secrets of the database's endpoints and is ready.
    ///
    /// - Parameters:
    ///   - store: where messages are queued.
    ///   - keyFile: the key of the endpoints' secrets.
    ///   - transport: sends requests.
    ///   - options: how patient it is.
    ///   - now: the time of the world.
    ///   - report: takes what an operator should hear of; called on any thread.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `VisitStoreError`.
    public init(
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
            DeliveryDesk(
                store: store,
                // As long as there are no endpoints there may be no key; the first one is sealed with the one made here.
                seal: try store.endpoints().isEmpty ? keyFile.openOrCreate() : keyFile.open(),
                totalLimit: options.totalLimit,
                timeout: options.timeout,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    /// Says that there may be something new to send; whoever queues messages in this process says so, others are noticed.
    public func wake() { mailbox.put(.wake) }

    /// Begins no more tries, waits a little for those that are under way, and lets `run()` return.
    public func stop() { mailbox.put(.stop) }

    /// Uses the desk, away from the threads that other tasks need.
    func atDesk<Value: Sendable>(
        _ body: @escaping @Sendable (inout DeliveryDesk) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try desk.withLock { try body(&$0) } })
            }
        }
    }
}
