internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

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
