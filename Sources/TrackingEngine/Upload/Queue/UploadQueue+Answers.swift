import VisitModel

extension UploadQueue {
    /// A request ended.
    ///
    /// - Parameters:
    ///   - answer: how.
    ///   - id: the request's number; the answer to one that was given up changes nothing.
    ///   - situation: what comes next depends on it.
    /// - Returns: what is to be done.
    public mutating func answered(
        _ answer: UploadAnswer,
        to id: Int,
        in situation: UploadSituation
    ) -> [UploadEffect] {
        guard let effects = process(answer, to: id, situation) else { return [] }
        return [.cancelTimer(request: id)] + effects
    }

    /// A request's timer fired.
    ///
    /// - Parameters:
    ///   - id: the request's number; one that has ended already changes nothing.
    ///   - situation: what comes next depends on it.
    /// - Returns: what is to be done.
    public mutating func timedOut(_ id: Int, in situation: UploadSituation) -> [UploadEffect] {
        let answer = UploadAnswer.failure("no answer came within \(situation.config.requestTimeoutDuration)")
        guard let effects = process(answer, to: id, situation) else { return [] }
        return [.cancelRequest(id)] + effects
    }

    /// Takes an answer to what is waited for; `nil` where it is none.
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
        // Records that are sent again because of their token stay locked until that has ended.
        if status == 401, !flight.isRetry, let effects = refresh(for: flight, situation) {
            return [told] + Self.performing(body) + effects
        }
        return [.unlock(flight.names), told] + Self.performing(body) + finish(failure)
    }

    /// Commands stand in any answer of the server, whatever its status (Transistor types, HttpConfig, "Remote control").
    private static func performing(_ body: [UInt8]) -> [UploadEffect] {
        let commands = RemoteCommands.read(body)
        return commands.isEmpty ? [] : [.perform(commands)]
    }
}
