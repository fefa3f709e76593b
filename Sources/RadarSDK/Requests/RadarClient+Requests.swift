internal import MobileSDKCore
internal import RadarEngine
internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// The timeout of a request (Radar SDK for iOS, RadarAPIHelper).
    static let requestTimeout = Duration.seconds(10)
    /// The name of the timer for that timeout.
    static let requestTimer = "footfall.radar.requests"

    /// Makes the request of an upload.
    func send(_ upload: RadarUpload) {
        guard setup.publishableKey != nil else {
            return uploaded(upload.id, RadarReadAnswer(answer: RadarServerAnswer(status: .errorPublishableKey)))
        }
        let installation = installation
        let body = state.withLock { $0.writer.body(of: upload, from: installation.written) }
        let path = upload.kind == .track ? "/v1/track" : "/v1/track/replay"
        send(.upload(upload.id), method: "POST", path: path, body: body, installation)
    }

    /// Makes a request about a trip.
    func send(_ call: RadarTripCall) {
        guard setup.publishableKey != nil else { return ended(call, .errorPublishableKey) }
        let installation = installation
        let body = call.request.body(from: installation.installation)
        send(.trip(call), method: call.request.method, path: call.request.path, body: body, installation)
    }

    private func send(
        _ subject: RadarRequests.Subject,
        method: String,
        path: String,
        body: [UInt8],
        _ installation: KnownInstallation
    ) {
        let deadline = phone.now().advanced(by: Self.requestTimeout)
        let number = state.withLock { $0.requests.begin(subject, deadline: deadline) }
        phone.beginBackgroundTask(named: Self.backgroundTask(number))
        let request = TransportRequest(
            method: method,
            url: setup.server + path,
            headers: installation.headers,
            body: body,
            timeout: Self.requestTimeout
        )
        transport.send(request) { [weak self] answer in self?.handle(answer, of: number) }
        timeRequests(after: number)
    }

    /// Processes a result of the transport, on any thread.
    private func handle(_ answer: TransportAnswer, of number: Int) {
        lane.withLock {
            guard !state.withLock(\.isOver) else { return }
            switch answer {
            case .response(let code, let body): end(number, code: code, body: body)
            case .failure(let reason):
                log(.info, "a request failed: \(reason)")
                end(number, status: .errorNetwork)
            }
        }
    }

    private func end(_ number: Int, code: Int, body: [UInt8]) {
        guard let subject = close(number) else { return }
        switch subject {
        case .upload(let id): uploaded(id, state.withLock { $0.reader.read(code: code, body: body) })
        case .trip(let call): ended(call, RadarStatus(httpCode: code))
        }
    }

    private func end(_ number: Int, status: RadarStatus) {
        guard let subject = close(number) else { return }
        switch subject {
        case .upload(let id): uploaded(id, RadarReadAnswer(answer: RadarServerAnswer(status: status)))
        case .trip(let call): ended(call, status)
        }
    }

    /// Removes a request; `nil` for one that has ended already.
    private func close(_ number: Int) -> RadarRequests.Subject? {
        guard let subject = state.withLock({ $0.requests.end(number) }) else { return nil }
        phone.endBackgroundTask(named: Self.backgroundTask(number))
        let needsNoTimer = state.withLock { state in
            defer { if state.requests.isEmpty { state.requests.isTimed = false } }
            return state.requests.isEmpty && state.requests.isTimed
        }
        if needsNoTimer { phone.cancelTimer(named: Self.requestTimer) }
        return subject
    }

    /// Passes the result of an upload to tracking and the app.
    private func uploaded(_ id: RadarUpload.ID, _ read: RadarReadAnswer) {
        for problem in read.problems { log(.warning, problem) }
        for warning in read.warnings { submit(.emit(.warning(warning))) }
        state.withLock { state in
            if let serverUserID = read.serverUserID, serverUserID != state.user.serverUserID {
                state.user.serverUserID = serverUserID
                state.isDirty = true
            }
        }
        var answer = read.answer
        // For a server that keeps no trips, the absence of one carries no information.
        if state.withLock(\.isTripLocal) { answer.hasTrip = nil }
        step { $0.uploaded(id, answer: answer, at: $1) }
        submit(.uploadEnded(id, answer.status))
        if !read.events.isEmpty { submit(.emit(.events(read.events))) }
    }
}

extension RadarClient {
    /// Returns the name of a request's background task, in which iOS lets the app wait for the response.
    private static func backgroundTask(_ number: Int) -> String { "footfall.radar.request.\(number)" }

    /// Sets the timer of requests, if the request that was just made has no response yet and no timer is set.
    private func timeRequests(after number: Int) {
        let deadline: Timestamp? = state.withLock { state in
            guard state.requests.isUnderWay(number), !state.requests.isTimed else { return nil }
            state.requests.isTimed = true
            return state.requests.earliestDeadline
        }
        if let deadline { phone.setTimer(named: Self.requestTimer, at: deadline) }
    }

    /// Fails the requests that have timed out, and sets the timer for the others.
    func expireRequests() {
        let now = phone.now()
        for number in state.withLock({ $0.requests.due(at: now) }) { end(number, status: .errorNetwork) }
        let deadline = state.withLock { state in
            state.requests.isTimed = !state.requests.isEmpty
            return state.requests.earliestDeadline
        }
        if let deadline { phone.setTimer(named: Self.requestTimer, at: deadline) }
    }

    /// Ends a background task that iOS is about to expire.
    ///
    /// The app is suspended; the response may arrive when it runs again, or the request times out by then.
    func endBackgroundTask(named name: String) {
        guard name.hasPrefix("footfall.radar.request.") else { return }
        phone.endBackgroundTask(named: name)
    }
}
