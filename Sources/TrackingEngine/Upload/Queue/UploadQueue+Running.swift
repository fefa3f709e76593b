import VisitModel

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

    /// Ends the run.
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

    /// Sends a request and sets the timer of its timeout.
    static func sending(_ request: UploadRequest, _ situation: UploadSituation) -> [UploadEffect] {
        [.send(request), .armTimer(request: request.id, at: situation.now.advanced(by: request.timeout))]
    }

    static func unlocking(_ records: [UploadRecord]) -> [UploadEffect] {
        records.isEmpty ? [] : [.unlock(records.map(\.uuid))]
    }
}
