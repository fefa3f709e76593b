import VisitModel

extension UploadQueue {
    /// Processes the end of a request; the answer to a cancelled one has no effect.
    public mutating func answered(
        _ answer: UploadAnswer,
        to id: Int,
        in situation: UploadSituation
    ) -> [UploadEffect] {
        guard let effects = process(answer, to: id, situation) else { return [] }
        return [.cancelTimer(request: id)] + effects
    }

    /// Processes a request's timeout; that of a completed request has no effect.
    public mutating func timedOut(_ id: Int, in situation: UploadSituation) -> [UploadEffect] {
        let answer = UploadAnswer.failure("no response within \(situation.config.requestTimeoutDuration)")
        guard let effects = process(answer, to: id, situation) else { return [] }
        return [.cancelRequest(id)] + effects
    }

    /// Processes an answer to the request in progress; `nil` for any other answer.
    private mutating func process(_ answer: UploadAnswer, to id: Int, _ situation: UploadSituation) -> [UploadEffect]? {
        switch phase {
        case .sending(let flight) where flight.id == id: taken(answer, flight, situation)
        case .refreshing(id, let flight): refreshed(answer, flight, situation)
        default: nil
        }
    }

    private mutating func taken(
        _ answer: UploadAnswer,
        _ flight: Flight,
        _ situation: UploadSituation
    ) -> [UploadEffect] {
        let told = UploadEffect.tell(.http(HttpEvent(answer)))
        guard case .response(let status, let body) = answer else {
            return [.unlock(flight.names), told] + finish(.network)
        }
        guard let failure = UploadFailure(status: status) else {
            if run.syncID != nil { run.sent += flight.records }
            return [.delete(flight.names), told] + Self.performing(body) + proceed(situation)
        }
        // Records that are sent again because of their token stay locked until the retry has ended.
        if status == 401, !flight.isRetry, let effects = refresh(for: flight, situation) {
            return [told] + Self.performing(body) + effects
        }
        return [.unlock(flight.names), told] + Self.performing(body) + finish(failure)
    }

    /// Commands may be in any response of the server, whatever its status (Transistor types, HttpConfig, "Remote
    /// control").
    private static func performing(_ body: [UInt8]) -> [UploadEffect] {
        let commands = RemoteCommands.read(body)
        return commands.isEmpty ? [] : [.perform(commands)]
    }
}
