internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import Synchronization
internal import TrackingEngine
internal import TrackingModel
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

extension BackgroundGeolocation {
    /// Performs the commands of the server and logs those that cannot be parsed or performed.
    func perform(_ commands: RemoteCommands, at time: Timestamp) {
        for problem in commands.problems { log(.warning, "command of the server: \(problem.message)", at: time) }
        for command in commands.commands {
            log(.info, "command of the server: \(command.name)", at: time)
            perform(command, at: time)
        }
    }

    private func perform(_ command: RemoteCommand, at time: Timestamp) {
        switch command {
        case .start: begin(.location, at: time)
        case .startGeofences: begin(.geofences, at: time)
        case .stop: add { $0.stop(at: $1) }
        case .changePace(let isMoving): add { $0.changePace(isMoving, at: $1) }
        case .setConfig(let options): setConfig(options, at: time)
        case .addGeofence(let geofence): add { $0.addGeofences([geofence], at: $1) }
        case .addGeofences(let geofences): add { $0.addGeofences(geofences, at: $1) }
        case .removeGeofence(let name): add { $0.removeGeofences([name], at: $1) }
        case .removeGeofences(let names): add { $0.removeGeofences(names, at: $1) }
        case .removeAllGeofences: add { $0.removeGeofences(nil, at: $1) }
        case .uploadLog(let url): sendLog(to: url, LogQuery()) { _ in }
        case .destroyLog: destroyLog(at: time)
        case .startSchedule: add { $0.startSchedule(at: $1) }
        case .stopSchedule: add { $0.stopSchedule(at: $1) }
        }
        /// Passes an input to tracking and queues its effects.
        func add(_ decide: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]) {
            session.withLock { $0.add(.tracking(decide(&$0.tracking, time), time)) }
        }
    }

    /// Starts tracking, as far as the permissions allow it, without prompting: the member may not be present.
    private func begin(_ mode: TrackingState.Mode, at time: Timestamp) {
        do {
            try session.withLock { session in
                let effects =
                    try mode == .location ? session.tracking.start(at: time) : session.tracking.startGeofences(at: time)
                session.add(.tracking(effects.filter { !$0.asksMember }, time))
            }
        } catch {
            log(.warning, "the server's command to start tracking failed: \(error)", at: time)
        }
    }

    private func setConfig(_ options: [String: ConfigValue], at time: Timestamp) {
        do {
            let (patch, warnings) = try ConfigPatch.read(.object(options))
            for warning in warnings { emit(.warning(warning), at: time) }
            session.withLock { $0.add(.tracking($0.tracking.configure(patch, at: time), time)) }
        } catch {
            log(.warning, "the server's options can't be used: \(error.message)", at: time)
        }
    }

    private func destroyLog(at time: Timestamp) {
        do {
            session.withLock { $0.unwritten.log = [] }
            try records.deleteLog()
        } catch {
            log(.error, "the log can't be deleted: \(error)", at: time)
        }
    }
}

extension TrackingEffect {
    /// Whether the effect prompts the member.
    fileprivate var asksMember: Bool { if case .requestPermission = self { true } else { false } }
}

extension RemoteCommand {
    /// The name in the log.
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .stop: "stop"
        case .startGeofences: "startGeofences"
        case .changePace(let isMoving): "changePace \(isMoving)"
        case .setConfig(let options): "setConfig \(options.keys.sorted().joined(separator: ", "))"
        case .addGeofence, .addGeofences: "addGeofences"
        case .removeGeofence, .removeGeofences, .removeAllGeofences: "removeGeofences"
        case .uploadLog: "uploadLog"
        case .destroyLog: "destroyLog"
        case .startSchedule: "startSchedule"
        case .stopSchedule: "stopSchedule"
        }
    }
}

extension BackgroundGeolocation {
    /// Uploads lines of the log as plain text, one line each.
    func sendLog(
        to url: String,
        _ query: LogQuery,
        then answer: @escaping @Sendable (Result<Void, MobileSDKError>) -> Void
    ) {
        let time = phone.now()
        let lines: [LogLine]
        do {
            lines = try logLines(query)
        } catch {
            return answer(.failure(MobileSDKError(.storage, "the log can't be read: \(error)", cause: error)))
        }
        let (id, config) = session.withLock { session in
            let id = session.number()
            session.logUploads[id] = answer
            return (id, session.tracking.config)
        }
        var headers = config.http.headers
        headers["Content-Type"] = "text/plain; charset=utf-8"
        if let token = config.authorization.accessToken, !token.isEmpty {
            headers["Authorization"] = config.authorization.strategy == .jwt ? "Bearer \(token)" : token
        }
        beginTask(TaskName.log, at: time)
        let timeout = config.requestTimeoutDuration
        phone.setTimer(named: TimerName.log(id), at: time.advanced(by: timeout))
        let body = Array(lines.map { "\($0.text)\n" }.joined().utf8)
        let request = TransportRequest(method: "POST", url: url, headers: headers, body: body, timeout: timeout)
        transport.send(request) { [weak self] answer in
            switch answer {
            case .response(200...299, _): self?.finishLogUpload(id, .success(()))
            case .response(let status, _):
                let text = "the server responded to the log with \(status); the log stays on the phone"
                self?.finishLogUpload(id, .failure(MobileSDKError(.upload, text)))
            case .failure(let reason):
                let text = "the log could not be sent: \(reason)"
                self?.finishLogUpload(id, .failure(MobileSDKError(.upload, text)))
            }
        }
    }

    /// Completes an upload of the log; a second result of the same request is ignored.
    func finishLogUpload(_ id: Int, _ result: Result<Void, MobileSDKError>) {
        lane.withLock {
            let (answer, isLast) = session.withLock { session in
                let answer = session.logUploads.removeValue(forKey: id)
                return (answer, session.logUploads.isEmpty)
            }
            guard let answer else { return }
            phone.cancelTimer(named: TimerName.log(id))
            if isLast { endTask(TaskName.log) }
            if case .failure(let error) = result { log(.warning, error.message, at: phone.now()) }
            answer(result)
            work()
        }
    }

    /// Returns lines of the log, including those that were not in the file yet.
    func logLines(_ query: LogQuery) throws -> [LogLine] {
        write(all: true)
        return try records.logLines(from: query.start, to: query.end, order: query.order, limit: query.limit)
    }
}

extension LogLine {
    /// The line in readable form: time, level, message.
    var text: String { "\(Date(timeIntervalSince1970: at.seconds).formatted(.iso8601)) \(level) \(message)" }
}
