internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel

/// Uploads records: passes triggers and results to the upload queue, and performs its effects.
struct RecordUploads: Sendable {
    let transport: any UploadTransport
    let phone: any PhoneOS
    let session: SharedSession
    let persistence: TrackingPersistence
    let events: EventDelivery
    let tasks: BackgroundTasks

    /// Without `ready` nothing is uploaded, except on Android where tracking continues without the app (Transistor,
    /// BGGeo, "Lifecycle").
    func upload(after trigger: UploadTrigger, at time: Timestamp) {
        guard session.withLock({ $0.tracking.isRunning }) else { return }
        input(at: time, counts: true) { $0.trigger(trigger, in: $1) }
    }

    func answered(_ answer: TransportResult, to id: Int) {
        input(at: phone.now()) { $0.answered(UploadResult(answer), to: id, in: $1) }
    }

    func timedOut(_ id: Int, at time: Timestamp) { input(at: time) { $0.timedOut(id, in: $1) } }

    private func input(
        at time: Timestamp,
        counts: Bool = false,
        _ decide: (inout UploadQueue, UploadSituation) -> [UploadEffect]
    ) {
        let situation = situation(at: time, counts: counts)
        let isIdle = session.withLock { session in
            session.add(.uploads(decide(&session.uploads, situation), time))
            return session.uploads.isIdle
        }
        // Prevents iOS from suspending the app during a request.
        if isIdle { tasks.end(TaskName.upload) } else { tasks.begin(TaskName.upload, at: time) }
    }

    /// Waiting records are counted only if they matter and an upload could begin.
    private func situation(at time: Timestamp, counts: Bool) -> UploadSituation {
        let (tracking, isIdle) = session.withLock {
            (($0.tracking.config, $0.tracking.facts.connection), $0.uploads.isIdle)
        }
        let (config, connection) = tracking
        var waiting = 0
        if counts, isIdle, config.uploads, connection != .none {
            persistence.write()
            do {
                waiting = try persistence.records.counts().waiting
            } catch {
                session.log(.error, "the records can't be counted: \(error)", at: time)
            }
        }
        return UploadSituation(config: config, waitingCount: waiting, network: connection, now: time)
    }

    /// Performs an effect of the upload queue, except the commands of the server; `answered` is called on any thread
    /// and possibly while the request is made.
    func perform(
        _ effect: UploadEffect,
        at time: Timestamp,
        answered: @escaping @Sendable (Int, TransportResult) -> Void
    ) {
        do {
            switch effect {
            case .unlockAll: try persistence.records.unlockAll()
            case .select(let limit, let order): select(limit, order, at: time)
            case .send(let request): send(request, answered: answered)
            case .armTimer(let id, let due): phone.setTimer(named: TimerName.upload(id), at: due)
            case .cancelTimer(let id): phone.cancelTimer(named: TimerName.upload(id))
            // A late response is ignored; the connection has the same timeout.
            case .cancelRequest: break
            case .delete(let names): try persistence.records.delete(names)
            case .unlock(let names): try persistence.records.unlock(names)
            case .storeTokens(let tokens): store(tokens, at: time)
            case .perform: break
            case .emit(.http(let event)): events.emit(.http(event), at: time)
            case .emit(.authorization(let event)): events.emit(.authorization(event), at: time)
            case .finishSync(let id, let outcome): session.withLock { $0.calls.syncs.removeValue(forKey: id) }?(outcome)
            }
        } catch {
            let text = "the file of records can't be used for an upload: \(error)"
            events.emit(.failure(MobileSDKError(.storage, text, cause: error)), at: time)
        }
    }

    /// Selects none if the file cannot be read, which ends the upload.
    private func select(_ limit: Int?, _ order: LocationsOrder, at time: Timestamp) {
        var found: [UploadRecord] = []
        do {
            found = try persistence.records.next(limit: limit, order: RecordOrder(order)).map {
                UploadRecord(uuid: $0.uuid, json: $0.document)
            }
        } catch {
            session.log(.error, "no records can be selected: \(error)", at: time)
        }
        input(at: time) { $0.selected(found, in: $1) }
    }

    private func send(_ request: UploadRequest, answered: @escaping @Sendable (Int, TransportResult) -> Void) {
        let id = request.id
        transport.send(TransportRequest(request)) { answered(id, $0) }
    }

    /// Stores new tokens at once: the old refresh token may no longer be valid.
    private func store(_ tokens: AuthorizationTokens, at time: Timestamp) {
        session.withLock { session in
            session.add(.tracking(session.tracking.configure(at: time) { $0.authorization.apply(tokens) }, time))
            session.unwritten.hasState = true
        }
        persistence.write(all: true)
    }
}

extension TransportRequest {
    init(_ request: UploadRequest) {
        self.init(
            method: request.method.rawValue,
            url: request.url,
            headers: request.headers,
            body: request.body,
            timeout: request.timeout
        )
    }
}

extension UploadResult {
    init(_ answer: TransportResult) {
        switch answer {
        case .response(let status, let body): self = .response(status: status, body: body)
        case .failure(let reason): self = .failure(reason)
        }
    }
}

extension RecordOrder {
    init(_ order: LocationsOrder) { self = order == .ascending ? .oldestFirst : .newestFirst }
}
