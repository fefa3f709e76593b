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
/// the next fix, the next connection or the next start tries again; so it does after a failure of the file itself, whose
/// fixes are kept in mind until they can be written. A fix that the service gets twice counts once there.
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
        /// Whether the file is as the queue has it in mind: not before what an earlier process left behind was put right, and
        /// not after something could not be read or written.
        var isInStep = false
        /// Fixes that could not be written yet, the oldest first.
        var unwritten: [TrackingRecord] = []
    }

    /// The most fixes that wait for a file that can't be written.
    private static let mostUnwritten = 10_000

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
    public var waitingCount: Int { get throws { try records.counts().stored + state.withLock(\.unwritten.count) } }

    /// Keeps a fix, and sends what is kept where that can be.
    ///
    /// - Parameters:
    ///   - fix: the reading; one that is kept already is not kept twice.
    ///   - time: now.
    /// - Throws: `VisitStoreError` where the file fails; the fix is kept in mind then, and the next occasion tries again.
    func take(_ fix: Fix, at time: Timestamp) throws {
        try lane.withLock {
            let document = FixWriting.json(of: fix)
            let record = TrackingRecord(uuid: Self.name(of: document), recordedAt: time, document: document)
            state.withLock { state in
                guard !state.unwritten.contains(where: { $0.uuid == record.uuid }) else { return }
                state.unwritten = state.unwritten.suffix(Self.mostUnwritten - 1) + [record]
            }
            guard try write(at: time) else { return }
            try trigger(.recorded(nil), at: time)
        }
    }

    /// Takes note of what the phone tells: a connection, a time to run, a request that is not answered.
    ///
    /// - Throws: `VisitStoreError` where the file fails; the next occasion tries again.
    func hear(_ signal: PhoneSignal, at time: Timestamp) throws {
        try lane.withLock {
            if case .timer(let name) = signal {
                guard let id = Self.request(ofTimer: name) else { return }
                defer { phone.endBackgroundTask(named: name) }
                try run { $0.queue.timedOut(id, in: $1) }
            } else if let trigger = Self.trigger(of: signal) {
                try write(at: time)
                try self.trigger(trigger, at: time)
            }
        }
    }

    /// Writes the fixes that are not in the file yet.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    private func write(at time: Timestamp) throws -> Bool {
        let unwritten = state.withLock(\.unwritten)
        guard !unwritten.isEmpty else { return false }
        let new = try unwritten.filter { try records.record($0.uuid) == nil }
        let limit = time.advanced(bySeconds: -86_400 * Double(config.persistence.maxDaysToPersist))
        try records.insert(new, limits: RecordLimits(keptFrom: limit))
        state.withLock { $0.unwritten = [] }
        return !new.isEmpty
    }

    /// What an earlier process left behind that ended within a request waits again, and so does what was in a request when
    /// the file failed: the answer to that changes nothing any more.
    private func begin() throws {
        let isInStep = state.withLock { state in
            defer { state.isInStep = true }
            return state.isInStep
        }
        if !isInStep { try run { state, _ in state.queue.launch() } }
    }

    private func trigger(_ trigger: UploadTrigger, at time: Timestamp) throws {
        try begin()
        try run { $0.queue.trigger(trigger, in: $1) }
    }

    /// Lets the queue decide, and does what it wants until nothing is left.
    ///
    /// Where the file fails meanwhile, the queue begins anew at the next occasion.
    private func run(_ decide: (inout State, UploadSituation) -> [UploadEffect]) throws {
        do {
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
        } catch {
            state.withLock { ($0.work, $0.isInStep) = ([], false) }
            throw error
        }
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
            // What can't be read or written now is put right by the next occasion: the records are still there.
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
