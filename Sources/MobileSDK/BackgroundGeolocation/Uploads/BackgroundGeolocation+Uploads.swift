internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Passes a trigger to the upload queue, while tracking is running.
    ///
    /// Without `ready` nothing is uploaded, except on Android where tracking continues without the app. Transistor,
    /// BGGeo, "Lifecycle".
    func upload(after trigger: UploadTrigger, at time: Timestamp) {
        guard session.withLock({ $0.tracking.isRunning }) else { return }
        input(at: time, counts: true) { $0.trigger(trigger, in: $1) }
    }

    /// Handles the result of a request, on any thread and possibly while it is made.
    private func answered(_ answer: TransportAnswer, to id: Int) {
        lane.withLock {
            input(at: phone.now()) { $0.answered(UploadAnswer(answer), to: id, in: $1) }
            work()
        }
    }

    /// Handles the timeout of a request.
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
        // Prevents iOS from suspending the app during a request.
        if isIdle { endTask(TaskName.upload) } else { beginTask(TaskName.upload, at: time) }
    }

    /// Returns the situation that an upload depends on; waiting records are counted only if they matter and an upload
    /// could begin.
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

    /// Performs effects of the upload queue.
    func carryOut(_ effects: [UploadEffect], at time: Timestamp) {
        for effect in effects {
            do {
                try carryOut(effect, at: time)
            } catch {
                let text = "the file of records can't be used for an upload: \(error)"
                emit(.failure(MobileSDKError(.storage, text, cause: error)), at: time)
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
        // A late response is ignored; the connection has the same timeout.
        case .cancelRequest: break
        case .delete(let names): try records.delete(names)
        case .unlock(let names): try records.unlock(names)
        case .storeTokens(let tokens): store(tokens, at: time)
        case .perform(let commands): perform(commands, at: time)
        case .emit(.http(let event)): emit(.http(event), at: time)
        case .emit(.authorization(let event)): emit(.authorization(event), at: time)
        case .finishSync(let id, let outcome): session.withLock { $0.syncs.removeValue(forKey: id) }?(outcome)
        }
    }

    /// Passes records to the upload queue; none if the file cannot be read, which ends the upload.
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

    /// Stores new tokens at once: the old refresh token may no longer be valid.
    private func store(_ tokens: AuthorizationTokens, at time: Timestamp) {
        session.withLock { session in
            session.add(.tracking(session.tracking.configure(at: time) { $0.authorization.apply(tokens) }, time))
            session.unwritten.hasState = true
        }
        write(all: true)
    }
}

extension TransportRequest {
    /// Converts a request of the upload queue to one of the transport.
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
    /// Converts a result of the transport to one of the upload queue.
    init(_ answer: TransportAnswer) {
        switch answer {
        case .response(let status, let body): self = .response(status: status, body: body)
        case .failure(let reason): self = .failure(reason)
        }
    }
}

extension RecordOrder {
    /// Converts the order of the configuration to that of the store.
    init(_ order: LocationsOrder) { self = order == .ascending ? .oldestFirst : .newestFirst }
}
