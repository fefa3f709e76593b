internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine
internal import VisitModel

/// Uploads lines of the log as plain text, one line each.
struct LogUploads: Sendable {
    let transport: any UploadTransport
    let phone: any PhoneOS
    let session: SharedSession
    let persistence: TrackingPersistence
    let tasks: BackgroundTasks

    /// Sends lines of the log to an http or https address.
    ///
    /// `answer` receives the result, at once if the log cannot be read. `finished` receives the number and the result
    /// of the request, on any thread and possibly while it is made.
    func send(
        to url: String,
        _ query: LogQuery,
        then answer: @escaping PendingCalls.LogUploadHandler,
        finished: @escaping @Sendable (Int, Result<Void, MobileSDKError>) -> Void
    ) {
        let time = phone.now()
        let lines: [LogLine]
        do {
            lines = try persistence.logLines(query)
        } catch {
            return answer(.failure(MobileSDKError(.storage, "the log can't be read: \(error)", cause: error)))
        }
        let (id, config) = session.withLock { ($0.calls.addLogUpload(answer), $0.tracking.config) }
        var headers = config.http.headers
        headers["Content-Type"] = "text/plain; charset=utf-8"
        if let token = config.authorization.accessToken, !token.isEmpty {
            headers["Authorization"] = config.authorization.strategy.headerValue(token)
        }
        tasks.begin(TaskName.log, at: time)
        let timeout = config.requestTimeoutDuration
        phone.setTimer(named: TimerName.log(id), at: time.advanced(by: timeout))
        let body = Array(lines.map { "\($0.text)\n" }.joined().utf8)
        let request = TransportRequest(method: "POST", url: url, headers: headers, body: body, timeout: timeout)
        transport.send(request) { answer in
            switch answer {
            case .response(200...299, _): finished(id, .success(()))
            case .response(let status, _):
                let text = "the server responded to the log with \(status); the log stays on the phone"
                finished(id, .failure(MobileSDKError(.upload, text)))
            case .failure(let reason):
                let text = "the log could not be sent: \(reason)"
                finished(id, .failure(MobileSDKError(.upload, text)))
            }
        }
    }

    /// Returns whether the upload was in progress; a second result of the same request is ignored.
    func finish(_ id: Int, _ result: Result<Void, MobileSDKError>) -> Bool {
        let (answer, isLast) = session.withLock { session in
            let answer = session.calls.logUploads.removeValue(forKey: id)
            return (answer, session.calls.logUploads.isEmpty)
        }
        guard let answer else { return false }
        phone.cancelTimer(named: TimerName.log(id))
        if isLast { tasks.end(TaskName.log) }
        if case .failure(let error) = result { session.log(.warning, error.message, at: phone.now()) }
        answer(result)
        return true
    }
}

extension LogLine {
    var text: String { "\(Date(timeIntervalSince1970: at.seconds).formatted(.iso8601)) \(level) \(message)" }
}
