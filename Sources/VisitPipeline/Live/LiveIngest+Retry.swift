internal import Dispatch
internal import GeofenceEngine
internal import Interchange
internal import VisitModel
package import VisitStore

extension LiveIngest {
    /// Tries a record again that could not be used: the program may have learned to read it, the clock that it was ahead of
    /// may have caught up, the phone may have got another name.
    ///
    /// Where it can be used it is stored like any other and forgotten as unusable; where it can't it stays as it is.
    ///
    /// - Parameter key: the record's number.
    /// - Returns: what became of it; `nil` where there is no such record.
    /// - Throws: as `take(_:receivedAt:)`; the record stays then.
    package func retry(_ key: QuarantinedRecord.Key) async throws -> RetriedRecord? {
        guard let record = try await apart({ try $0.quarantined(key) }) else { return nil }
        guard let app = PhoneApp(rawValue: record.app) else {
            return RetriedRecord(key: key, reason: (record.code, "no app `\(record.app)` is known to this program"))
        }
        guard record.isWhole else {
            let message =
                "only the first \(record.record.count) of its \(record.size) bytes are kept, so it can't be tried again"
            return RetriedRecord(key: key, reason: ("not_whole", message))
        }
        let sender = PhoneSender(member: record.member, device: record.device)
        let request = PhoneRequest(record: record.record, of: app)
        let outcome = try await evaluate(
            request,
            of: app,
            from: sender,
            // Who has the token of a phone that nobody has can't make one by having the record tried again.
            as: record.code == NewQuarantine.unknownDeviceCode ? .device : record.member == nil ? .anyone : nil,
            answersPhone: false
        )
        let (report, receipt) = (outcome.report, outcome.receipt)
        if let first = outcome.aside.first { return RetriedRecord(key: key, reason: (first.code, first.message)) }
        if let failure = report.failure { return RetriedRecord(key: key, reason: (failure.code, failure.message)) }
        let repeats = receipt.summary.rejections[.exactRepeat] ?? 0
        guard receipt.summary.stored + repeats + report.ignored > 0 else {
            return RetriedRecord(key: key, reason: (record.code, record.message))
        }
        _ = try await apart { try $0.deleteQuarantined(key) }
        return RetriedRecord(key: key, reason: nil)
    }

    /// Asks the store away from the threads that answer requests.
    private func apart<Value: Sendable>(
        _ body: @escaping @Sendable (VisitStore) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            workers.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }
}

/// What became of a record that was tried again.
package struct RetriedRecord: Sendable {
    /// The record's number.
    package let key: QuarantinedRecord.Key
    /// Why it still can't be used, for programs and as a sentence; `nil` where it was stored.
    package let reason: (code: String, message: String)?

    /// Whether it was stored.
    package var isAccepted: Bool { reason == nil }
}
