internal import Foundation
public import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
public import VisitStore

/// Sends a phone's fixes to a service in Footfall's own format, and keeps each until the service has it.
///
/// What is kept is in a file on the phone; a process that ends, a connection that is gone and a service that does not answer
/// cost nothing but time. By the rules of `UploadQueue`: one request at a time, the oldest fixes first, and after a failure
/// the next fix, the next connection or the next start tries again. A fix that the service gets twice counts once there.
public final class FixUploader: Sendable {
    private let phone: any PhoneOS
    private let records: RecordStore
    private let transport: any UploadTransport
    private let config: TrackingConfig
    private let state = Mutex(State())
    /// One thing after the other: fixes come on the phone's threads, answers on the connection's.
    ///
    /// Recursive, for an answer may come while its request is made.
    private let lane = NSRecursiveLock()

    private struct State {
        var queue = UploadQueue()
        var work: [UploadEffect] = []
        var isWorking = false
        var hasBegun = false
    }

    /// Where fixes go, and how many days they are kept.
    public struct Options: Hashable, Sendable {
        /// The service's address for fixes: `https://visits.example/v1/fixes`.
        public var url: String
        /// The access token, which says whose the fixes are.
        public var token: String
        /// How many fixes go into a request at most, 1 or more.
        public var batchSize: Int
        /// How many days a fix is kept that could not be sent, 1 or more.
        public var keptDays: Int

        /// Makes options.
        ///
        /// - Parameters:
        ///   - url: the service's address for fixes, http or https.
        ///   - token: the access token.
        ///   - batchSize: fixes a request, 1 or more.
        ///   - keptDays: days until a fix is given up, 1 or more; the service looks at fixes of the last two days.
        public init(url: String, token: String, batchSize: Int = 100, keptDays: Int = 7) {
            self.url = url
            self.token = token
            self.batchSize = max(1, batchSize)
            self.keptDays = max(1, keptDays)
        }
    }

    /// Makes it; the app hands it to `Facilities`.
    ///
    /// - Parameters:
    ///   - phone: the phone.
    ///   - records: where fixes are kept until they are sent; a file of its own.
    ///   - transport: how requests leave.
    ///   - options: where fixes go.
    public init(phone: any PhoneOS, records: RecordStore, transport: any UploadTransport, options: Options) {
        (self.phone, self.records, self.transport) = (phone, records, transport)
        var config = TrackingConfig(platform: phone.platform)
        config.http.url = options.url
        config.http.rootProperty = "."
        config.http.batchSync = true
        config.http.maxBatchSize = options.batchSize
        config.authorization.accessToken = options.token
        config.persistence.maxDaysToPersist = options.keptDays
        self.config = config
    }

    /// How many fixes wait to be sent.
    ///
    /// - Throws: `VisitStoreError`.
    public var waitingCount: Int { get throws { try records.counts().stored } }

    /// Keeps a fix, and sends what is kept where that can be.
    ///
    /// - Parameters:
    ///   - fix: the reading; one that is kept already is not kept twice.
    ///   - time: now.
    /// - Throws: `VisitStoreError` where it can't be kept.
    func take(_ fix: Fix, at time: Timestamp) throws {
        try lane.withLock {
            try begin()
            let document = FixWriting.json(of: fix)
            let record = TrackingRecord(uuid: Self.name(of: document), recordedAt: time, document: document)
            guard try records.record(record.uuid) == nil else { return }
            let limit = time.advanced(bySeconds: -86_400 * Double(config.persistence.maxDaysToPersist))
            try records.insert([record], limits: RecordLimits(keptFrom: limit))
            try trigger(.recorded(nil), at: time)
        }
    }

    /// Takes note of what the phone tells: a connection, a time to run, a request that is not answered.
    ///
    /// - Throws: `VisitStoreError`.
    func hear(_ signal: PhoneSignal, at time: Timestamp) throws {
        try lane.withLock {
            switch signal {
            case .launched(.bootCompleted):
                try begin()
                try trigger(.booted, at: time)
            case .launched:
                try begin()
                try trigger(.appResumed, at: time)
            case .connectivityChanged(let connectivity) where connectivity.isConnected:
                try trigger(.connectivityRestored, at: time)
            case .appStateChanged(.foreground): try trigger(.appResumed, at: time)
            case .appStateChanged(.background): try trigger(.appPaused, at: time)
            case .backgroundFetch: try trigger(.backgroundFetch, at: time)
            case .timer(let name):
                guard let id = Self.request(ofTimer: name) else { return }
                try run { $0.queue.timedOut(id, in: $1) }
            default: return
            }
        }
    }

    /// What a process left behind that ended within a request waits again.
    private func begin() throws {
        guard state.withLock({ !$0.hasBegun }) else { return }
        state.withLock { $0.hasBegun = true }
        try run { state, _ in state.queue.launch() }
    }

    private func trigger(_ trigger: UploadTrigger, at time: Timestamp) throws {
        try run { $0.queue.trigger(trigger, in: $1) }
    }

    /// Lets the queue decide, and does what it wants until nothing is left.
    private func run(_ decide: (inout State, UploadSituation) -> [UploadEffect]) throws {
        let situation = try situation()
        let isOutermost = state.withLock { state in
            let effects = decide(&state, situation)
            state.work += effects
            defer { state.isWorking = true }
            return !state.isWorking
        }
        guard isOutermost else { return }
        defer { state.withLock { $0.isWorking = false } }
        while let effect = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { try perform(effect) }
    }

    private func perform(_ effect: UploadEffect) throws {
        switch effect {
        case .unlockAll: try records.unlockAll()
        case .select(let limit, let order):
            let found = try records.next(limit: limit, order: RecordOrder(order))
                .map { UploadRecord(uuid: $0.uuid, json: $0.document) }
            try run { $0.queue.selected(found, in: $1) }
        case .send(let request): send(request)
        case .armTimer(let request, let time): phone.setTimer(named: Self.timer(of: request), at: time)
        case .cancelTimer(let request): phone.cancelTimer(named: Self.timer(of: request))
        case .delete(let names): try records.delete(names)
        case .unlock(let names): try records.unlock(names)
        // Nobody asked for tokens, commands or news of uploads; the answer to a request that was given up is passed over.
        case .cancelRequest, .storeTokens, .perform, .tell, .finishSync: break
        }
    }

    private func send(_ request: UploadRequest) {
        phone.beginBackgroundTask(named: Self.timer(of: request.id))
        transport.send(TransportRequest(request)) { [weak self] answer in self?.answered(answer, to: request.id) }
    }

    private func answered(_ answer: TransportAnswer, to id: Int) {
        lane.withLock {
            // What can't be read or written now is put right by the next start: the records are still there.
            try? run { $0.queue.answered(UploadAnswer(answer), to: id, in: $1) }
            phone.endBackgroundTask(named: Self.timer(of: id))
        }
    }

    private func situation() throws -> UploadSituation {
        UploadSituation(
            config: config,
            waitingCount: try records.counts().waiting,
            network: UploadNetwork(PhoneFacts.Connection(phone.connectivity)),
            now: phone.now()
        )
    }
}
