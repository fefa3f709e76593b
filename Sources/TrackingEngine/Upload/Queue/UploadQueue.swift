internal import VisitModel
internal import TrackingModel

/// The upload of stored records: when it begins, what it sends, and the outcome for each record.
///
/// One request at a time: records are selected and locked, sent, and deleted on any status of 200 to 299; any other end
/// unlocks them and ends the run. There is no exponential back-off and no automatic retry: the next trigger starts a
/// new run. Transistor, HTTP guide; Transistor headers, TSHttpErrorCodes.
///
/// Records stored during a run are sent by the same run, once: a run ends when nothing is left to select. The queue
/// needs no storage of its own. Records locked when a process ended are unlocked at the next `launch()`; a server that
/// had already accepted them deduplicates by `uuid`.
public struct UploadQueue: Hashable, Sendable {
    struct Flight: Hashable {
        var id: Int
        let records: [UploadRecord]
        /// Whether they are sent again with new tokens, which is done once.
        var isRetry = false

        var names: [String] { records.map(\.uuid) }
    }

    /// The result that the queue is waiting for.
    enum Phase: Hashable {
        case idle
        /// The store's selection; `again` where a record may have been stored after the query.
        case selecting(again: Bool)
        case sending(Flight)
        /// New tokens, before a selection or to send records again.
        case refreshing(id: Int, Flight?)
    }

    struct Run: Hashable {
        /// The app's `sync` call, where it requested the run.
        var syncID: Int?
        /// The records that the call returns.
        var sent: [UploadRecord] = []
        /// Whether the access token's expiry is checked; not after a server has issued an already expired token.
        var mindsExpiry = true
    }

    var phase = Phase.idle
    var run = Run()
    private var lastID = 0

    /// Creates an idle queue.
    public init() {}

    /// Whether no upload is in progress.
    public var isIdle: Bool { phase == .idle }

    /// The names of the records in the current request, or held for it while tokens are refreshed.
    public var recordsInFlight: [String] {
        switch phase {
        case .idle, .selecting: []
        case .sending(let flight): flight.names
        case .refreshing(_, let flight): flight?.names ?? []
        }
    }

    /// Resets the queue when the app starts, or after the file of the record store has failed.
    ///
    /// The request numbers continue, so that a late answer to an earlier request matches no later one. The effect
    /// unlocks records that a process locked and did not unlock before it ended.
    public mutating func launch() -> [UploadEffect] {
        (phase, run) = (.idle, Run())
        return [.unlockAll]
    }

    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }
}

extension UploadQueue {
    /// Processes the end of a request; the answer to a cancelled one has no effect.
    public mutating func answered(_ answer: UploadResult, to id: Int, in situation: UploadSituation) -> [UploadEffect] {
        guard let effects = process(answer, to: id, situation) else { return [] }
        return [.cancelTimer(request: id)] + effects
    }

    /// Processes a request's timeout; that of a completed request has no effect.
    public mutating func timedOut(_ id: Int, in situation: UploadSituation) -> [UploadEffect] {
        let answer = UploadResult.failure("no response within \(situation.config.requestTimeoutDuration)")
        guard let effects = process(answer, to: id, situation) else { return [] }
        return [.cancelRequest(id)] + effects
    }

    /// Processes an answer to the request in progress; `nil` for any other answer.
    private mutating func process(_ answer: UploadResult, to id: Int, _ situation: UploadSituation) -> [UploadEffect]? {
        switch phase {
        case .sending(let flight) where flight.id == id: taken(answer, flight, situation)
        case .refreshing(id, let flight): refreshed(answer, flight, situation)
        default: nil
        }
    }

    private mutating func taken(
        _ answer: UploadResult,
        _ flight: Flight,
        _ situation: UploadSituation
    ) -> [UploadEffect] {
        let notice = UploadEffect.emit(.http(HttpEvent(answer)))
        guard case .response(let status, let body) = answer else {
            return [.unlock(flight.names), notice] + finish(.network)
        }
        guard let failure = UploadFailure(status: status) else {
            if run.syncID != nil { run.sent += flight.records }
            return [.delete(flight.names), notice] + Self.performing(body) + proceed(situation)
        }
        // Records that are sent again because of their token stay locked until the retry has ended.
        if status == 401, !flight.isRetry, let effects = refresh(for: flight, situation) {
            return [notice] + Self.performing(body) + effects
        }
        return [.unlock(flight.names), notice] + Self.performing(body) + finish(failure)
    }

    /// Commands may be in any response of the server, whatever its status (Transistor types, HttpConfig, "Remote
    /// control").
    private static func performing(_ body: [UInt8]) -> [UploadEffect] {
        let commands = RemoteCommands.read(body)
        return commands.isEmpty ? [] : [.perform(commands)]
    }
}

extension UploadQueue {
    /// Processes an event after which an upload may begin; returns no effects where none begins.
    public mutating func trigger(_ trigger: UploadTrigger, in situation: UploadSituation) -> [UploadEffect] {
        switch decide(trigger, in: situation) {
        case .begin:
            run = Run(syncID: trigger.syncID)
            return proceed(situation)
        case .wait(let reason):
            if trigger.syncID == nil, case .selecting = phase { phase = .selecting(again: true) }
            guard let id = trigger.syncID else { return [] }
            return [.finishSync(id: id, reason.failure.map(SyncOutcome.failed) ?? .sent([]))]
        }
    }

    /// Decides whether a trigger begins an upload now, without acting on it as `trigger(_:in:)` does.
    public func decide(_ trigger: UploadTrigger, in situation: UploadSituation) -> UploadDecision {
        isIdle ? UploadDecision.decide(trigger, in: situation) : .wait(.running)
    }

    /// Processes the store's selection of locked records, which may be empty.
    public mutating func selected(_ records: [UploadRecord], in situation: UploadSituation) -> [UploadEffect] {
        guard case .selecting(let again) = phase else { return Self.unlocking(records) }
        guard !records.isEmpty else { return again ? select(situation) : finish() }
        if let obstacle = UploadDecision.obstacle(isManual: run.syncID != nil, in: situation) {
            return Self.unlocking(records) + finish(obstacle.failure)
        }
        // The configuration may have changed since the selection: records that no longer fit into one request wait.
        let taken = Array(records.prefix(situation.config.recordsPerRequest ?? records.count))
        let rest = Array(records.dropFirst(taken.count))
        return Self.unlocking(rest) + send(Flight(id: 0, records: taken), situation)
    }

    /// Continues with the next request, or ends the run where an obstacle exists.
    mutating func proceed(_ situation: UploadSituation) -> [UploadEffect] {
        if let obstacle = UploadDecision.obstacle(isManual: run.syncID != nil, in: situation) {
            return finish(obstacle.failure)
        }
        if run.mindsExpiry, situation.isTokenExpired, let effects = refresh(for: nil, situation) { return effects }
        return select(situation)
    }

    /// Sends records under a new request number.
    mutating func send(_ flight: Flight, _ situation: UploadSituation) -> [UploadEffect] {
        var flight = flight
        flight.id = nextID()
        phase = .sending(flight)
        return Self.sending(UploadEnvelope(situation.config).request(id: flight.id, records: flight.records), situation)
    }

    mutating func finish(_ failure: UploadFailure? = nil) -> [UploadEffect] {
        let run = run
        phase = .idle
        self.run = Run()
        return run.syncID.map { [.finishSync(id: $0, failure.map(SyncOutcome.failed) ?? .sent(run.sent))] } ?? []
    }

    private mutating func select(_ situation: UploadSituation) -> [UploadEffect] {
        phase = .selecting(again: false)
        let order = situation.config.persistence.locationsOrderDirection
        return [.select(limit: situation.config.recordsPerRequest, order: order)]
    }

    static func sending(_ request: UploadRequest, _ situation: UploadSituation) -> [UploadEffect] {
        [.send(request), .armTimer(request: request.id, at: situation.now.advanced(by: request.timeout))]
    }

    static func unlocking(_ records: [UploadRecord]) -> [UploadEffect] {
        records.isEmpty ? [] : [.unlock(records.map(\.uuid))]
    }
}

/// The token refresh: before a selection where the access token has expired, or after a 401 from the upload's address.
///
/// Transistor types, AuthorizationConfig. A run waits for the refresh, so that there is one at a time; records are sent
/// again once, and a 401 to that retry ends the run.
extension UploadQueue {
    /// `nil` where the configuration forbids it; `flight`, which is `nil` before a selection, is sent again.
    mutating func refresh(for flight: Flight?, _ situation: UploadSituation) -> [UploadEffect]? {
        let id = nextID()
        guard let request = TokenRequest(situation.config).request(id: id) else { return nil }
        phase = .refreshing(id: id, flight)
        return Self.sending(request, situation)
    }

    mutating func refreshed(_ answer: UploadResult, _ flight: Flight?, _ situation: UploadSituation) -> [UploadEffect] {
        func failed(_ failure: UploadFailure, status: Int, _ error: String) -> [UploadEffect] {
            let event = AuthorizationEvent(isSuccess: false, statusCode: status, response: nil, error: error)
            return [.emit(.authorization(event))] + Self.unlocking(flight?.records ?? []) + finish(failure)
        }
        switch answer {
        case .failure(let reason): return failed(.network, status: 0, reason)
        case .response(let status, let body):
            let text = String(decoding: body, as: UTF8.self)
            if let failure = UploadFailure(status: status) {
                let error = text.isEmpty ? "the server returned no tokens, status \(status)" : text
                return failed(failure, status: status, error)
            }
            guard let json = try? ConfigValue(document: text) else {
                return failed(.response, status: status, "the response to the refresh is not JSON")
            }
            guard let tokens = AuthorizationTokens(in: json, at: situation.now) else {
                let error = "the response to the refresh has no access token, expected for instance `access_token`"
                return failed(.response, status: status, error)
            }
            run.mindsExpiry = tokens.expires.map { $0 > situation.now } ?? true
            let event = AuthorizationEvent(isSuccess: true, statusCode: status, response: json, error: nil)
            let effects = [UploadEffect.storeTokens(tokens), .emit(.authorization(event))]
            return effects + resume(flight, with: tokens, situation)
        }
    }

    /// Continues with new tokens, which the configuration of the situation does not contain yet.
    private mutating func resume(
        _ flight: Flight?,
        with tokens: AuthorizationTokens,
        _ situation: UploadSituation
    ) -> [UploadEffect] {
        var situation = situation
        situation.config.authorization.apply(tokens)
        guard var flight else { return proceed(situation) }
        if let obstacle = UploadDecision.obstacle(isManual: run.syncID != nil, in: situation) {
            return Self.unlocking(flight.records) + finish(obstacle.failure)
        }
        flight.isRetry = true
        return send(flight, situation)
    }
}
