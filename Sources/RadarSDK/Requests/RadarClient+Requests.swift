internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import RadarEngine
internal import Synchronization
internal import TrackingModel
internal import VisitModel

extension RadarClient {
    /// The timeout of a request (Radar SDK for iOS, RadarAPIHelper).
    static let requestTimeout = Duration.seconds(10)
    static let requestTimer = "footfall.radar.requests"

    func send(_ upload: RadarUpload) {
        guard setup.publishableKey != nil else {
            return uploaded(upload.id, RadarParsedResponse(answer: RadarServerResponse(status: .errorPublishableKey)))
        }
        let installation = installation
        let body = state.withLock { $0.writer.body(of: upload, from: installation.written) }
        let path = upload.kind == .track ? "/v1/track" : "/v1/track/replay"
        send(.upload(upload.id), method: "POST", path: path, body: body, installation)
    }

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

    /// On any thread.
    private func handle(_ answer: TransportResult, of number: Int) {
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
        case .upload(let id): uploaded(id, RadarParsedResponse(answer: RadarServerResponse(status: status)))
        case .trip(let call): ended(call, status)
        }
    }

    /// `nil` for one that has ended already.
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

    private func uploaded(_ id: RadarUpload.ID, _ read: RadarParsedResponse) {
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

    /// Returns the name of a request's background task, in which iOS lets the app wait for the response.
    private static func backgroundTask(_ number: Int) -> String { "\(backgroundTaskPrefix)\(number)" }
    private static let backgroundTaskPrefix = "footfall.radar.request."

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

    /// iOS is about to suspend the app: the response may arrive when it runs again, or the request times out by then.
    func endBackgroundTask(named name: String) {
        guard name.hasPrefix(Self.backgroundTaskPrefix) else { return }
        phone.endBackgroundTask(named: name)
    }

    var installation: KnownInstallation {
        let zone = phone.timeZone.timeZone
        let (user, session, known) = state.withLock { ($0.user, $0.session, $0.installation) }
        let facts = InstallationFacts(
            user: user,
            session: session,
            permissions: permissions,
            timeZoneOffsetSeconds: zone.secondsFromGMT(for: Date(timeIntervalSince1970: phone.now().seconds))
        )
        if let known, known.facts == facts { return known }
        let installation = installation(of: facts)
        let new = KnownInstallation(facts: facts, installation: installation, headers: headers(installation))
        state.withLock { $0.installation = new }
        return new
    }

    private func installation(of facts: InstallationFacts) -> RadarInstallation {
        let user = facts.user
        var installation = RadarInstallation(
            installID: user.installID,
            deviceID: setup.deviceID ?? user.installID,
            device: RadarDevice(
                type: phone.platform == .ios ? "iOS" : "Android",
                make: setup.deviceMake,
                model: setup.deviceModel,
                osVersion: phone.version.description,
                country: setup.country,
                language: setup.language
            ),
            app: setup.app,
            permissions: facts.permissions,
            sdkVersion: Self.version,
            timeZoneOffsetSeconds: facts.timeZoneOffsetSeconds
        )
        installation.serverUserID = user.serverUserID
        installation.userID = user.userID
        installation.userDescription = user.userDescription
        installation.metadata = user.metadata
        installation.userTags = user.tags
        installation.sessionID = facts.session
        return installation
    }

    private func headers(_ installation: RadarInstallation) -> [String: String] {
        var headers = [
            "Authorization": setup.publishableKey ?? "", "Content-Type": "application/json",
            "X-Radar-Device-OS": installation.device.osVersion, "X-Radar-Device-Type": installation.device.type,
            "X-Radar-SDK-Version": installation.sdkVersion,
        ]
        headers["X-Radar-Device-Make"] = installation.device.make
        headers["X-Radar-Device-Model"] = installation.device.model
        return headers
    }

    /// The permissions in Radar's terms.
    private var permissions: RadarPermissions {
        let location =
            switch phone.status(of: .fineLocation) {
            case .granted:
                phone.status(of: .backgroundLocation) == .granted ? "GRANTED_BACKGROUND" : "GRANTED_FOREGROUND"
            case let status: word(status, for: .fineLocation)
            }
        let notifications = phone.status(of: .notifications)
        return RadarPermissions(
            location: location,
            locationAccuracy: phone.locationPrecision == .full ? "FULL" : "REDUCED",
            notifications: notifications == .granted ? "GRANTED" : word(notifications, for: .notifications)
        )
    }

    private func word(_ status: PermissionStatus, for permission: Permission) -> String {
        if status == .restricted { return "RESTRICTED" }
        return phone.canPrompt(for: permission) ? "NOT_DETERMINED" : "DENIED"
    }
}

/// The facts of an installation that may differ in the next request; the rest is constant for the process.
struct InstallationFacts: Hashable, Sendable {
    var user: StoredRadar.User
    var session: String?
    var permissions: RadarPermissions
    var timeZoneOffsetSeconds: Int
}

/// Cached while the facts stay the same.
final class KnownInstallation: Sendable {
    let facts: InstallationFacts
    let installation: RadarInstallation
    let written: RadarWrittenInstallation
    let headers: [String: String]

    init(facts: InstallationFacts, installation: RadarInstallation, headers: [String: String]) {
        (self.facts, self.installation, self.headers) = (facts, installation, headers)
        written = RadarWrittenInstallation(installation)
    }
}

extension RadarClient {
    /// Sends a request about a trip to the server, or completes it locally if the phone keeps the trip alone.
    func call(
        _ request: RadarTripRequest,
        _ options: RadarTrackingOptions?,
        then answer: @escaping @Sendable (RadarStatus) -> Void
    ) {
        lane.withLock {
            guard !state.withLock(\.isOver) else { return answer(.errorUnknown) }
            let call = RadarTripCall(request: request, options: options, then: answer)
            if case .start = request { return send(call) }
            guard state.withLock({ $0.isTripLocal && $0.tracking.trip != nil }) else { return send(call) }
            ended(call, .success)
        }
    }

    func ended(_ call: RadarTripCall, _ status: RadarStatus) {
        var status = status
        switch call.request {
        case .start(let trip):
            let isLocal = status == .errorNotFound && setup.trips == .localWhereUnknown
            guard status == .success || isLocal else { break }
            status = .success
            state.withLock { $0.isTripLocal = isLocal }
            do {
                try step { (tracking, now) throws(TrackingEngineError) in
                    try tracking.tripStarted(trip, options: call.options, at: now)
                }
            } catch {
                log(.error, "the trip's options can't be used: \(error)")
            }
        case .update(let trip, _):
            if status == .success { step { (tracking, _) in tracking.tripUpdated(trip) } }
        case .end:
            step { $0.tripEnded(status, at: $1) }
            if trip == nil { state.withLock { $0.isTripLocal = false } }
        }
        call.then(status)
    }
}
