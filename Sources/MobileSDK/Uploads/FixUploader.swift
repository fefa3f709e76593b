internal import Foundation
public import MobileSDKCore
public import PhoneOS
public import PhoneStore
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

/// Sends a phone's fixes to a service in Footfall's own format, and keeps each until the service has accepted it.
///
/// The fixes are in a file on the phone: the end of the process, a lost connection or an unresponsive service only
/// delay them. The rules are those of `UploadQueue`: one request at a time, the oldest fixes first, and after a failure
/// the next fix, connection or start retries. The same holds for a failure of the file: its fixes are kept in memory
/// until they can be written. The service counts a fix that it receives twice once.
public final class FixUploader: Sendable {
    private let phone: any PhoneOS
    private let records: RecordStore
    private let transport: any UploadTransport
    private let config: TrackingConfig
    private let state = Mutex(State())
    /// Serializes fixes, which arrive on the phone's threads, and responses, which arrive on the connection's.
    ///
    /// Recursive, since a response may arrive while its request is made.
    private let lane = NSRecursiveLock()

    private struct State {
        var queue = UploadQueue()
        var work: [UploadEffect] = []
        var isWorking = false
        /// Whether the file matches the queue's state: false until the leftovers of an earlier process were restored,
        /// and after a failed read or write.
        var isInStep = false
        /// Fixes that could not be written yet, oldest first.
        var unwritten: [TrackingRecord] = []
    }

    /// The maximum number of fixes in memory while the file cannot be written.
    private static let mostUnwritten = 10_000

    /// Creates an uploader, which the app passes to `Facilities`; `records` is a file used by nothing else.
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

    /// The number of fixes that wait to be sent; throws `StorageError`.
    public var waitingCount: Int { get throws { try records.counts().stored + state.withLock(\.unwritten.count) } }

    /// Stores a fix, unless it is stored already, and sends the stored fixes if possible.
    ///
    /// Throws `StorageError` if the file fails; the fix is then kept in memory and retried at the next occasion.
    func enqueue(_ fix: Fix, at time: Timestamp) throws {
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

    /// Handles a connection, a time to run, or the timeout of a request; throws `StorageError` if the file fails, and
    /// the next occasion retries.
    func handle(_ signal: PhoneSignal, at time: Timestamp) throws {
        try lane.withLock {
            if case .timer(let name) = signal {
                guard let id = Self.request(ofTimer: name) else { return }
                defer { phone.endBackgroundTask(named: name) }
                try run(at: time) { $0.queue.timedOut(id, in: $1) }
            } else if let trigger = Self.trigger(of: signal) {
                try write(at: time)
                try self.trigger(trigger, at: time)
            }
        }
    }

    /// Writes the fixes that are not in the file yet, and returns whether there were any.
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

    /// Requeues the fixes of a request that was in progress when an earlier process ended or when the file failed; a
    /// response to that request changes nothing any more.
    private func begin(at time: Timestamp) throws {
        let isInStep = state.withLock { state in
            defer { state.isInStep = true }
            return state.isInStep
        }
        if !isInStep { try run(at: time) { state, _ in state.queue.launch() } }
    }

    private func trigger(_ trigger: UploadTrigger, at time: Timestamp) throws {
        try begin(at: time)
        try run(at: time) { $0.queue.trigger(trigger, in: $1) }
    }

    /// Performs the effects of a decision until none are left; if the file fails meanwhile, the queue is restored at
    /// the next occasion.
    private func run(at time: Timestamp, _ decide: (inout State, UploadSituation) -> [UploadEffect]) throws {
        do {
            let situation = try situation(at: time)
            let isOutermost = state.withLock { state in
                let effects = decide(&state, situation)
                state.work += effects
                defer { state.isWorking = true }
                return !state.isWorking
            }
            guard isOutermost else { return }
            defer { state.withLock { $0.isWorking = false } }
            while let effect = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) {
                try perform(effect, at: time)
            }
        } catch {
            state.withLock { ($0.work, $0.isInStep) = ([], false) }
            throw error
        }
    }

    private func perform(_ effect: UploadEffect, at time: Timestamp) throws {
        switch effect {
        case .unlockAll: try records.unlockAll()
        case .select(let limit, let order):
            let found = try records.next(limit: limit, order: RecordOrder(order))
                .map { UploadRecord(uuid: $0.uuid, json: $0.document) }
            try run(at: time) { $0.queue.selected(found, in: $1) }
        case .send(let request): send(request)
        case .armTimer(let request, let due): phone.setTimer(named: Self.timer(of: request), at: due)
        case .cancelTimer(let request): phone.cancelTimer(named: Self.timer(of: request))
        case .delete(let names): try records.delete(names)
        case .unlock(let names): try records.unlock(names)
        // Tokens, commands and upload events are not used here; the response to a cancelled request is ignored.
        case .cancelRequest, .storeTokens, .perform, .emit, .finishSync: break
        }
    }

    private func send(_ request: UploadRequest) {
        phone.beginBackgroundTask(named: Self.timer(of: request.id))
        transport.send(TransportRequest(request)) { [weak self] answer in self?.answered(answer, to: request.id) }
    }

    private func answered(_ answer: TransportResult, to id: Int) {
        lane.withLock {
            // A record that cannot be read or written now is handled at the next occasion: it is still in the file.
            try? run(at: phone.now()) { $0.queue.answered(UploadResult(answer), to: id, in: $1) }
            phone.endBackgroundTask(named: Self.timer(of: id))
        }
    }

    private func situation(at time: Timestamp) throws -> UploadSituation {
        UploadSituation(
            config: config,
            waitingCount: try records.counts().waiting,
            network: UploadNetwork(phone.connectivity),
            now: time
        )
    }
}

extension FixUploader {
    /// The destination of fixes, and their retention.
    public struct Options: Hashable, Sendable {
        /// The service's address for fixes: `https://visits.example/v1/fixes`.
        public var url: String
        /// The access token, which identifies the owner of the fixes.
        public var token: String
        /// The maximum number of fixes per request, 1 or more.
        public var batchSize: Int
        /// The number of days that an unsent fix is kept, 1 or more; the service evaluates fixes of the last two days.
        public var keptDays: Int

        /// Creates options.
        public init(url: String, token: String, batchSize: Int = 100, keptDays: Int = 7) {
            self.url = url
            self.token = token
            self.batchSize = max(1, batchSize)
            self.keptDays = max(1, keptDays)
        }
    }
}

extension FixUploader {
    private static let prefix = "footfall.upload."

    /// Returns the name of a request's timer and of its background task.
    static func timer(of request: Int) -> String { prefix + String(request) }

    /// `nil` for a timer of another component.
    static func request(ofTimer name: String) -> Int? {
        name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }

    /// `nil` if the signal does not concern uploads.
    static func trigger(of signal: PhoneSignal) -> UploadTrigger? {
        switch signal {
        case .launched(.bootCompleted): .booted
        case .launched, .appStateChanged(.foreground): .appResumed
        case .connectivityChanged(let connectivity) where connectivity.isConnected: .connectivityRestored
        case .appStateChanged(.background): .appPaused
        case .backgroundFetch: .backgroundFetch
        default: nil
        }
    }

    /// A digest of the fix's content.
    static func name(of document: [UInt8]) -> String {
        var digest = StableDigest()
        digest.combine(String(decoding: document, as: UTF8.self))
        return StableDigest.text(of: digest.value)
    }
}
