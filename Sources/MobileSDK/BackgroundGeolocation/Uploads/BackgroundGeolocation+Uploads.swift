internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
internal import VisitStore

extension BackgroundGeolocation {
    /// Lets the upload decide about something that happened, while tracking runs at all.
    ///
    /// Without `ready` nothing is uploaded, but on Android where tracking goes on without the app. Transistor, BGGeo,
    /// "Lifecycle".
    func upload(after trigger: UploadTrigger, at time: Timestamp) {
        guard session.withLock({ $0.tracking.isRunning }) else { return }
        input(at: time, counts: true) { $0.trigger(trigger, in: $1) }
    }

    /// A request ended; on any thread, also while it is made.
    private func answered(_ answer: TransportAnswer, to id: Int) {
        lane.withLock {
            input(at: phone.now()) { $0.answered(UploadAnswer(answer), to: id, in: $1) }
            work()
        }
    }

    /// No answer came in time.
    func timedOut(_ id: Int, at time: Timestamp) {
        input(at: time) { $0.timedOut(id, in: $1) }
    }

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
        // iOS is not to suspend the app within a request.
        if isIdle { endTask(TaskName.upload) } else { beginTask(TaskName.upload, at: time) }
    }

    /// What an upload depends on; waiting records are counted only where they matter and an upload could begin.
    private func situation(at time: Timestamp, counts: Bool) -> UploadSituation {
        let (tracking, isIdle) = session.withLock {
            (($0.tracking.config, $0.tracking.facts.connection), $0.uploads.isIdle)
        }
        let (config, connection) = tracking
        var waiting = 0
        if counts, isIdle, config.uploads, connection != .none {
            write()
            do {
                waiting = try records.counts().waiting
            } catch {
                log(.error, "the records can't be counted: \(error)", at: time)
            }
        }
        return UploadSituation(config: config, waitingCount: waiting, network: UploadNetwork(connection), now: time)
    }

    /// Does what the upload asks for.
    func carryOut(_ effects: [UploadEffect], at time: Timestamp) {
        for effect in effects {
            do {
                try carryOut(effect, at: time)
            } catch {
                let text = "the file of records can't be used for an upload: \(error)"
                tell(.failure(MobileSDKError(.storage, text, cause: error)), at: time)
            }
        }
    }

    private func carryOut(_ effect: UploadEffect, at time: Timestamp) throws {
        switch effect {
        case .unlockAll: try records.unlockAll()
        case .select(let limit, let order): select(limit, order, at: time)
        case .send(let request): send(request)
        case .armTimer(let id, let due): phone.setTimer(named: TimerName.upload(id), at: due)
        case .cancelTimer(let id): phone.cancelTimer(named: TimerName.upload(id))
        // What answers later is passed over; the connection has the same time limit.
        case .cancelRequest: break
        case .delete(let names): try records.delete(names)
        case .unlock(let names): try records.unlock(names)
        case .storeTokens(let tokens): store(tokens, at: time)
        case .perform(let commands): perform(commands, at: time)
        case .tell(.http(let event)): tell(.http(event), at: time)
        case .tell(.authorization(let event)): tell(.authorization(event), at: time)
        case .finishSync(let id, let outcome): session.withLock { $0.syncs.removeValue(forKey: id) }?(outcome)
        }
    }

    /// Hands records to the upload; none where the file can't be read, which ends it.
    private func select(_ limit: Int?, _ order: LocationsOrder, at time: Timestamp) {
        var found: [UploadRecord] = []
        do {
            found = try records.next(limit: limit, order: RecordOrder(order)).map {
                UploadRecord(uuid: $0.uuid, json: $0.document)
            }
        } catch {
            log(.error, "no records can be selected: \(error)", at: time)
        }
        input(at: time) { $0.selected(found, in: $1) }
    }

    private func send(_ request: UploadRequest) {
        let id = request.id
        transport.send(TransportRequest(request)) { [weak self] answer in self?.answered(answer, to: id) }
    }

    /// Keeps new tokens at once: the old refresh token may not work any more.
    private func store(_ tokens: AuthorizationTokens, at time: Timestamp) {
        session.withLock { session in
            session.add(.tracking(session.tracking.configure(at: time) { $0.authorization.apply(tokens) }, time))
            session.unwritten.hasState = true
        }
        write(all: true)
    }
}

extension TransportRequest {
    /// A request of the upload as the connection makes it.
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

extension UploadAnswer {
    /// The upload's word for how a request ended.
    init(_ answer: TransportAnswer) {
        switch answer {
        case .response(let status, let body): self = .response(status: status, body: body)
        case .failure(let reason): self = .failure(reason)
        }
    }
}

extension RecordOrder {
    /// The store's word for an order.
    init(_ order: LocationsOrder) { self = order == .ascending ? .oldestFirst : .newestFirst }
}
