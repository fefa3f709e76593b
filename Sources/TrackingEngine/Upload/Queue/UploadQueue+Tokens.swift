import TrackingModel
import VisitModel

/// The token refresh: before a selection where the access token has expired, or after a 401 from the upload's address.
///
/// Transistor types, AuthorizationConfig. A run waits for the refresh, so that there is one at a time; records are sent
/// again once, and a 401 to that retry ends the run.
extension UploadQueue {
    /// Requests new tokens; `nil` where the configuration does not allow it.
    ///
    /// `flight` is sent again with the new tokens; it is `nil` before a selection.
    mutating func refresh(for flight: Flight?, _ situation: UploadSituation) -> [UploadEffect]? {
        let id = nextID()
        guard let request = TokenRequest(situation.config).request(id: id) else { return nil }
        phase = .refreshing(id: id, flight)
        return Self.sending(request, situation)
    }

    /// Processes the answer to a token request.
    mutating func refreshed(
        _ answer: UploadAnswer,
        _ flight: Flight?,
        _ situation: UploadSituation
    ) -> [UploadEffect] {
        switch Self.tokens(in: answer, situation) {
        case .failure(let failure):
            return [.tell(.authorization(failure.event))] + Self.unlocking(flight?.records ?? [])
                + finish(failure.failure)
        case .success(let found):
            run.mindsExpiry = found.tokens.expires.map { $0 > situation.now } ?? true
            let effects = [UploadEffect.storeTokens(found.tokens), .tell(.authorization(found.event))]
            return effects + resume(flight, with: found.tokens, situation)
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

    private struct RefreshFailure: Error {
        let event: AuthorizationEvent
        let failure: UploadFailure
    }

    private static func tokens(
        in answer: UploadAnswer,
        _ situation: UploadSituation
    ) -> Result<(tokens: AuthorizationTokens, event: AuthorizationEvent), RefreshFailure> {
        switch answer {
        case .failure(let reason):
            return .failure(RefreshFailure(event: .failed(status: 0, reason), failure: .network))
        case .response(let status, let body):
            let text = String(decoding: body, as: UTF8.self)
            if let failure = UploadFailure(status: status) {
                let error = text.isEmpty ? "the server returned no tokens, status \(status)" : text
                return .failure(RefreshFailure(event: .failed(status: status, error), failure: failure))
            }
            guard let json = try? ConfigValue(document: text) else {
                let error = "the response to the refresh is not JSON"
                return .failure(RefreshFailure(event: .failed(status: status, error), failure: .response))
            }
            guard let tokens = AuthorizationTokens(in: json, at: situation.now) else {
                let error = "the response to the refresh has no access token, expected for instance `access_token`"
                return .failure(RefreshFailure(event: .failed(status: status, error), failure: .response))
            }
            return .success((tokens, .succeeded(status: status, response: json)))
        }
    }
}
